import { z } from 'zod';
import type { Event } from '../../core/event.ts';
import { text } from '../../core/fields.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { callerStream, type CallerState } from './call/caller.ts';
import type { LeaseRule } from './leases.ts';
import { endLease } from './leases.ts';
import type { QueueItemState } from './queueitem/state.ts';

export interface WorkHeld {
  readonly leaseId: string;
  readonly ref: string;
  readonly group: LeaseRule['group'];
}

/** Rows one agent currently holds, over all queues. Written only together with the queue items themselves. */
export interface AgentWorkState {
  readonly empId: number;
  readonly items: Readonly<Record<string, WorkHeld>>;
}

/** `item` is the stream of the queue item. */
type AgentWorkEvent =
  | Event<'WorkTaken', WorkHeld & { readonly item: string }>
  | Event<'WorkEnded', { readonly item: string; readonly leaseId: string }>;

export const agentwork = defineStream<AgentWorkState, AgentWorkEvent>({
  name: 'agentwork',
  events: {
    WorkTaken: true,
    WorkEnded: true,
  },
  area: 'calls',
  state: 1,
  initial: (key) => ({ empId: Number(key), items: {} }),
  evolve(state, event) {
    switch (event.type) {
      case 'WorkTaken': {
        const { item, leaseId, ref, group } = event.data;
        return { ...state, items: { ...state.items, [item]: { leaseId, ref, group } } };
      }
      case 'WorkEnded': {
        const { item, leaseId } = event.data;
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
    /**
     * On sign-out, break or end of work: releases all rows to their former rank; with `lostOnly`, only rows
     * the agent may no longer work on.
     */
    releaseAll: command<AgentWorkState, { reason: string; lostOnly?: boolean | undefined }>({
      input: z.object({ reason: text(40), lostOnly: z.boolean().optional() }),
      need: 'system',
      reads: (_input, state) => ({
        caller: callerStream(state.empId),
        ...Object.fromEntries(Object.keys(state.items).map((item) => [item, item])),
      }),
      decide: (state, { reason, lostOnly }, ctx) =>
        Object.entries(state.items).flatMap(([stream, held]) => {
          // A call keeps its row until its disposition.
          if ((ctx.read.caller as CallerState | undefined)?.live?.item === stream) return [];
          const item = ctx.read[stream] as QueueItemState | undefined;
          const lease = item?.lease?.leaseId === held.leaseId ? item.lease : null;
          if (
            lostOnly &&
            item?.face &&
            ctx.directory
              .holders(`${item.face.group}/${item.face.entity}:edit`)
              .some((one) => one.empId === state.empId)
          )
            return [];
          return lease ? endLease(stream, lease, { type: 'QueueItemReleased', data: { reason } }) : [];
        }),
    }),
  },
  translations: translations({
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
