import { screenAt } from '#shared/access/guard.ts';
import type { Permission } from '#shared/core/permission.ts';
import { wallRights } from '../access/devices.ts';
import {
  camel,
  checkNames,
  checkStream,
  needed,
  quoted,
  ScaffoldError,
  type Draft,
  type Wanted,
} from './draft.ts';

/** The right of the screen whose figures the wall shows; a paired screen must hold it too. */
function rightOf({ options }: Wanted): Permission {
  const route = options['route'] ?? '/dashboard';
  const screen = screenAt(route);
  if (!screen?.group || !screen.entity)
    throw new ScaffoldError(`${route} is no screen with a right of its own; choose one with --route.`);
  const right: Permission = `${screen.group}/${screen.entity}:view`;
  if (!wallRights.includes(right))
    throw new ScaffoldError(
      `A paired screen does not hold ${right}: see wallRights in server/access/devices.ts.`,
    );
  return right;
}

/** A wall that counts the records of a stream between the events that begin and end them. */
export function wallDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const subject = needed(wanted, 'subject', 'lead');
  const enter = needed(wanted, 'enter', 'LeadCreated').split(',');
  const leave = needed(wanted, 'leave', 'LeadLost,LeadConverted').split(',');
  checkStream(subject, { events: [...enter, ...leave] });
  const right = rightOf(wanted);
  const constant = `${camel(name)}Wall`;
  const list = (events: readonly string[]): string => `[${events.map(quoted).join(', ')}]`;
  const text = `import { placeIn, streamKey } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { markSince, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';

const enter: readonly string[] = ${list(enter)};
const leave: readonly string[] = ${list(leave)};

/** Marks of records that have begun and not ended. */
const view = defineView<PlacedMark>({
  name: ${quoted(constant)},
  version: 1,
  streams: [${quoted(subject)}],
  ids: ({ stream, type }) => ([...enter, ...leave].includes(type) ? [streamKey(stream)] : []),
  row: (row, { type, at, data }, id) => {
    if (leave.includes(type)) return null;
    return row ?? { ...markSince(id, 'open', at, placeIn(data)), state: 'waiting' };
  },
});

export const ${constant} = defineWall({
  name: ${quoted(name)},
  title: { en: ${quoted(english)}, es: ${quoted(spanish)} },
  need: [${quoted(right)}],
  boards: ['open'],
  view,
  mark: (row) => row,
  figures: [
    { name: 'open.count', label: { en: 'Open', es: 'Abiertos' }, kind: 'count', of: 'open' },
    { name: 'open.oldest', label: { en: 'Waits longest', es: 'La espera más larga' }, kind: 'oldest', of: 'open' },
    { name: 'open.today', label: { en: 'New today', es: 'Nuevos hoy' }, kind: 'count', of: 'open', only: ['today'] },
  ],
  sources: [],
});
`;
  const test = `import { expect, it } from 'vitest';
import { figuresOf, marksOf, storyAt } from '#tests/kit/wall.ts';
import { ${constant} } from './${name}.ts';

const now = Date.parse('2026-11-18T05:00:00.000Z');
const event = storyAt(now);
const story = [
  event(${quoted(`${subject}-7`)}, ${quoted(enter[0]!)}, { pooId: 1 }, 30),
  event(${quoted(`${subject}-8`)}, ${quoted(enter[0]!)}, { pooId: 1 }, 10),
  event(${quoted(`${subject}-8`)}, ${quoted(leave[0]!)}, {}, 5),
];

it('counts what began and has not ended', () => {
  expect(figuresOf(${constant}, marksOf(${constant}, story), now)).toEqual({
    'open.count': [1, false],
    'open.oldest': [30, false],
    'open.today': [1, false],
  });
});

it('a screen of another place counts none of them', () => {
  expect(marksOf(${constant}, story, [2])).toEqual([]);
});
`;
  return {
    files: [
      { file: `shared/walls/${name}.ts`, text },
      { file: `shared/walls/${name}.test.ts`, text: test },
    ],
    register: { file: 'shared/walls/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen: null,
    next: [
      'Give each mark its board and its time limit, and each figure its alarm; at most six figures.',
      'Name its sources, and record the shape of its rows: see docs/guides/your-first-wall.md.',
    ],
  };
}
