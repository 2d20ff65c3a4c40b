import type { AnyEvent } from '#tests/kit/any-event.ts';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { queueView, type QueueRow } from './queue-row.ts';

const view = queueView({ name: 'letters', lease: null } as never, {
  subject: 'letter',
  enter: { on: ['LetterReceived'] },
  leave: ['LetterAnswered'],
  blank: (base: QueueRow) => base,
  fold: (_row: QueueRow, event: AnyEvent) =>
    event.type === 'LetterRead' ? { undoUntil: event.data.undoUntil as string } : {},
});
const at = '2026-11-18T05:00:00.000Z';
const folded = (...events: readonly (readonly [stream: string, type: string, data?: object])[]) =>
  events.reduce<QueueRow | undefined>(
    (row, [stream, type, data = {}], n) =>
      view.row(
        row,
        { stream, type, data, at, position: n + 1, version: n + 1 } as unknown as StoredEvent,
        '7',
      ) ?? undefined,
    undefined,
  );
const [letter, item] = ['letter-7', 'queueitem-letters-7'];
const received = [letter, 'LetterReceived'] as const;

describe('a row of a queue', () => {
  it('given an event that removes it, then it is gone, and no later event brings it back', () => {
    expect(folded(received)?.state).toBe('waiting');
    expect(folded(received, [letter, 'LetterAnswered'])).toBeUndefined();
    expect(folded(received, [item, 'QueueItemRemoved'])).toBeUndefined();
    expect(
      folded(received, [letter, 'LetterAnswered'], [item, 'QueueItemPinned', { pinned: true }]),
    ).toBeUndefined();
  });
  it('given a completed item, then it is gone, or stays while its decision can be undone', () => {
    expect(folded(received, [item, 'QueueItemCompleted'])).toBeUndefined();
    const read = [letter, 'LetterRead', { undoUntil: '2026-11-18T05:00:30.000Z' }] as const;
    expect(folded(received, read, [item, 'QueueItemCompleted'])?.undoUntil).toBe('2026-11-18T05:00:30.000Z');
  });
});
