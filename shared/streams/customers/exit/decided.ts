import { z } from 'zod';
import { text } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { reference } from '../../../core/reference.ts';
import { maskPhone } from '../../../core/phone.ts';
import { decisionCommands } from '../../approvals/decision-commands.ts';
import type { CustomerState } from '../customer.ts';
import { dialled, keepPhone } from '../customer-phones.ts';
import { exitDecision } from './exit-decision.ts';
import { dropped, owedOf, stepRefused } from './request.ts';
import { exitEvent, type CustomerExitState } from './state.ts';

const readsCustomer = ({ face }: CustomerExitState): Record<string, string> =>
  face ? { customer: `customer-${face.customerId}` } : {};

/** The end of a customer: visits are named so that they can be cancelled, and the number is released. */
function leaves(state: CustomerExitState, customer: CustomerState, ctx: Ctx): NewEvent[] {
  const { customerId } = state.face!;
  const phone = dialled(customer.phones)?.phone;
  return [
    exitEvent({
      type: 'CustomerExitCarriedOut',
      data: { customerId, on: ctx.today, visits: owedOf(ctx).visits.map(({ id }) => id) },
    }),
    {
      stream: `customer-${customerId}`,
      type: 'CustomerExited',
      data: { on: ctx.today, exitId: Number(state.id) },
    },
    ...(phone ? [keepPhone(phone, `customer-${customerId}`, new Date(ctx.now).toISOString())] : []),
  ];
}

/** The reason why the customer cannot leave now. */
function hindrance(customer: CustomerState, ctx: Ctx): string | null {
  if (customer.stage !== 'active') return 'customerGone';
  return owedOf(ctx).openOrders.length > 0 ? 'exitOpenOrders' : null;
}

/** Effect of the approval: at once, or on the requested day. */
const { grant, linkApproval, refuseExit } = decisionCommands(exitDecision, {
  waiting: ({ stage, requestId, approvalId }: CustomerExitState) =>
    stage === 'pendingApproval' && requestId !== null ? { requestId, approvalId } : null,
  reads: readsCustomer,
  approve(state, ctx) {
    const { customerId, effectiveOn } = state.face!;
    const customer = ctx.read['customer'] as CustomerState;
    const fails = hindrance(customer, ctx);
    return fails
      ? { fails, data: { customerId }, and: [dropped(customerId)] }
      : {
          data: { effectiveOn, customerId },
          and: effectiveOn <= ctx.today ? leaves(state, customer, ctx) : [],
        };
  },
  reject(state) {
    const { customerId } = state.face!;
    return { data: { customerId }, and: [dropped(customerId)] };
  },
});
export { grant, linkApproval, refuseExit };

/** Sent on the day of the exit. */
export const carryOut = command<CustomerExitState, object>({
  input: z.object({}),
  need: 'system',
  reads: (_input, state) => readsCustomer(state),
  decide(state, _input, ctx) {
    if (stepRefused(state, 'CARRY_OUT') || state.face!.effectiveOn > ctx.today)
      return refuse('noLongerNeeded', 409);
    const customer = ctx.read['customer'] as CustomerState;
    const why = hindrance(customer, ctx);
    const { requestId, approvalId } = state;
    const { customerId } = state.face!;
    return why
      ? [
          exitEvent({ type: 'CustomerExitFailed', data: { requestId, approvalId, why, customerId } }),
          dropped(customerId),
        ]
      : leaves(state, customer, ctx);
  },
});

/**
 * An exit reported by another system: it is recorded here, so that the return works the same for everybody.
 */
export const noteOutside = command<CustomerExitState, { customerId: number; on: string }>({
  input: z.object({ customerId: z.int().positive(), on: text(10) }),
  need: 'system',
  creates: true,
  reads: ({ customerId }) => ({ customer: `customer-${customerId}` }),
  decide(state, { customerId, on }, ctx) {
    const customer = ctx.read['customer'] as CustomerState;
    if (state.stage !== 'none' || customer.stage !== 'exited' || customer.exitId !== null)
      return refuse('noLongerNeeded', 409);
    return [
      exitEvent({
        type: 'CustomerExitNoted',
        data: {
          ref: reference('EX', ctx.id),
          customerId,
          customer: reference('CU', customerId),
          name: customer.name,
          phoneMasked: maskPhone(dialled(customer.phones)?.phone ?? ''),
          pooId: customer.pooId,
          kind: 'outside',
          reasonId: null,
          reasonName: '',
          text: '',
          effectiveOn: on,
          topRank: false,
          on,
        },
      }),
      {
        stream: `customer-${customerId}`,
        type: 'CustomerExitPending',
        data: { exitId: Number(ctx.id) },
      },
    ];
  },
});
