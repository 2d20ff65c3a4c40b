import { expect, it } from 'vitest';
import { figuresOf, marksOf, storyAt } from '#tests/kit/wall.ts';
import { prescriptionWall } from './prescription.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
const event = storyAt(now);
const iso = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
const entered = (queue: string, n: number, minutesAgo: number, pooId = 1) =>
  event(
    `queueitem-${queue}-${n}`,
    'QueueItemEntered',
    { enteredAt: iso(minutesAgo), warnAt: null, breachAt: iso(minutesAgo - 45), pooId },
    minutesAgo,
  );
const story = [
  entered('pdList', 1, 30),
  entered('prescriptionChecker', 2, 50),
  event('prescription-3', 'PrescriptionApproved', { pooId: 1 }, 20),
  entered('pdList', 4, 60, 2),
  event('queueitem-pdList-4', 'QueueItemCompleted', {}, 20),
  event('prescription-4', 'PrescriptionRejected', {}, 20),
  event('prescription-5', 'PrescriptionApproved', { pooId: 1 }, 2_000),
];

it('counts waiting prescriptions and today’s decisions', () => {
  expect(figuresOf(prescriptionWall, marksOf(prescriptionWall, story), now)).toEqual({
    'rx.digitize': [1, false],
    'rx.check': [1, false],
    'rx.oldest': [50, true],
    'rx.done': [1, false],
    'rx.rejected': [1, false],
  });
});

it('a rejected prescription counts at the place whose queue it was in', () => {
  expect(marksOf(prescriptionWall, story, [2]).map(({ board }) => board)).toEqual(['rejected']);
});
