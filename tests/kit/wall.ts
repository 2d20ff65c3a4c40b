import type { StoredEvent } from '#shared/core/event.ts';
import { figureValue, isAlarm } from '#shared/families/wall-figures.ts';
import type { WallMark } from '#shared/families/wall-marks.ts';
import type { WallDef } from '#shared/families/wall.ts';

let position = 0;

/** Events of a story, each so many minutes before `now`, by somebody with a name. */
export const storyAt =
  (now: number) =>
  (stream: string, type: string, data: object, minutesAgo: number): StoredEvent => ({
    position: (position += 1),
    stream,
    version: 1,
    id: `e${position}`,
    type,
    at: new Date(now - minutesAgo * 60_000).toISOString(),
    actor: { kind: 'person', empId: 162, name: 'Imran Sheikh' },
    data,
    correlationId: '',
  });

/** The marks that a screen paired for these places receives after a story. */
export function marksOf(
  { feed }: Pick<WallDef, 'feed'>,
  story: readonly StoredEvent[],
  poos: readonly number[] | 'all' = 'all',
): readonly WallMark[] {
  const rows = new Map<string, unknown>();
  for (const event of story)
    for (const id of feed.view.ids(event)) {
      const row: unknown = feed.view.row(rows.get(id), event, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  return [...rows].flatMap(([id, row]) => feed.see(row, { poos }, id) ?? []);
}

/** The value of every figure by its name, and whether it is an alarm. */
export const figuresOf = (
  { figures }: Pick<WallDef, 'figures'>,
  marks: readonly WallMark[],
  now: number,
): Readonly<Record<string, readonly [value: number | null, alarm: boolean]>> =>
  Object.fromEntries(
    figures.map((figure) => {
      const value = figureValue(figure, marks, now);
      return [figure.name, [value, isAlarm(figure, value, marks, now)]];
    }),
  );
