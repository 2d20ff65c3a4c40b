/** An unsteady test as it was seen: what it failed with before it passed alone. */
export interface Entry {
  /** `file: full name` */
  readonly test: string;
  /** The day on which it was seen, `YYYY-MM-DD`. */
  readonly date: string;
  /** The first line of what it failed with. */
  readonly first: string;
}

const oldestDays = 7;
const mostOften = 2;

/** What is wrong with a ledger of unsteady tests on a day: an entry nobody mended in time, a test that keeps coming back, a test that is not there. */
export function complaints(ledger: readonly Entry[], today: string, isThere: (file: string) => boolean): string[] {
  const days = (from: string) => (Date.parse(today) - Date.parse(from)) / 86_400_000;
  const times = Map.groupBy(ledger, ({ test }) => test);
  return [
    ...ledger
      .filter(({ test, date, first }) => !/^tests\/\S+: ./.test(test) || !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(days(date)) || first === '')
      .map((one) => `malformed: ${JSON.stringify(one)}`),
    ...ledger.filter(({ date }) => days(date) > oldestDays).map(({ test, date }) => `unsteady since ${date} and not mended: ${test}`),
    ...[...times].filter(([, seen]) => seen.length > mostOften).map(([test, seen]) => `unsteady ${seen.length} times: ${test}`),
    ...[...times.keys()].filter((test) => !isThere(test.split(': ', 1)[0]!)).map((test) => `names a file that is not there: ${test}`),
  ];
}
