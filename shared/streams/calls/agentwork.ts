import { z } from 'zod';
import { text } from '../../core/fields.ts';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';
import type { LeaseRule } from './holds.ts';
import { endHold } from './holds.ts';
import type { QueueItemState } from './queueitem/state.ts';

export interface WorkHeld {
  readonly leaseId: string;
  readonly ref: string;
  readonly group: LeaseRule['group'];
}

/** What one agent holds at this moment, over all queues. Written only together with the items themselves. */
export interface AgentWorkState {
  readonly empId: number;
  readonly items: Readonly<Record<string, WorkHeld>>;
}

export const agentwork = defineStream<AgentWorkState>({
  name: 'agentwork',
  area: 'calls',
  state: 1,
  initial: (key) => ({ empId: Number(key), items: {} }),
  evolve(state, event) {
    const { item, leaseId, ref, group } = event.data;
    switch (event.type) {
      case 'WorkTaken':
        return { ...state, items: { ...state.items, [item]: { leaseId, ref, group } } };
      case 'WorkEnded': {
        if (state.items[item]?.leaseId !== leaseId) return state;
        const { [item]: _ended, ...items } = state.items;
        return { ...state, items };
      }
      default:
        return state;
    }
  },
  visible: (state, viewer) => viewer.kind !== 'person' || viewer.empId === state.empId || viewer.admin,
  commands: {
    /** Sign-out, break, end of work: everything held goes back to its place; with `lostOnly`, what may not be worked on any more. */
    releaseAll: command<AgentWorkState, { reason: string; lostOnly?: boolean | undefined }>({
      input: z.object({ reason: text(40), lostOnly: z.boolean().optional() }),
      need: 'system',
      reads: (_input, state) => Object.fromEntries(Object.keys(state.items).map((item) => [item, item])),
      decide: (state, { reason, lostOnly }, ctx) =>
        Object.entries(state.items).flatMap(([stream, held]) => {
          const item = ctx.read[stream] as QueueItemState | undefined;
          const lease = item?.lease?.leaseId === held.leaseId ? item.lease : null;
          if (lostOnly && item?.face && ctx.directory.holders(`${item.face.group}/${item.face.entity}:edit`).some((one) => one.empId === state.empId))
            return [];
          return lease ? endHold(stream, lease, { type: 'QueueItemReleased', data: { reason } }) : [];
        }),
    }),
  },
  words: words({
    en: { WorkTaken: 'Work taken', WorkEnded: 'Work ended' },
    es: { WorkTaken: 'Trabajo tomado', WorkEnded: 'Trabajo terminado' },
  }),
  story: [
    {
      as: 'system',
      stream: 'queueitem-demo-queue-1',
      command: 'enter',
      input: {
        queue: 'demo-queue',
        subject: 'demo-1',
        ref: 'DQ-000001',
        group: 'Out Bound',
        entity: 'signup-queue',
        lease: { group: 'calls', limit: 1 },
        pooId: 1,
        language: 'en',
        priority: 0,
        enteredAt: '2026-11-18T05:00:00.000Z',
        warnAt: null,
        breachAt: null,
        escalateAt: null,
      },
    },
    { as: 'verifier', stream: 'queueitem-demo-queue-1', command: 'claim', input: {} },
    { as: 'system', stream: 'agentwork-103', command: 'releaseAll', input: { reason: 'break' } },
  ],
});
