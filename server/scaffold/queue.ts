import { camel, checkNames, checkStream, needed, placeOf, quoted, type Draft, type Wanted } from './draft.ts';

/** A queue of the records of a stream between the events that enter and leave it. */
export function queueDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const subject = needed(wanted, 'subject', 'lead');
  const enter = needed(wanted, 'enter', 'LeadCallbackScheduled').split(',');
  const leave = needed(wanted, 'leave', 'LeadLost,LeadConverted').split(',');
  checkStream(subject, { events: [...enter, ...leave] });
  const { route, group, entity, screen } = placeOf(wanted, '/', 'entity');
  const constant = camel(name);
  const list = (events: readonly string[]): string => `[${events.map(quoted).join(', ')}]`;
  const union = (events: readonly string[]): string => events.map(quoted).join(' | ');
  const texts = (title: string, [age, left, why]: readonly [string, string, string]): string =>
    `      title: ${quoted(title)},
      'column.enteredAt': ${quoted(age)},
      'column.breachAt': ${quoted(left)},
      'why.entered': ${quoted(why)},`;
  const text = `import type { StoredEvent } from '../core/event.ts';
import { placeIn, streamKey } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import { entersAs, type QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import { readingLease } from '../streams/calls/lease-groups.ts';

type Entered = StoredEvent<${union(enter)}>;
type Left = ${union(leave)};

const hour = 3_600_000;

export const ${constant} = defineQueue<QueueRow, Entered, Left>({
  name: ${quoted(name)},
  route: ${quoted(route)},
  group: ${quoted(group)},
  entity: ${quoted(entity)},
  subject: ${quoted(subject)},
  lease: readingLease,
  sla: { clock: 'business', warnMs: 4 * hour, breachMs: 8 * hour },
  enter: {
    on: ${list(enter)},
    item: (event) =>
      entersAs(event, {
        ref: ${quoted(`${subject}-`)} + streamKey(event.stream),
        pooId: placeIn(event.data),
      }),
  },
  leave: ${list(leave)},
  holds: () => false,
  blank: (base) => base,
  fold: () => ({}),
  rank: (row) => [row.enteredAt],
  sources: [],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 120, flex: 1, filter: 'text' },
    { name: 'enteredAt', kind: 'age', width: 80 },
    { name: 'state', kind: 'status', of: 'state', width: 110, filter: 'set' },
    { name: 'holder', kind: 'holder', width: 140, flex: 1, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 120, filter: 'set' },
  ],
  panel: ['ref', 'enteredAt', 'pooId'],
  actions: [],
  translations: translations({
    en: {
${texts(english, ['Age', 'Time left', 'It waits for somebody.'])}
    },
    es: {
${texts(spanish, ['Antigüedad', 'Plazo', 'Espera a alguien.'])}
    },
  }),
});
`;
  const test = `import { expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { ${constant} } from './${name}.ts';

const event = (type: string, version: number): StoredEvent => ({
  ...{ position: version, stream: ${quoted(`${subject}-7`)}, version, id: String(version), type },
  at: '2026-11-18T05:00:00.000Z',
  actor: { kind: 'system', empId: null, name: 'System' },
  data: { pooId: 1 },
  correlationId: 'test',
});

it('given a record that entered, when it leaves, then its row is gone', () => {
  const { view } = ${constant};
  const row = view.row(undefined, event(${quoted(enter[0]!)}, 1), '7');
  expect(row).toMatchObject({ ref: ${quoted(`${subject}-7`)}, pooId: 1, state: 'waiting' });
  expect(view.row(row!, event(${quoted(leave[0]!)}, 2), '7')).toBeNull();
});
`;
  return {
    files: [
      { file: `shared/queues/${name}.ts`, text },
      { file: `shared/queues/${name}.test.ts`, text: test },
    ],
    register: { file: 'shared/queues/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen,
    next: [
      `The stream ${subject} states with about how its records are discussed; write it where it is missing.`,
      'Its place is that of the entering event; add its own columns with blank and fold, and its actions.',
      'Say in holds whether a record stands in the queue, and record the shape of its rows: see docs/guides/your-first-queue.md.',
    ],
  };
}
