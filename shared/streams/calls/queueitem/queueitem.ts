import { callLease } from '../lease-groups.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { instant, note, text } from '../../../core/fields.ts';
import { DAY_MS, timeOfDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { limits } from '../../../core/limits.ts';
import type { Group } from '../../../core/permission.ts';
import { groups, inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../../core/stream.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { employeeId } from '../../../core/record-id.ts';
import type { Lease, LeaseRule } from '../leases.ts';
import { agentworkStream, endLease, takeLease } from '../leases.ts';
import { callClasses } from '../call/hours.ts';
import { callerReads, callReads, campaignReads, callRefused, onCallWith, turnRefused } from './callable.ts';
import { atWork, attendanceReads, colleague, eligible, handsFree } from './eligible.ts';
import type { QueueItemFace, QueueItemState } from './state.ts';
import { evolveQueueItem, isOpen, newQueueItem, type QueueItemEvent } from './state.ts';
import { queueItemTranslations } from './translations.ts';

const iso = (at: number): string => new Date(at).toISOString();
/** For so long a row that a team lead gave to somebody waits for them alone. */
const assignedMs = 60 * 60_000;
const none = z.object({});
const quietly = (): Refusal => refuse('noLongerNeeded', 409);
const stream = (state: QueueItemState): string => `queueitem-${state.id}`;

const faceInput = z.object({
  queue: text(60),
  subject: text(80),
  ref: text(20),
  group: z.enum(groups),
  entity: text(60),
  lease: z.object({ group: z.enum(['calls', 'digitization']), limit: z.int().min(1).max(10) }).nullable(),
  pooId: z.int().nullable(),
  language: texts.own().nullable(),
  priority: z.int(),
  enteredAt: instant(),
  warnAt: instant().nullable(),
  breachAt: instant().nullable(),
  escalateAt: instant().nullable(),
  dial: z.object({ callClass: z.enum(callClasses), phoneKey: text(20) }).optional(),
  notBefore: instant().optional(),
  parkLimit: z.int().min(1).optional(),
  first: z.object({ empId: z.int(), name: text(100), until: instant() }).optional(),
  notFor: z.array(z.int()).max(20).optional(),
}) as z.core.$ZodType<QueueItemFace>;

function closed(state: QueueItemState): Refusal | null {
  return isOpen(state) ? null : refuse('rowClosed', 410, { name: state.closedBy ?? '' });
}

/** The caller's own lease, or a refusal. */
function ownLease(state: QueueItemState, ctx: Ctx): Lease | Refusal {
  if (!state.lease || state.lease.empId !== ctx.viewer.empId)
    return closed(state) ?? refuse('leaseLost', 410);
  const no = eligible(state, 'edit', ctx);
  return no?.code === 'forbidden' ? no : state.lease;
}

function newLease(ctx: Ctx): Lease {
  return {
    leaseId: ctx.newId(),
    empId: ctx.viewer.empId!,
    name: ctx.viewer.name,
    sessionId: ctx.viewer.sessionId,
    since: iso(ctx.now),
    until: iso(ctx.now + limits.leaseClaimMs),
  };
}

/** The lease rule of this queue; a refusal where rows are not claimed. */
const leaseRule = (state: QueueItemState): LeaseRule | Refusal =>
  state.face?.lease ?? refuse('notClaimed', 409);

const holderReads = (state: QueueItemState): Record<string, string> =>
  state.lease
    ? { holderWork: agentworkStream(state.lease.empId), ...callerReads(state.lease, state.face) }
    : {};
const takerReads = (
  state: QueueItemState,
  ctx: Pick<Ctx, 'now' | 'today' | 'viewer'>,
): Record<string, string> => ({
  ...attendanceReads(ctx),
  ...holderReads(state),
  work: agentworkStream(ctx.viewer.empId),
});

/** A command of the row's holder. */
function byHolder<I>(
  input: z.core.$ZodType<I>,
  decide: (state: QueueItemState, lease: Lease, input: I, ctx: Ctx) => readonly NewEvent[] | Refusal,
): CommandDef<QueueItemState, I> {
  return command<QueueItemState, I>({
    input,
    need: 'signedIn',
    reads: (_input, state) => holderReads(state),
    decide(state, given, ctx) {
      const lease = ownLease(state, ctx);
      return 'refused' in lease ? lease : decide(state, lease, given, ctx);
    },
  });
}

export const queueitem = defineStream<QueueItemState, QueueItemEvent>({
  name: 'queueitem',
  events: {
    QueueItemEntered: true,
    QueueItemClaimed: true,
    QueueItemWorkStarted: true,
    QueueItemReleased: true,
    QueueItemLeaseExpired: true,
    QueueItemTakenOver: true,
    QueueItemAssigned: true,
    QueueItemParked: true,
    QueueItemReturned: true,
    QueueItemPinned: true,
    QueueItemSlaBreached: true,
    QueueItemSlaEscalated: true,
    QueueItemCompleted: true,
    QueueItemRemoved: true,
  },
  area: 'calls',
  state: 3,
  initial: newQueueItem,
  evolve: evolveQueueItem,
  visible: (state, viewer) => !state.face || inPoos(viewer, state.face.pooId),
  translations: queueItemTranslations,
  commands: {
    /** Sent by policies when a subject needs work; entering again keeps its rank. */
    enter: command<QueueItemState, QueueItemFace>({
      input: faceInput,
      need: 'system',
      creates: true,
      decide: (state, face) =>
        isOpen(state) ? quietly() : [{ type: 'QueueItemEntered', data: { ...face } }],
    }),
    /**
     * First come, first served: one conditional append without `If-Match`. The answer carries `leaseId` and
     * `until`.
     */
    claim: command<QueueItemState, object>({
      input: none,
      need: 'signedIn',
      reads: (_input, state, ctx) => ({ ...takerReads(state, ctx), ...callReads(state) }),
      readsNext: (_input, read, ctx, state) => campaignReads(read, state, ctx.now),
      decide(state, _input, ctx) {
        const no = closed(state) ?? eligible(state, 'edit', ctx);
        if (no) return no;
        const rule = leaseRule(state);
        if ('refused' in rule) return rule;
        if (state.lease) {
          if (state.lease.empId === ctx.viewer.empId)
            return { events: [], answer: { leaseId: state.lease.leaseId, until: state.lease.until } };
          return refuse('alreadyClaimed', 423, {
            name: state.lease.name,
            at: timeOfDay(Date.parse(state.lease.since)),
          });
        }
        if (state.stage === 'parked') return refuse('notYetDue', 422, { until: state.parkedUntil });
        const busy =
          turnRefused(state, ctx) ?? atWork(ctx) ?? handsFree(rule, ctx.read.work) ?? callRefused(state, ctx);
        if (busy) return busy;
        const lease = newLease(ctx);
        return {
          events: takeLease(
            stream(state),
            lease,
            { ref: state.face!.ref, rule },
            { type: 'QueueItemClaimed', data: {} },
          ),
          answer: { leaseId: lease.leaseId, until: lease.until },
        };
      },
    }),
    startWork: byHolder(none, (state, lease, _input, ctx) =>
      state.stage === 'working'
        ? []
        : [
            {
              type: 'QueueItemWorkStarted',
              data: { leaseId: lease.leaseId, empId: lease.empId, until: iso(ctx.now + limits.leaseWorkMs) },
            },
          ],
    ),
    /** Keeps its rank. */
    release: byHolder(
      z.object({ reason: text(200).optional() }),
      (state, lease, { reason }, ctx) =>
        onCallWith(state, ctx) ??
        endLease(stream(state), lease, { type: 'QueueItemReleased', data: { reason: reason ?? null } }),
    ),
    park: byHolder(
      z.object({ until: instant(), reason: note(200) }),
      (state, lease, { until, reason }, ctx) => {
        const calling = onCallWith(state, ctx);
        if (calling) return calling;
        const most = state.face?.parkLimit;
        if (most !== undefined && state.parks >= most) return refuse('parkLimit', 409, { n: most });
        const at = Date.parse(until);
        if (at <= ctx.now || at > ctx.now + limits.parkDays * DAY_MS)
          return refuse('parkRange', 422, { days: limits.parkDays }, 'until');
        return endLease(stream(state), lease, { type: 'QueueItemParked', data: { until: iso(at), reason } });
      },
    ),
    /** A team lead takes the row over from its holder, or claims it out of turn. */
    takeOver: command<QueueItemState, { reason: string }>({
      input: z.object({ reason: note(200, 3) }),
      need: 'signedIn',
      reads: (_input, state, ctx) => takerReads(state, ctx),
      decide(state, { reason }, ctx) {
        const no = closed(state) ?? eligible(state, 'approve', ctx);
        if (no) return no;
        const rule = leaseRule(state);
        if ('refused' in rule) return rule;
        if (!state.lease) return refuse('notHeld', 409);
        if (onCallWith(state, ctx)) return refuse('rowOnCall', 409, { name: state.lease.name });
        if (state.lease.empId === ctx.viewer.empId)
          return { events: [], answer: { leaseId: state.lease.leaseId, until: state.lease.until } };
        const busy = atWork(ctx) ?? handsFree(rule, ctx.read.work);
        if (busy) return busy;
        const lease = newLease(ctx);
        const from = state.lease;
        const taken = takeLease(
          stream(state),
          lease,
          { ref: state.face!.ref, rule },
          {
            type: 'QueueItemTakenOver',
            data: {
              from: { empId: from.empId, name: from.name, leaseId: from.leaseId },
              to: { empId: lease.empId, name: lease.name },
              reason,
              ref: state.face!.ref,
            },
          },
        );
        return {
          events: [
            {
              stream: agentworkStream(from.empId),
              type: 'WorkEnded',
              data: { item: stream(state), leaseId: from.leaseId },
            },
            ...taken,
          ],
          answer: { leaseId: lease.leaseId, until: lease.until },
        };
      },
    }),
    /**
     * A team lead gives the row to a colleague, who finds it first; whoever holds it loses it. It waits for the
     * colleague alone for a while, then for everybody.
     */
    assign: command<QueueItemState, { empId: number; reason: string }>({
      input: z.object({ empId: employeeId(), reason: note(200, 3) }),
      need: 'signedIn',
      reads: (_input, state) => holderReads(state),
      decide(state, { empId, reason }, ctx) {
        const no = closed(state) ?? eligible(state, 'approve', ctx);
        if (no) return no;
        const rule = leaseRule(state);
        if ('refused' in rule) return rule;
        const { lease, face } = state;
        if (lease && onCallWith(state, ctx)) return refuse('rowOnCall', 409, { name: lease.name });
        const to = colleague(face!, empId, ctx);
        if ('refused' in to) return to;
        if (lease?.empId === empId) return [];
        const from = lease && { empId: lease.empId, name: lease.name, leaseId: lease.leaseId };
        return [
          ...(lease ? endLease(stream(state), lease, { type: 'QueueItemReleased', data: { reason } }) : []),
          ...(state.stage === 'parked' ? [{ type: 'QueueItemReturned', data: {} }] : []),
          {
            type: 'QueueItemAssigned',
            data: { to, from, until: iso(ctx.now + assignedMs), reason, ref: face!.ref },
          },
        ];
      },
    }),
    pin: command<QueueItemState, { pinned: boolean }>({
      input: z.object({ pinned: z.boolean({ error: 'required' }) }),
      need: 'signedIn',
      decide(state, { pinned }, ctx) {
        const no = closed(state) ?? eligible(state, 'approve', ctx);
        return no ?? (state.pinned === pinned ? [] : [{ type: 'QueueItemPinned', data: { pinned } }]);
      },
    }),
    /** Sent when the lease table shows an expired lease; a renewed lease is left alone. */
    expireLease: command<QueueItemState, { leaseId: string }>({
      input: z.object({ leaseId: text(64) }),
      need: 'system',
      reads: (_input, state) => holderReads(state),
      decide: (state, { leaseId }, ctx) =>
        // A call keeps its row until its disposition, even if the browser is gone.
        state.lease?.leaseId === leaseId && !onCallWith(state, ctx)
          ? endLease(stream(state), state.lease, {
              type: 'QueueItemLeaseExpired',
              data: { name: state.lease.name },
            })
          : quietly(),
    }),
    return: command<QueueItemState, { until: string }>({
      input: z.object({ until: instant() }),
      need: 'system',
      decide: (state, { until }) =>
        state.stage === 'parked' && state.parkedUntil === until
          ? [{ type: 'QueueItemReturned', data: {} }]
          : quietly(),
    }),
    complete: command<QueueItemState, object>({
      input: none,
      need: 'system',
      reads: (_input, state) => holderReads(state),
      decide: (state) =>
        isOpen(state)
          ? endLease(stream(state), state.lease, { type: 'QueueItemCompleted', data: {} })
          : quietly(),
    }),
    remove: command<QueueItemState, { why: string }>({
      input: z.object({ why: text(60) }),
      need: 'system',
      reads: (_input, state) => holderReads(state),
      decide: (state, { why }) =>
        isOpen(state)
          ? endLease(stream(state), state.lease, { type: 'QueueItemRemoved', data: { why } })
          : quietly(),
    }),
    /**
     * Sent at the time limit (`level` 1) and at twice the limit (2); each is recorded once per stay in the
     * queue.
     */
    breach: command<QueueItemState, { level: 1 | 2; at: string }>({
      input: z.object({ level: z.union([z.literal(1), z.literal(2)]), at: instant() }),
      need: 'system',
      decide(state, { level, at }, ctx) {
        const due = level === 1 ? state.face?.breachAt : state.face?.escalateAt;
        const written = level === 1 ? state.breached : state.escalated;
        // Of rows that are called, the limit is for the first call.
        if (state.face?.dial && state.attempts > 0) return quietly();
        if (!isOpen(state) || written || due !== at || Date.parse(at) > ctx.now) return quietly();
        const face = state.face!;
        const data = {
          ref: face.ref,
          queue: face.queue,
          group: face.group satisfies Group,
          entity: face.entity,
          pooId: face.pooId,
          holder: state.lease ? { empId: state.lease.empId, name: state.lease.name } : null,
        };
        return [{ type: level === 1 ? 'QueueItemSlaBreached' : 'QueueItemSlaEscalated', data }];
      },
    }),
  },
  story: [
    {
      as: 'system',
      stream: 'queueitem-demo-queue-2',
      command: 'enter',
      input: {
        queue: 'demo-queue',
        subject: 'demo-2',
        ref: 'DQ-000002',
        group: 'Out Bound',
        entity: 'signup-queue',
        lease: callLease,
        pooId: 1,
        language: 'en',
        priority: 0,
        enteredAt: '2026-11-18T05:00:00.000Z',
        warnAt: null,
        breachAt: null,
        escalateAt: null,
      },
    },
    { as: 'verifier', stream: 'queueitem-demo-queue-2', command: 'claim', input: {} },
    { as: 'verifier', stream: 'queueitem-demo-queue-2', command: 'startWork', input: {} },
    {
      as: 'verifier',
      stream: 'queueitem-demo-queue-2',
      command: 'release',
      input: { reason: 'waiting for the family' },
    },
    { as: 'verifier2', stream: 'queueitem-demo-queue-2', command: 'claim', input: {} },
    {
      as: 'verifier',
      stream: 'queueitem-demo-queue-2',
      command: 'takeOver',
      input: { reason: 'knows the family' },
    },
    { as: 'verifier', stream: 'queueitem-demo-queue-2', command: 'pin', input: { pinned: true } },
    { as: 'system', stream: 'queueitem-demo-queue-2', command: 'complete', input: {} },
  ],
});
