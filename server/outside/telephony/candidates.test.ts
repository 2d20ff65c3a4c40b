import { expect, test } from 'vitest';
import { blankLead } from '#shared/queues/pharma-lead/row.ts';
import { allQueues } from '#server/core/registers.ts';
import { callingHours } from '#shared/streams/calls/call/hours.ts';
import { instantOf } from '#shared/core/day.ts';
import { people } from '#tests/kit/life.ts';
import { candidatesFor } from './candidates.ts';

const row = (id: string, campaignId: number | null) => ({
  ...blankLead({
    id,
    ref: `LD-00000${id}`,
    state: 'waiting',
    holder: null,
    pooId: 1,
    language: null,
    priority: 0,
    pinned: false,
    enteredAt: '2026-11-18T04:00:00.000Z',
  } as never),
  consent: 'explicit',
  campaignId,
});
const campaigns = new Map([
  [7, { stage: 'paused', fields: { vName: 'Diwali' } }],
  [8, { stage: 'running', fields: { vName: 'Heart week', tCallFrom: '11:00', tCallTo: '12:00' } }],
]);
const rows = new Map([row('1', null), row('2', 7), row('3', 8)].map((one) => [one.id, one]));
const servedAt = async (time: string): Promise<readonly string[]> => {
  const found = await candidatesFor(
    {
      queues: allQueues().filter(({ name }) => name === 'pharma-lead-queue'),
      views: { get: () => ({ rows }) } as never,
      dayAt: async () => ({ hours: callingHours, holiday: null }),
      campaigns: async () => campaigns,
    },
    people.admin!,
    instantOf('2026-11-18', time),
  );
  return found.map(({ subject }) => subject);
};

test('given a paused campaign, when rows are chosen to be called, then none of its leads is', async () => {
  expect(await servedAt('11:30')).toEqual(['lead-1', 'lead-3']);
});
test('given a campaign with hours of its own, when rows are chosen outside them, then none of its leads is', async () => {
  expect(await servedAt('12:00')).toEqual(['lead-1']);
});
