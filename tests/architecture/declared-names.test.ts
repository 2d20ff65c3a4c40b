import { describe, expect, it, test } from 'vitest';
import { may } from '#shared/core/permission.ts';
import { screenAt } from '#shared/access/guard.ts';
import type { ColumnDef, ScreenFace } from '#shared/families/screen.ts';
import {
  allApprovals,
  allDocuments,
  allFeeds,
  allForms,
  allPolicies,
  allOffers,
  allQueues,
  allReports,
  allScreens,
  allSearches,
  allStreams,
} from '#server/registers.ts';
import { people } from '#tests/kit/life.ts';

const streams = allStreams();
const eventsOf = (stream: string): ReadonlySet<string> =>
  new Set(Object.keys(streams.get(stream)?.events ?? {}));
const allEvents = new Set([...streams.keys()].flatMap((name) => [...eventsOf(name)]));
const missing = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names.filter((name) => !known.has(name));

/** The keys that have no text in one of the languages; `prefix.*` needs at least one text. */
function untranslated({ translations }: Pick<ScreenFace, 'translations'>, keys: readonly string[]): string[] {
  return [translations.en, translations.es].flatMap((phrases) =>
    keys.filter((key) =>
      key.endsWith('.*')
        ? !Object.keys(phrases).some((one) => one.startsWith(key.slice(0, -1)))
        : !phrases[key],
    ),
  );
}
const columnKeys = (columns: readonly Omit<ColumnDef, 'kind'>[]): readonly string[] =>
  columns.flatMap(({ name: key, of, ...column }) => [
    `column.${key}`,
    ...('kind' in column && column.kind === 'status' ? [`${of ?? key}.*`] : []),
  ]);

it('every declared screen stands in the register of screens, under the right that it names', () => {
  const unknown = allScreens().filter(({ route, group, entity }) => {
    if (route === '') return false;
    const screen = screenAt(route.startsWith('/') ? route : `/${route}`);
    return !screen || (screen.entity !== null && (screen.group !== group || screen.entity !== entity));
  });
  expect(unknown.map(({ name, route }) => `${name} ${route}`)).toEqual([]);
});

it('every event that a policy reacts to is declared by a stream', () => {
  expect(
    allPolicies().flatMap(({ name, on }) => missing(on, allEvents).map((type) => `${name} ${type}`)),
  ).toEqual([]);
});

it('every stream that a feed, a search or a report reads exists', () => {
  const read = [
    ...[...allFeeds().values()].map(({ name, view }) => [name, view.streams] as const),
    ...allSearches().map(({ kind, streams: named }) => [kind, named] as const),
    ...allReports().map(({ name, model }) => [name, model.streams] as const),
  ];
  const known = new Set(streams.keys());
  expect(read.flatMap(([name, named]) => missing(named, known).map((one) => `${name} ${one}`))).toEqual([]);
});

test.each(allOffers())(
  '$stream/$command is open to whoever $screen offers it',
  ({ stream, command, need }) => {
    const open = streams.get(stream)?.commands[command];
    const refused = need.filter(
      (right) => !open || !may({ ...people.agent1!, rights: new Set([right]) }, open.need).ok,
    );
    expect(refused).toEqual([]);
  },
);

describe.each(allQueues())('the queue $name', (queue) => {
  it('is entered and left by events of its subject', () => {
    const { entering, counted, subject } = queue;
    const named = [...entering.enter.on, ...entering.leave, ...(counted?.until ?? [])];
    expect(missing(named, eventsOf(subject))).toEqual([]);
  });
  it('has a text for each column and status in both languages', () => {
    expect(untranslated(queue, ['title', 'why.*', ...columnKeys(queue.columns)])).toEqual([]);
  });
});

describe.each(allApprovals())('the approval $name', (kind) => {
  it('is requested and settled by events of its subject, which takes the request', () => {
    const { applied, failed, superseded } = kind.settled;
    expect(missing([kind.raisedOn, ...applied, ...failed, ...superseded], eventsOf(kind.subject))).toEqual(
      [],
    );
    const commands = new Set(Object.keys(streams.get(kind.subject)?.commands ?? {}));
    expect(missing(['linkApproval', ...kind.effects], commands)).toEqual([]);
  });
  it('has a text for each column, evidence, effect and status in both languages', () => {
    const keys = ['title', 'column.subject', 'effect.approve', 'effect.reject', ...columnKeys(kind.columns)];
    expect(untranslated(kind, [...keys, ...columnKeys(kind.evidence)])).toEqual([]);
  });
});

describe.each(allForms())('the form $name', (form) => {
  it('has a text for each step, field and option in both languages', () => {
    const keys = form.steps.flatMap(({ name, fields, list }) => [
      `step.${name}`,
      ...(list ? [`entry.${list.path}`] : []),
      ...fields.flatMap(({ name: path, options = [] }) => [
        `field.${path}`,
        ...options.map((option) => `option.${path.split('.').at(-1)}.${option}`),
      ]),
    ]);
    const kept = form.keep
      ? ['action.create', ...form.keep.list.stages.map((stage) => `stage.${stage}`)]
      : [];
    const again = form.keep?.resubmit ? ['action.resubmit', 'field.answer'] : [];
    expect(untranslated(form, ['title', 'action.submit', ...keys, ...kept, ...again])).toEqual([]);
  });
});

describe.each(allDocuments())('the document $name', (document) => {
  const { header, lines, lists, actions } = document;
  it('has a text for each list, column, field, option and action in both languages', () => {
    const inputs = actions.flatMap(({ inputs: own = [] }) => own);
    const options = [...header, ...lines, ...inputs].flatMap(({ name, of, options: choices = [] }) =>
      choices.map((value) => `${of ?? name}.${value}`),
    );
    expect(
      untranslated(document, [
        ...lists.flatMap(({ entity, columns }) => [`title.${entity}`, ...columnKeys(columns)]),
        ...header.map(({ name }) => `header.${name}`),
        ...lines.map(({ name }) => `line.${name}`),
        ...inputs.map(({ name }) => `ask.${name}`),
        ...options,
        ...actions.map(({ name }) => `action.${name}`),
      ]),
    ).toEqual([]);
  });
});
