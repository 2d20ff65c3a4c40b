/** An unsteady test as it was seen: what it failed with before it passed alone. */
export interface Entry {
  /** `file: full name` */
  readonly test: string;
  /** The day on which it was seen, `YYYY-MM-DD`. */
  readonly date: string;
  /** The first line of what it failed with. */
  readonly first: string;
  /** Written down by whoever hands it in: the class of its cause, as `A1`, and who mends it. */
  readonly class?: string;
  readonly owner?: string;
}

const oldestDays = 7;
const mostOften = 2;

const shapes: Readonly<Record<keyof Entry, RegExp>> = {
  test: /^tests\/\S+: ./,
  date: /^\d{4}-\d\d-\d\d$/,
  first: /./,
  class: /^[A-Z]\d?$/,
  owner: /./,
};
const mayLack = new Set(['class', 'owner']);

const isDay = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

function isEntry(one: unknown): one is Entry {
  if (typeof one !== 'object' || one === null) return false;
  const said = one as Readonly<Record<string, unknown>>;
  const fits = ([field, shape]: [string, RegExp]) =>
    (mayLack.has(field) && said[field] === undefined) ||
    (typeof said[field] === 'string' && shape.test(said[field]));
  return (
    Object.entries(shapes).every(fits) &&
    Object.keys(said).every((field) => field in shapes) &&
    isDay(String(said['date']))
  );
}

/** What is wrong with a ledger of unsteady tests on a day: an entry nobody mended in time, a test that keeps coming back, a test that is not there. */
export function complaints(ledger: unknown, today: string, isThere: (file: string) => boolean): string[] {
  if (!Array.isArray(ledger)) return ['malformed: no list'];
  const entries = ledger.filter(isEntry);
  const days = (from: string) => (Date.parse(today) - Date.parse(from)) / 86_400_000;
  const times = Map.groupBy(entries, ({ test }) => test);
  return [
    ...ledger.filter((one) => !isEntry(one)).map((one) => `malformed: ${JSON.stringify(one)}`),
    // The clock of the machine that saw it may be a day ahead.
    ...entries
      .filter(({ date }) => days(date) < -1)
      .map(({ test, date }) => `unsteady on a day that is still to come, ${date}: ${test}`),
    ...entries
      .filter(({ date }) => days(date) > oldestDays)
      .map(({ test, date }) => `unsteady since ${date} and not mended: ${test}`),
    ...[...times]
      .filter(([, seen]) => seen.length > mostOften)
      .map(([test, seen]) => `unsteady ${seen.length} times: ${test}`),
    ...[...times.keys()]
      .filter((test) => !isThere(test.split(': ', 1)[0]!))
      .map((test) => `names a file that is not there: ${test}`),
  ];
}
