import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkedIn, openLife, wednesday } from '#tests/kit/life.ts';
import { agentwork } from '../agentwork.ts';
import { queueitem } from './queueitem.ts';
import type { QueueItemState } from './state.ts';

const agents = { verifier: 103, verifier2: 104, lead: 131 } as const;
const item = (n: number): string => `queueitem-signup-queue-${n}`;

const step = fc.record({
  who: fc.constantFrom(...(Object.keys(agents) as (keyof typeof agents)[])),
  agent: fc.constantFrom(...(Object.keys(agents) as (keyof typeof agents)[])),
  n: fc.integer({ min: 1, max: 3 }),
  what: fc.constantFrom(
    'claim',
    'startWork',
    'release',
    'park',
    'takeOver',
    'assign',
    'expire',
    'return',
    'releaseAll',
    'complete',
    'enter',
  ),
});

it('after any commands a row has one holder, an agent one row, and both streams agree', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const life = openLife([queueitem, agentwork], checkedIn);
      const face = (n: number) => ({
        queue: 'signup-queue',
        subject: `signup-${n}`,
        ref: `SG-${n}`,
        group: 'Out Bound',
        entity: 'signup-queue',
        lease: { group: 'calls', limit: 1 },
        pooId: 1,
        language: 'kn',
        priority: 0,
        enteredAt: '2026-11-18T05:00:00.000Z',
        warnAt: null,
        breachAt: null,
        escalateAt: null,
      });
      for (const n of [1, 2, 3]) life.must(item(n), 'enter', face(n));
      steps.forEach(({ who, agent, n, what }, at) => {
        const now = wednesday + at * 1000;
        const state = life.state(item(n)) as QueueItemState;
        if (what === 'expire')
          life.command(item(n), 'expireLease', { leaseId: state.lease?.leaseId ?? 'none' }, { now });
        else if (what === 'return')
          life.command(
            item(n),
            'return',
            { until: state.parkedUntil ?? '2026-11-18T05:00:00.000Z' },
            { now },
          );
        else if (what === 'releaseAll')
          life.command(`agentwork-${agents[who]}`, 'releaseAll', { reason: 'break' }, { now });
        else if (what === 'complete') life.command(item(n), 'complete', {}, { now });
        else if (what === 'enter') life.command(item(n), 'enter', face(n), { now });
        else
          life.command(
            item(n),
            what,
            what === 'park'
              ? { until: new Date(now + 60_000).toISOString(), reason: 'later' }
              : what === 'takeOver'
                ? { reason: 'urgent' }
                : what === 'assign'
                  ? { reason: 'urgent', empId: agents[agent] }
                  : {},
            { as: who, now },
          );

        const held = [1, 2, 3].flatMap((one) => {
          const { lease, stage } = life.state(item(one)) as QueueItemState;
          expect(lease !== null).toBe(stage === 'claimed' || stage === 'working');
          return lease ? [`${lease.empId} ${item(one)} ${lease.leaseId}`] : [];
        });
        const sheets = Object.values(agents).flatMap((empId) =>
          Object.entries(life.state(`agentwork-${empId}`).items as Record<string, { leaseId: string }>).map(
            ([stream, { leaseId }]) => `${empId} ${stream} ${leaseId}`,
          ),
        );
        expect(sheets.sort()).toEqual(held.sort());
        for (const empId of Object.values(agents))
          expect(held.filter((one) => one.startsWith(`${empId} `)).length).toBeLessThanOrEqual(1);
      });
    }),
    { numRuns: 150 },
  );
});
