import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { decisionCommands, withdrawCommand } from '../../approvals/decision-commands.ts';
import { runs } from '../parcel/rules.ts';
import { statementStream } from '../statement/state.ts';
import { claimDecision } from './claim-decision.ts';
import { evolveClaim, noClaim, type ClaimEvent, type ClaimState } from './state.ts';
import { claimTranslations } from './translations.ts';

export const payClaims = 'approvals/transportationReport:approve' as const;

const own = ({ type, data }: ClaimEvent): NewEvent => ({ type, data: { ...data } });
/** The run may be claimed again. */
const freed = (state: ClaimState): NewEvent => ({
  stream: statementStream(state.id),
  type: 'StatementClaimed',
  data: { claimId: null, number: state.claim?.ref ?? '' },
});
const runRead = (state: ClaimState): Readonly<Record<string, string>> => ({
  run: statementStream(state.id),
});
const waiting = ({ stage, claim, approvalId }: ClaimState) =>
  stage === 'submitted' && claim !== null
    ? { requestId: claim.requestId, approvalId, by: claim.requestedBy }
    : null;
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
    ...decisionCommands(claimDecision, {
      waiting,
      reads: runRead,
      approve: ({ claim }, _ctx, { amount }) => {
        const { claimedPaise } = claim!;
        return { data: { approvedPaise: Math.min(amount ?? claimedPaise, claimedPaise), claimedPaise } };
      },
      reject: (state) => ({ and: [freed(state)] }),
    }),
    withdraw: withdrawCommand<ClaimState>('TransportClaimWithdrawn', {
      need: runs('edit'),
      reads: runRead,
      waiting: (state, ctx) => outside(state, ctx) ?? waiting(state),
      others: 'notYourClaim',
      and: (state) => [freed(state)],
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
