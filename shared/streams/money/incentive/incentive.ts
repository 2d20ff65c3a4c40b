import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import type { MasterState } from '../../masters/state.ts';
import { incentiveNeeds, incentiveRoute } from './needs.ts';
import {
  dsaOf,
  evolveIncentive,
  noIncentive,
  type AdjustmentRequest,
  type IncentiveAgent,
  type IncentiveEvent,
  type IncentivePerson,
  type IncentiveState,
} from './state.ts';
import { incentiveTranslations } from './translations.ts';

const mostPaise = 10_00_000_00;

type Deciding = Ctx & { readonly id: string };
const made = ({ type, data }: IncentiveEvent): NewEvent => ({ type, data: { ...data } });

/** The agent as an entry names them: at the place they belong to at the time. */
export const agentNow = (
  dsaId: number,
  { empId, name }: IncentivePerson,
  { directory }: Pick<Ctx, 'directory'>,
): IncentiveAgent => {
  const person = directory.employee(empId);
  return { dsaId, agent: { empId, name: person?.name ?? name }, iPooId: person?.primaryPooId ?? null };
};

const dsaRead = (_input: unknown, _state: IncentiveState, { id }: { readonly id: string }) => ({
  dsa: `master-dsa-${dsaOf(id)}`,
});

/** The account's agent, for somebody else of their places who is signed in. */
function accountOf(state: IncentiveState, ctx: Deciding): IncentiveAgent | Refusal {
  const dsa = ctx.read['dsa'] as MasterState | undefined;
  const empId = state.agent?.empId ?? (dsa?.exists ? Number(dsa.fields['iEmpId']) : null);
  if (empId === null) return refuse('notFound', 404);
  const account = agentNow(dsaOf(ctx.id), state.agent ?? { empId, name: `#${empId}` }, ctx);
  if (!inPoos(ctx.viewer, account.iPooId)) return refuse('notFound', 404);
  if (ctx.viewer.empId === null) return refuse('employeesOnly', 403);
  return ctx.viewer.empId === empId ? refuse('selfIncentive', 403) : account;
}

const person = ({ viewer }: Ctx): IncentivePerson => ({ empId: viewer.empId ?? 0, name: viewer.name });
const waitingOf = ({ waiting }: IncentiveState, adjustmentId: string): AdjustmentRequest | Refusal =>
  waiting?.adjustmentId === adjustmentId ? waiting : refuse('nothingWaits', 409);

const adjustInput = z.strictObject({
  paise: z
    .int('badFormat')
    .min(-mostPaise, 'badFormat')
    .max(mostPaise, 'badFormat')
    .refine((paise) => paise !== 0, 'adjustmentZero'),
  reason: fields.note(250, 5),
});
const decideInput = z.strictObject({ adjustmentId: fields.text(60) });
const declineInput = decideInput.extend({ reason: fields.note(250, 3) });
const payInput = z.strictObject({
  /** The balance that the payer saw. */
  paise: z.int('badFormat').min(1, 'badFormat').max(9_99_99_99_999),
  reference: fields.text(40, 3),
});

/**
 * What one affiliate earned, lost and got paid. Accruals and reversals are written beside what their orders earned; an adjustment needs
 * two people; a payout pays the whole balance, and a balance below 0 is carried on.
 */
export const incentive = defineStream<IncentiveState, IncentiveEvent>({
  name: 'incentive',
  area: 'money',
  state: 1,
  events: {
    IncentiveAccrued: true,
    IncentiveReversed: true,
    IncentiveAdjustmentRequested: true,
    IncentiveAdjusted: true,
    IncentiveAdjustmentDeclined: true,
    IncentivePaid: true,
  },
  initial: noIncentive,
  evolve: evolveIncentive,
  visible: ({ agent, iPooId }, viewer) =>
    viewer.kind !== 'person' || inPoos(viewer, iPooId) || agent?.empId === viewer.empId,
  commands: {
    /** Requests an adjustment; it counts once somebody else confirms it. */
    adjust: command<IncentiveState, z.output<typeof adjustInput>>({
      input: adjustInput,
      need: incentiveNeeds.request,
      creates: true,
      reads: dsaRead,
      decide: (state, { paise, reason }, ctx) => {
        const account = accountOf(state, ctx);
        if (isRefusal(account)) return account;
        if (state.waiting)
          return refuse('adjustmentWaits', 409, { name: state.waiting.requestedBy.name }, 'paise');
        return [
          made({
            type: 'IncentiveAdjustmentRequested',
            data: {
              ...account,
              ...{ adjustmentId: ctx.newId(), paise, reason, requestedBy: person(ctx) },
              decides: { need: incentiveNeeds.decide, route: incentiveRoute(dsaOf(ctx.id)) },
            },
          }),
        ];
      },
    }),
    /** A second person confirms it: neither whoever requested it nor the agent. */
    confirmAdjustment: command<IncentiveState, z.output<typeof decideInput>>({
      input: decideInput,
      need: incentiveNeeds.decide,
      reads: dsaRead,
      decide: (state, { adjustmentId }, ctx) => {
        const account = accountOf(state, ctx);
        if (isRefusal(account)) return account;
        const waiting = waitingOf(state, adjustmentId);
        if (isRefusal(waiting)) return waiting;
        return waiting.requestedBy.empId === ctx.viewer.empId
          ? refuse('selfApproval', 403)
          : [made({ type: 'IncentiveAdjusted', data: { ...account, ...waiting } })];
      },
    }),
    /** A second person declines it, or whoever requested it takes it back. */
    declineAdjustment: command<IncentiveState, z.output<typeof declineInput>>({
      input: declineInput,
      need: [incentiveNeeds.decide, incentiveNeeds.request],
      reads: dsaRead,
      decide: (state, { adjustmentId, reason }, ctx) => {
        const account = accountOf(state, ctx);
        if (isRefusal(account)) return account;
        const waiting = waitingOf(state, adjustmentId);
        if (isRefusal(waiting)) return waiting;
        const own = waiting.requestedBy.empId === ctx.viewer.empId;
        if (!own && !ctx.may(incentiveNeeds.decide))
          return refuse('forbidden', 403, { permission: incentiveNeeds.decide });
        return [made({ type: 'IncentiveAdjustmentDeclined', data: { adjustmentId, reason } })];
      },
    }),
    /** Records the transfer of the whole balance; it closes every entry before it. */
    pay: command<IncentiveState, z.output<typeof payInput>>({
      input: payInput,
      need: incentiveNeeds.decide,
      reads: dsaRead,
      decide: (state, { paise, reference }, ctx) => {
        const account = accountOf(state, ctx);
        if (isRefusal(account)) return account;
        if (state.balancePaise <= 0)
          return refuse('nothingOwed', 409, { balance: inRupees(state.balancePaise) });
        if (paise !== state.balancePaise)
          return refuse('balanceMoved', 409, { balance: inRupees(state.balancePaise) }, 'paise');
        if ((ctx.read['dsa'] as MasterState).stage !== 'accVerified')
          return refuse('dsaNotPayable', 422, { name: account.agent.name });
        return [made({ type: 'IncentivePaid', data: { ...account, paise, reference } })];
      },
    }),
  },
  translations: incentiveTranslations,
  story: [],
});
