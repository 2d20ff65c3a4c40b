import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { RecordedEvent } from '../../core/event.ts';
import type { NewEvent } from '../../core/event.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Mirror } from './mirror.ts';
import { compareMessages } from '../../core/message-age.ts';
import { mirror } from './mirror.ts';

const message = (version: number | null, second: number, name: string) => ({
  service: 'lead' as const,
  entity: 'lead',
  id: 1,
  version,
  modifiedAt: `2026-11-18T05:00:${String(second).padStart(2, '0')}.000Z`,
  hash: name.padEnd(64, '0'),
  change: 'changed',
  data: { name },
});

function emitted(state: Mirror, input: ReturnType<typeof message>): { state: Mirror; types: string[] } {
  const decision = mirror.commands.record!.decide(state, input, {} as never);
  if (isRefusal(decision)) return { state, types: [decision.code] };
  const events = 'events' in decision ? decision.events : (decision as readonly NewEvent[]);
  const next = events.reduce(
    (now, event) =>
      mirror.evolve(now, {
        ...event,
        at: '',
        actor: { kind: 'source', empId: null, name: 'lead' },
        stream: 'mirror-lead-lead-1',
        version: 1,
      } as RecordedEvent as Parameters<typeof mirror.evolve>[1]),
    state,
  );
  return { state: next, types: events.map((event) => event.type) };
}

test('a newer message replaces the recorded one; an older one is reported and changes nothing', () => {
  const first = emitted(mirror.initial('lead-lead-1'), message(2, 2, 'b'));
  expect(first.types).toEqual(['SourceMessageRecorded']);
  expect(emitted(first.state, message(3, 3, 'c')).state.data).toEqual({ name: 'c' });
  const older = emitted(first.state, message(1, 1, 'a'));
  expect(older.types).toEqual(['SourceMessageIgnored']);
  expect(older.state).toEqual(first.state);
  expect(emitted(first.state, message(2, 2, 'b')).types).toEqual(['messageKnown']);
  expect(emitted(first.state, message(2, 9, 'x')).types).toEqual(['SourceMessageIgnored']);
});

test('messages in any order end in the same state as in order, with and without versions', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 1, max: 8 }),
      fc.infiniteStream(fc.nat()),
      (versioned, n, dice) => {
        const history = Array.from({ length: n }, (_, i) =>
          message(versioned ? i + 1 : null, versioned ? i : Math.floor(i / 2), String.fromCharCode(97 + i)),
        );
        const shuffled = history
          .map((item) => ({ item, rank: dice.next().value }))
          .sort((a, b) => a.rank - b.rank)
          .map((entry) => entry.item);
        const end = (messages: typeof history): Mirror =>
          messages.reduce((state, item) => emitted(state, item).state, mirror.initial('x'));
        expect(end(shuffled)).toEqual(end(history));
      },
    ),
    { numRuns: 300 },
  );
});

test('a version wins over time, time over hash', () => {
  const base = { modifiedAt: '2026-01-01T00:00:00.000Z', hash: 'b' };
  expect(
    compareMessages({ ...base, version: 3 }, { ...base, modifiedAt: '2027-01-01T00:00:00.000Z', version: 2 }),
  ).toBe('newer');
  expect(compareMessages({ ...base, modifiedAt: '2026-01-02T00:00:00.000Z' }, base)).toBe('newer');
  expect(compareMessages({ ...base, hash: 'a' }, base)).toBe('older');
  expect(compareMessages(base, base)).toBe('same');
});
