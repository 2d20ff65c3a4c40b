import type { Event } from '../../../core/event.ts';
import type { Linked, Outcome, Raised } from '../../approvals/decision.ts';
import type { Levels } from './levels.ts';

/** The figures behind a proposal, as its approver sees them. */
export interface ProposalFigures {
  readonly sold: number;
  readonly stockedDays: number;
  readonly leadDays: number;
}
export interface MinMaxProposal extends Levels, Raised {
  readonly productId: number;
  readonly product: string;
  readonly place: string;
  readonly before: Levels | null;
  readonly change: number | null;
  readonly figures: ProposalFigures | null;
}
export type MinMaxEvent =
  | Event<'MinMaxProposed', MinMaxProposal>
  | Event<'MinMaxLinked', Linked>
  | Event<'MinMaxApproved', Outcome & Levels>
  | Event<'MinMaxRejected', Outcome>
  | Event<'MinMaxWithdrawn', Outcome>
  | Event<'MinMaxRetired', { readonly reason: string }>;
