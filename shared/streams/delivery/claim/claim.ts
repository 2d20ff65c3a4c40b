import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { runs } from '../parcel/rules.ts';
import { statementStream } from '../statement/state.ts';
import { evolveClaim, noClaim, type ClaimEvent, type ClaimState } from './state.ts';
import { claimTranslations } from './translations.ts';

export const payClaims = 'approvals/transportationReport:approve' as const;

const decided = z.looseObject({
  requestId: fields.text(60),
  approvalId: z.int().positive().nullish(),
  amount: z.int().positive().optional(),
});
const own = ({ type, data }: ClaimEvent): NewEvent => ({ type, data: { ...data } });
/** The run may be claimed again. */
const freed = (state: ClaimState): NewEvent => ({
  stream: statementStream(state.id),
  type: 'StatementClaimed',
  data: { claimId: null, number: state.claim?.ref ?? '' },
});
const runRead = (_input: unknown, state: ClaimState): Readonly<Record<string, string>> => ({
  run: statementStream(state.id),
});
const outside = ({ claim }: ClaimState, ctx: Ctx): Refusal | null => {
  if (claim === null) return refuse('notFound', 404);
  return inPoos(ctx.viewer, claim.iPooId) ? null : refuse('pooNotMapped', 403, { poo: String(claim.iPooId) });
};

/** What a run's transport costs, decided by the accounts. It is submitted on the run itself. */
export const tclaim = defineStream<ClaimState, ClaimEvent>({
  name: 'tclaim',
  area: 'delivery',
  state: 1,
  events: {
    TransportClaimSubmitted: true,
    TransportClaimLinked: true,
    TransportClaimApproved: true,
    TransportClaimRejected: true,
    TransportClaimWithdrawn: true,
    TransportClaimPaid: true,
  },
  initial: noClaim,
  evolve: evolveClaim,
  visible: ({ claim }, viewer) =>
    viewer.kind !== 'person' || (claim !== null && inPoos(viewer, claim.iPooId)),
  commands: {
    linkApproval: command<ClaimState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      decide: (state, { requestId, approvalId = null }) =>
        state.stage === 'submitted' && state.claim?.requestId === requestId
          ? [own({ type: 'TransportClaimLinked', data: { requestId, approvalId } })]
          : refuse('noLongerNeeded', 409),
    }),
    applyApproval: command<ClaimState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      decide: ({ stage, claim }, { requestId, approvalId = null, amount }) => {
        if (stage !== 'submitted' || claim?.requestId !== requestId) return refuse('noLongerNeeded', 409);
        const { claimedPaise } = claim;
        const approvedPaise = Math.min(amount ?? claimedPaise, claimedPaise);
        return [
          own({
            type: 'TransportClaimApproved',
            data: { requestId, approvalId, approvedPaise, claimedPaise },
          }),
        ];
      },
    }),
    applyRejection: command<ClaimState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      reads: runRead,
      decide: (state, { requestId, approvalId = null }) =>
        state.stage === 'submitted' && state.claim?.requestId === requestId
          ? [own({ type: 'TransportClaimRejected', data: { requestId, approvalId } }), freed(state)]
          : refuse('noLongerNeeded', 409),
    }),
    /** Takes it back before it is decided. */
    withdraw: command<ClaimState, object>({
      input: z.strictObject({}),
      need: runs('edit'),
      reads: runRead,
      decide: (state, _input, ctx) => {
        const no = outside(state, ctx);
        if (no) return no;
        const { claim, approvalId } = state;
        if (state.stage !== 'submitted' || claim === null) return refuse('noLongerNeeded', 409);
        if (claim.requestedBy.empId !== ctx.viewer.empId)
          return refuse('notYourClaim', 403, { name: claim.requestedBy.name });
        return [
          own({ type: 'TransportClaimWithdrawn', data: { requestId: claim.requestId, approvalId } }),
          freed(state),
        ];
      },
    }),
    /** Notes that it was paid; never by whoever claimed it, nor by the rider. */
    pay: command<ClaimState, { reference: string }>({
      input: z.strictObject({ reference: fields.text(40, 3) }),
      need: payClaims,
      decide: (state, { reference }, ctx) => {
        const no = outside(state, ctx);
        if (no) return no;
        const { claim } = state;
        if (state.stage === 'paid') return refuse('claimPaid', 409, { reference: state.payReference ?? '' });
        if (state.stage !== 'approved' || claim === null) return refuse('claimNotApproved', 409);
        if ([claim.requestedBy.empId, claim.agent.empId].includes(ctx.actor.empId))
          return refuse('selfApproval', 403);
        return [
          own({
            type: 'TransportClaimPaid',
            data: { paise: state.approvedPaise ?? claim.claimedPaise, reference },
          }),
        ];
      },
    }),
  },
  translations: claimTranslations,
  story: [],
});
