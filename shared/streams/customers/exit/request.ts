import { z } from 'zod';
import { addDays } from '../../../core/day.ts';
import { blankable, date, note, oneOf } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { maskPhone } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import { raisedBy } from '../../approvals/decision.ts';
import type { MasterState } from '../../masters/state.ts';
import { dialled } from '../customer-phones.ts';
import { notActive } from '../customer-state-rules.ts';
import type { CustomerState } from '../customer.ts';
import { exitSteps, type ExitStep } from './exit.machine.ts';
import {
  exitEvent,
  exitKinds,
  nothingOwed,
  offers,
  outcomes,
  withoutCall,
  type CustomerExitState,
  type ExitFace,
  type ExitPerson,
  type Owed,
  type Retention,
} from './state.ts';

/** How far ahead an exit may be requested. */
export const mostDaysAhead = 30;

export const exitPerson = ({ viewer }: Pick<Ctx, 'viewer'>): ExitPerson => ({
  empId: viewer.empId ?? 0,
  name: viewer.name,
});

export function stepRefused(state: CustomerExitState, step: ExitStep): Refusal | null {
  return exitSteps.next(state.stage, step)
    ? null
    : refuse('exitStage', 409, { stage: `stage.${state.stage}` });
}

export const owedOf = (ctx: Pick<Ctx, 'prepared'>): Owed =>
  (ctx.prepared as { owed?: Owed } | undefined)?.owed ?? nothingOwed;

export const readsRank = (customer: Pick<CustomerState, 'rankId'>): Record<string, string> =>
  customer.rankId === null ? {} : { rank: `master-customerRank-${customer.rankId}` };

/** Requests a second person's decision, with the reason and the open business. */
function askDecision(
  face: ExitFace,
  call: Pick<Retention, 'offer' | 'note'> | null,
  version: number,
  ctx: Ctx,
): NewEvent {
  return exitEvent({
    type: 'CustomerExitDecisionAsked',
    data: {
      ...face,
      ...raisedBy(ctx, {
        ref: face.ref,
        iPooId: face.pooId,
        reason: face.text,
        subjectVersion: version,
      }),
      offered: call?.offer ?? null,
      said: call?.note ?? null,
      owed: owedOf(ctx),
    },
  });
}

interface Asked {
  readonly customerId: number;
  readonly kind: (typeof exitKinds)[number];
  readonly reasonId: number | null;
  readonly text: string;
  readonly effectiveOn: string;
}

/**
 * A customer wants to leave, has died, or is a duplicate. A death stops every call at once, before anybody
 * decides.
 */
export const request = command<CustomerExitState, Asked>({
  input: z.object({
    customerId: recordId('customer'),
    kind: oneOf(exitKinds),
    reasonId: blankable(masterId('reason')),
    text: note(500, 5),
    effectiveOn: date(),
  }),
  need: 'Prescription/customerExit:create',
  creates: true,
  reads: ({ customerId, reasonId }) => ({
    customer: `customer-${customerId}`,
    ...(reasonId === null ? {} : { reason: `master-reason-${reasonId}` }),
  }),
  decide(state, { customerId, kind, reasonId, text, effectiveOn }, ctx) {
    const urgent = withoutCall.has(kind);
    const no = stepRefused(state, urgent ? 'REQUEST_URGENT' : 'REQUEST');
    if (no) return no;
    const customer = ctx.read['customer'] as CustomerState;
    if (customer.stage === 'none' || !inPoos(ctx.viewer, customer.pooId))
      return refuse('notInList', 422, { label: 'field.customerId' }, 'customerId');
    const gone = notActive(customer, 'customerId');
    if (gone) return gone;
    if (customer.exitId !== null)
      return refuse('exitAlreadyPending', 409, { ref: reference('EX', customer.exitId) }, 'customerId');
    const reason = ctx.read['reason'] as MasterState | undefined;
    if (
      reasonId !== null &&
      (!reason?.exists || reason.iStatus === 0 || reason.fields['vReasonGroup'] !== 'exit')
    )
      return refuse('notInList', 422, { label: 'field.reasonId' }, 'reasonId');
    if (effectiveOn < ctx.today || effectiveOn > addDays(ctx.today, mostDaysAhead))
      return refuse('exitDay', 422, { days: mostDaysAhead }, 'effectiveOn');
    const by = exitPerson(ctx);
    const { topRank = false } = (ctx.prepared as { topRank?: boolean } | undefined) ?? {};
    const face: ExitFace = {
      ref: reference('EX', ctx.id),
      customerId,
      customer: reference('CU', customerId),
      name: customer.name,
      phoneMasked: maskPhone(dialled(customer.phones)?.phone ?? ''),
      pooId: customer.pooId,
      kind,
      reasonId,
      reasonName: reason ? String(reason.fields['vName'] ?? '') : '',
      text,
      effectiveOn,
      topRank,
    };
    const calling = customer.consents.calling;
    return [
      exitEvent({ type: 'CustomerExitRequested', data: { ...face, by, owed: owedOf(ctx) } }),
      {
        stream: `customer-${customerId}`,
        type: 'CustomerExitPending',
        data: { exitId: Number(ctx.id) },
      },
      ...(kind === 'death' && calling?.given !== false
        ? [
            {
              stream: `customer-${customerId}`,
              type: 'CustomerConsentChanged',
              data: { kind: 'calling', given: false, channel: 'phone', version: calling?.version ?? 'exit' },
            },
          ]
        : []),
      ...(urgent ? [askDecision(face, null, 2, ctx)] : []),
    ];
  },
});

/** The result of the call: they stay, or they leave and somebody else decides. */
export const recordCall = command<CustomerExitState, Pick<Retention, 'outcome' | 'offer' | 'note'>>({
  input: z.object({ outcome: oneOf(outcomes), offer: oneOf(offers), note: note(500, 5) }),
  need: 'Prescription/customerExit:edit',
  reads: (_input, { face }): Record<string, string> =>
    face ? { customer: `customer-${face.customerId}` } : {},
  decide(state, { outcome, offer, note: said }, ctx) {
    const kept = outcome === 'keeps';
    const no = stepRefused(state, kept ? 'KEPT' : 'LEAVES');
    if (no) return no;
    const face = state.face!;
    if (!inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
    const { openOrders } = owedOf(ctx);
    if (!kept && openOrders.length > 0)
      return refuse('exitOpenOrders', 422, { n: openOrders.length, orders: [...openOrders] });
    const by = exitPerson(ctx);
    return [
      exitEvent({ type: 'RetentionCallDone', data: { kept, outcome, offer, note: said, by } }),
      kept ? dropped(face.customerId) : askDecision(face, { offer, note: said }, state.version + 2, ctx),
    ];
  },
});

/** The customer is no longer leaving. */
export const dropped = (customerId: number): NewEvent => ({
  stream: `customer-${customerId}`,
  type: 'CustomerExitDropped',
  data: {},
});

/** They changed their mind, or it was requested by mistake. */
export const withdraw = command<CustomerExitState, { reason: string }>({
  input: z.object({ reason: note(300, 5) }),
  need: 'Prescription/customerExit:edit',
  decide(state, { reason }, ctx) {
    const no = stepRefused(state, 'WITHDRAW');
    if (no) return no;
    const { customerId, pooId } = state.face!;
    if (!inPoos(ctx.viewer, pooId)) return refuse('notFound', 404);
    const { requestId, approvalId } = state;
    return [
      exitEvent({
        type: 'CustomerExitWithdrawn',
        data: { requestId, approvalId, reason, by: exitPerson(ctx), customerId },
      }),
      dropped(customerId),
    ];
  },
});
