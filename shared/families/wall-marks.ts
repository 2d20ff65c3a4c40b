import type { QueueItemEvent } from '../streams/calls/queueitem/state.ts';
import type { Stored } from '../core/event.ts';
import { partBefore } from '../core/cut.ts';
import { streamKey, type StoredEvent } from '../core/event.ts';

export type WallState = 'waiting' | 'held' | 'question' | 'working' | 'onBreak';

/**
 * Something that a wall counts: numbers, instants and words of the program, never a name. The wall computes its
 * figures by its own corrected clock.
 */
export interface WallMark {
  readonly id: string;
  /** The group that it is counted in: a queue's name, or one of the wall's own. */
  readonly board: string;
  readonly state: WallState;
  readonly since: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
  /** When what it waits for first happened. */
  readonly reachedAt?: string | null;
  /** Money that goes with it, in paise. */
  readonly paise?: number;
  /** For a mark that is a reading of its own: its number. */
  readonly amount?: number;
}

/** A mark as a view keeps it, with its place: that decides which walls count it, and is not sent. */
export interface PlacedMark extends WallMark {
  readonly pooId: number | null;
}

/** The fields of a mark alone, whatever else the row of a view holds. */
export function onlyMark(row: WallMark): WallMark {
  const { id, board, state, since, warnAt, breachAt, reachedAt, paise, amount } = row;
  return {
    ...{ id, board, state, since, warnAt, breachAt },
    ...(reachedAt === undefined ? {} : { reachedAt }),
    ...(paise === undefined ? {} : { paise }),
    ...(amount === undefined ? {} : { amount }),
  };
}

/** A mark that began at an instant and has no time limit. */
export const markSince = (id: string, board: string, since: string, pooId: number | null): PlacedMark => ({
  ...{ id, board, state: 'working', since, warnAt: null, breachAt: null, pooId },
});

/** The board of a mark whose id is `<board>:<key>`. */
export const boardOf = (id: string): string => partBefore(id, ':');

const itemKey = /^(.+)-([^-]+)$/;

/** The queue and the subject's key of an event of a queue item. */
export function itemOf({ stream }: StoredEvent): readonly [queue: string, subject: string] {
  const [, queue = '', subject = ''] = itemKey.exec(streamKey(stream)) ?? [];
  return [queue, subject];
}

/** The ids of the marks of queue items, by the board that counts each queue. */
export function itemIds(boards: Readonly<Record<string, string>>, event: StoredEvent): readonly string[] {
  const [queue, subject] = itemOf(event);
  return Object.hasOwn(boards, queue) ? [`${boards[queue]}:${subject}`] : [];
}

/** The mark of a queue item after an event of it. */
export function queueMark(
  row: PlacedMark | undefined,
  { type, data }: Stored<QueueItemEvent>,
  id: string,
  board = boardOf(id),
): PlacedMark | null {
  switch (type) {
    case 'QueueItemEntered':
      return {
        ...markSince(id, board, data.enteredAt, data.pooId ?? null),
        state: 'waiting',
        warnAt: data.warnAt,
        breachAt: data.breachAt,
      };
    case 'QueueItemClaimed':
    case 'QueueItemTakenOver':
    case 'QueueItemWorkStarted':
      return row ? { ...row, state: 'held' } : null;
    case 'QueueItemReleased':
    case 'QueueItemLeaseExpired':
    case 'QueueItemReturned':
    case 'QueueItemParked':
      return row ? { ...row, state: 'waiting' } : null;
    case 'QueueItemCompleted':
    case 'QueueItemRemoved':
      return null;
    default:
      return row ?? null;
  }
}
