import type { StoredEvent } from '../core/event.ts';

/**
 * A waiting item or a person at work, without a name: the wall computes counts by its own corrected clock.
 */
export interface FloorMark {
  readonly id: string;
  /** A queue's name, or one of the wall's own boards. */
  readonly board: string;
  readonly state: 'waiting' | 'held' | 'question' | 'working' | 'onBreak';
  readonly since: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
  /** When what it waits for first happened. */
  readonly reachedAt?: string | null;
  /** Money that goes with it, in paise. */
  readonly paise?: number;
}

export interface FloorTile {
  readonly id: string;
  readonly waiting: number;
  /** How many of those are claimed, waiting for an answer, or on a break. */
  readonly held: number;
  readonly oldestAt: string | null;
  readonly atRisk: number;
  readonly breached: number;
}

const heldStates: readonly FloorMark['state'][] = ['held', 'question', 'onBreak'];

/**
 * Tiles of the wall at an instant (ms, server clock): a mark is at risk from `warnAt` and breached from
 * `breachAt`.
 */
export function floorTiles(
  marks: Iterable<FloorMark>,
  boards: readonly string[],
  now: number,
): readonly FloorTile[] {
  const all = [...marks];
  return boards.map((id) => {
    const mine = all.filter((mark) => mark.board === id);
    const breached = mine.filter((mark) => mark.breachAt !== null && Date.parse(mark.breachAt) <= now).length;
    const warned = mine.filter((mark) => mark.warnAt !== null && Date.parse(mark.warnAt) <= now).length;
    const oldestAt = mine.reduce<string | null>(
      (oldest, mark) => (oldest === null || mark.since < oldest ? mark.since : oldest),
      null,
    );
    const held = mine.filter((mark) => heldStates.includes(mark.state)).length;
    return { id, waiting: mine.length, held, oldestAt, atRisk: Math.max(0, warned - breached), breached };
  });
}

/** The mark on its queue's tile after an event of a queue item. */
export function queueMark(
  row: FloorMark | undefined,
  { type, data }: StoredEvent,
  id: string,
  board: string,
): FloorMark | null {
  switch (type) {
    case 'QueueItemEntered':
      return {
        id,
        board,
        state: 'waiting',
        since: data.enteredAt,
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
