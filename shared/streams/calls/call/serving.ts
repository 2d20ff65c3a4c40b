import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { businessDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { id, instant, note, text } from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { agentworkStream, endLease } from '../leases.ts';
import type { QueueItemState } from '../queueitem/state.ts';
import type { CallerEvent, CallerState, Served } from './caller.ts';
import { evolveCaller, noCaller, skipsOn } from './caller.ts';
import { callLimits } from './limits.ts';

const own = (event: CallerEvent): NewEvent => ({ type: event.type, data: { ...event.data } });

const serving = z.strictObject({
  item: text(120),
  queue: text(60),
  subject: text(80),
  ref: text(20),
  name: texts.own().max(100),
  campaignId: id().nullable(),
  why: text(60),
  values: z.record(texts.own(), z.union([texts.own(), z.number()])),
  leaseId: text(64),
}) satisfies z.core.$ZodType<Omit<Served, 'servedAt' | 'previewUntil'>>;

const servedItem = (state: CallerState): Record<string, string> =>
  state.served ? { item: state.served.item, work: agentworkStream(state.empId) } : {};

/** Releases the served row to its former rank. */
function handedBack(state: CallerState, item: QueueItemState | undefined, reason: string): NewEvent[] {
  const lease = item?.lease?.leaseId === state.served?.leaseId ? item?.lease : null;
  return state.served && lease
    ? endLease(state.served.item, lease, { type: 'QueueItemReleased', data: { reason } })
    : [];
}

/** One agent's calling stream. Serving, skipping and missing are written together with the row concerned. */
export const caller = defineStream<CallerState, CallerEvent>({
  name: 'caller',
  area: 'calls',
  state: 2,
  events: {
    CallLineTaken: true,
    CallLineFreed: true,
    ItemServed: true,
    ItemSkipped: true,
    PreviewMissed: true,
    ServedItemLost: true,
    ServingResumed: true,
  },
  initial: noCaller,
  evolve: evolveCaller,
  visible: (state, viewer) => viewer.kind !== 'person' || viewer.empId === state.empId,
  commands: {
    /** Reports what the server claimed for this agent; the preview starts now. */
    serve: command<CallerState, z.infer<typeof serving>>({
      input: serving,
      need: 'system',
      creates: true,
      decide(state, input, ctx) {
        if (state.live) return refuse('agentOnCall', 409, { ref: state.live.call });
        if (state.served?.leaseId === input.leaseId) return [];
        const servedAt = new Date(ctx.now).toISOString();
        const previewUntil = new Date(ctx.now + callLimits.previewMs).toISOString();
        return [own({ type: 'ItemServed', data: { ...input, servedAt, previewUntil } })];
      },
    }),
    skip: command<CallerState, { reason: string }>({
      input: z.strictObject({ reason: note(200, 3) }),
      need: 'Out Bound/outCall1:edit',
      reads: (_input, state) => servedItem(state),
      decide(state, { reason }, ctx) {
        if (!state.served) return refuse('nothingServed', 409);
        if (skipsOn(state, businessDay(ctx.now)) >= callLimits.skipsPerDay)
          return refuse('skipLimit', 422, { n: callLimits.skipsPerDay });
        const { item, subject, ref } = state.served;
        const until = new Date(ctx.now + callLimits.skippedForMs).toISOString();
        return [
          own({ type: 'ItemSkipped', data: { item, subject, ref, reason, until } }),
          ...handedBack(state, ctx.read.item, 'skipped'),
        ];
      },
    }),
    /** Sent when the preview time is over. */
    missPreview: command<CallerState, { until: string }>({
      input: z.strictObject({ until: instant() }),
      need: 'system',
      reads: (_input, state) => servedItem(state),
      decide(state, { until }, ctx) {
        if (state.served?.previewUntil !== until || Date.parse(until) > ctx.now)
          return refuse('noLongerNeeded', 409);
        const misses = state.misses + 1;
        const paused = misses >= callLimits.missesToBreak;
        const { item, ref } = state.served;
        return [
          own({ type: 'PreviewMissed', data: { item, ref, misses, paused } }),
          ...handedBack(state, ctx.read.item, 'previewMissed'),
        ];
      },
    }),
    /** The agent lost the row: it was closed, taken over, or its lease expired. */
    loseServed: command<CallerState, { item: string; leaseId: string | null }>({
      input: z.strictObject({ item: text(120), leaseId: texts.own().nullable() }),
      need: 'system',
      decide: (state, { item, leaseId }) =>
        state.served?.item === item && (leaseId === null || state.served.leaseId === leaseId)
          ? [own({ type: 'ServedItemLost', data: { item } })]
          : refuse('noLongerNeeded', 409),
    }),
    /** The agent is back after missed previews. */
    resumeServing: command<CallerState, object>({
      input: z.strictObject({}),
      need: 'Out Bound/outCall1:edit',
      decide: (state) =>
        state.paused || state.misses > 0 ? [own({ type: 'ServingResumed', data: {} })] : [],
    }),
  },
  translations: translations({
    en: {
      CallLineTaken: 'On a call',
      CallLineFreed: 'Call finished',
      ItemServed: 'Item served',
      ItemSkipped: 'Item skipped',
      PreviewMissed: 'Preview missed',
      ServedItemLost: 'Served item gone',
      ServingResumed: 'Ready again',
      nothingServed: 'Nothing is served to you now. Press Next.',
      servingPaused: 'Three previews passed without a call. Say that you are ready again.',
      nothingWaits: 'Nobody waits for a call from you now.',
      skipLimit: 'You skipped {{n}} items today; call this one or ask your team lead.',
      agentOnCall: 'Finish call {{ref}} first.',
    },
    es: {
      CallLineTaken: 'En una llamada',
      CallLineFreed: 'Llamada terminada',
      ItemServed: 'Elemento servido',
      ItemSkipped: 'Elemento saltado',
      PreviewMissed: 'Vista previa sin respuesta',
      ServedItemLost: 'El elemento servido ya no está',
      ServingResumed: 'Disponible de nuevo',
      nothingServed: 'Ahora no tiene nada servido. Pulse Siguiente.',
      servingPaused: 'Pasaron tres vistas previas sin llamada. Indique que está disponible de nuevo.',
      nothingWaits: 'Ahora nadie espera una llamada suya.',
      skipLimit: 'Hoy ya saltó {{n}} elementos; llame a este o consulte a su jefe de equipo.',
      agentOnCall: 'Termine primero la llamada {{ref}}.',
    },
  }),
  story: [
    {
      as: 'system',
      stream: 'caller-101',
      command: 'serve',
      input: {
        item: 'queueitem-pharma-lead-queue-10001',
        queue: 'pharma-lead-queue',
        subject: 'lead-10001',
        ref: 'LD-010001',
        name: 'Mohan Rao',
        campaignId: null,
        why: 'served.priority',
        values: {},
        leaseId: 'lease-1',
      },
    },
    {
      as: 'system',
      stream: 'caller-101',
      command: 'missPreview',
      input: { until: '2026-11-18T05:00:20.000Z' },
    },
  ],
});
