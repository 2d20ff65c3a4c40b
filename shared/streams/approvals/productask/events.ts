import type { Event } from '../../../core/event.ts';
import type { FailedOutcome, Linked, Outcome, Raised } from '../decision.ts';

/** What its approver sees of a requested product. */
export interface ProductFacts {
  readonly code: string;
  readonly name: string;
  readonly maker: string;
  readonly composition: string;
  readonly pack: string;
  readonly mrp: number | null;
  readonly why: string;
  readonly note: string;
}
/** The command to the record that carries out a decision. */
export interface RecordMove {
  readonly stream: string;
  readonly command: 'move';
  readonly input: { readonly action: string; readonly reason?: string };
}
/** The data of the event that requests a decision. */
export interface ProductAsked extends Raised {
  readonly facts: ProductFacts;
  readonly expiresAt: string;
}
export type ProductAskEvent =
  | Event<'ProductDecisionAsked', ProductAsked>
  | Event<'ProductDecisionLinked', Linked>
  | Event<'ProductDecisionGranted', Outcome & { readonly effect: RecordMove }>
  | Event<'ProductDecisionRefused', Outcome & { readonly effect: RecordMove }>
  | Event<'ProductDecisionApplied', Pick<Outcome, 'approvalId'>>
  | Event<'ProductDecisionFailed', Omit<FailedOutcome, 'requestId'>>
  | Event<'ProductDecisionOvertaken', Pick<Outcome, 'approvalId'>>;
