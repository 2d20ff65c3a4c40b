import { describe, expect, it, test } from 'vitest';
import { toJSONSchema } from 'zod';
import { streamName } from '#shared/core/event.ts';
import { may } from '#shared/core/permission.ts';
import { needOf, screenAt } from '#shared/access/guard.ts';
import type { Field } from '#shared/families/field.ts';
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
} from '#server/core/registers.ts';
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

/** The keys that an input of this command takes; null where it takes any. */
function keysOf(stream: string, command: string): ReadonlySet<string> | null {
  const input = streams.get(stream)?.commands[command]?.input;
  if (!input) return new Set();
  const { properties } = toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return properties ? new Set(Object.keys(properties)) : null;
}
const inputsMissing = (
  stream: string,
  command: string,
  inputs: readonly Field[] = [],
  given: Readonly<Record<string, unknown>> = {},
): readonly string[] => {
  const known = keysOf(stream, command);
  // A slot is sent as its day and its half hour.
  const names = inputs.flatMap(({ name, kind }) => (kind === 'slot' ? ['appDate', 'slotFrom'] : [name]));
  return known === null ? [] : missing([...names, ...Object.keys(given)], known);
};

describe.each(allQueues())('the queue $name', (queue) => {
  it('names its own columns in its panel, and nothing twice', () => {
    const names = queue.columns.map(({ name }) => name);
    expect(missing(queue.panel ?? [], new Set(names))).toEqual([]);
    expect(names.length).toBe(new Set(names).size);
  });
  it('offers actions of its own streams with inputs that their commands take', () => {
    expect(
      queue.actions.flatMap(({ name, aggregate, command, inputs, input, about }) =>
        [
          ...inputsMissing(aggregate, command, inputs, input),
          ...(about ? missing([about.input], keysOf(aggregate, command) ?? new Set([about.input])) : []),
        ].map((one) => `${name}: ${one}`),
      ),
    ).toEqual([]);
  });
  it('has a text for each action, input, option and stage in both languages', () => {
    const { actions, tones } = queue;
    const inputs = actions.flatMap(({ inputs: own = [] }) => own);
    const states = new Set(['waiting', 'claimed', 'working', 'parked']);
    const stages = [
      ...actions.flatMap(({ stages: own = [] }) => own),
      ...Object.keys(tones).filter((tone) => !states.has(tone)),
    ];
    expect(
      untranslated(queue, [
        ...actions.map(({ name }) => `action.${name}`),
        ...inputs.map(({ name }) => `ask.${name}`),
        ...inputs.flatMap(({ name, of, options = [] }) => options.map((value) => `${of ?? name}.${value}`)),
        ...stages.map((stage) => `stage.${stage}`),
        ...(queue.notFor ? ['notFor'] : []),
        ...(queue.first ? ['first.*'] : []),
      ]),
    ).toEqual([]);
  });
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

describe.each(allReports())('the report $name', (report) => {
  it('has a text for its title, columns, values and measures in both languages', () => {
    const keys = report.columns.flatMap(({ name, options = [] }) => [
      `column.${name}`,
      ...options.map((value) => `${name}.${value}`),
    ]);
    const measures = (report.measures ?? []).flatMap(({ name }) => [`measure.${name}`, `means.${name}`]);
    expect(untranslated(report, ['title', ...keys, ...measures])).toEqual([]);
  });
});

it('no event opens requests of two kinds of approval', () => {
  const kinds = Map.groupBy(allApprovals(), ({ subject, raisedOn }) => `${subject}/${raisedOn}`);
  const shared = [...kinds].filter(([, of]) => of.length > 1);
  expect(shared.map(([event, of]) => [event, of.map(({ name }) => name)])).toEqual([]);
});

it('every kind of approval shares a screen that another kind has', () => {
  const kinds = allApprovals();
  const own = new Set(kinds.filter(({ name, screen }) => name === screen).map(({ name }) => name));
  expect(
    missing(
      kinds.map(({ screen }) => screen),
      own,
    ),
  ).toEqual([]);
});

describe.each(allApprovals())(
  'the evidence of $name',
  ({ evidence, about, lockScreen = [], subjectScreen, example }) => {
    it('holds what the request and the lock screen name', () => {
      const known = new Set(evidence.map(({ name }) => name));
      expect(missing([...(about === null ? [] : [about]), ...lockScreen], known)).toEqual([]);
    });
    it('leads to a screen under the right that it names', () => {
      if (!subjectScreen) return;
      const screen = screenAt(subjectScreen.route.replaceAll('{id}', '7'));
      expect([subjectScreen.route, screen && needOf(screen)]).toEqual([
        subjectScreen.route,
        screen?.guard === 'signed-in' ? 'signedIn' : subjectScreen.need,
      ]);
    });
    it('is requested in the demo by commands that exist', () => {
      const steps = example?.steps('2026-11-18') ?? [];
      expect(
        steps.filter(({ stream, command }) => !streams.get(streamName(stream))?.commands[command]),
      ).toEqual([]);
    });
  },
);

describe.each(allForms())('the form $name', (form) => {
  it('is kept and submitted by commands of its subject, and shown by a feed', () => {
    const { subject, submit, keep } = form;
    const commands = new Set(Object.keys(streams.get(subject)?.commands ?? {}));
    const named = [submit, keep?.create, keep?.save, keep?.reveal, keep?.resubmit?.command];
    expect(
      missing(
        named.flatMap((one) => one ?? []),
        commands,
      ),
    ).toEqual([]);
    expect(missing(keep ? [keep.record] : [], new Set(allFeeds().keys()))).toEqual([]);
    expect(missing(keep?.resubmit?.stages ?? [], new Set(keep?.list.stages))).toEqual([]);
  });
  it('has fields of its own values', () => {
    const has = (value: unknown, path: string): boolean =>
      path.split('.').every((key) => {
        // Where the form begins with none of them, any may be filled in.
        if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return true;
        const inside = typeof value === 'object' && value !== null && key in value;
        value = inside ? (value as Record<string, unknown>)[key] : undefined;
        return inside;
      });
    const unknown = form.steps.flatMap(({ fields, list }) => {
      if (list) return has(form.empty, list.path) ? [] : [list.path];
      return fields.flatMap(({ name }) => (has(form.empty, name) ? [] : [name]));
    });
    expect(unknown).toEqual([]);
  });
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
  const {
    header,
    lines,
    lists,
    actions,
    edits,
    scans = [],
    life,
    tones = {},
    stream,
    phones = [],
  } = document;
  it('edits fields of its own, by stages of its own life', () => {
    const headers = new Set(header.map(({ name }) => name));
    const stored = new Set([...headers, ...Object.keys(stream.initial('1').header)]);
    const ofLines = new Set(lines.map(({ name }) => name));
    expect(
      missing(
        edits.flatMap((edit) => edit.header),
        headers,
      ),
    ).toEqual([]);
    expect(missing(phones, stored)).toEqual([]);
    expect(
      missing(
        edits.flatMap((edit) => edit.lines),
        ofLines,
      ),
    ).toEqual([]);
    const stages = [...edits, ...scans, ...actions].flatMap((one) => one.stages);
    expect(missing(stages, new Set(life.stages))).toEqual([]);
    // Other values of a row have tones too.
    const values = Object.keys(document.translations.en).map((key) => key.split('.').at(-1)!);
    expect(missing(Object.keys(tones), new Set([...life.stages, ...values]))).toEqual([]);
  });
  it('sends inputs that its commands take, and opens screens that exist', () => {
    const wrong = actions.flatMap(({ name, command, inputs, begins }) => [
      ...inputsMissing(begins?.stream ?? stream.name, begins?.command ?? command, begins ? [] : inputs).map(
        (one) => `${name}: ${one}`,
      ),
      ...(begins && !screenAt(begins.route) ? [`${name}: ${begins.route}`] : []),
    ]);
    expect(wrong).toEqual([]);
  });
  it('has a text for each stage in both languages', () => {
    expect(
      untranslated(document, [
        ...life.stages.map((stage) => `stage.${stage}`),
        ...scans.map(({ label }) => label),
      ]),
    ).toEqual([]);
  });
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
