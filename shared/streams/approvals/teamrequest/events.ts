import type { Event } from '../../../core/event.ts';
import type { Linked, Outcome, Raised } from '../decision.ts';
import type { TeamEffect, TeamKindName } from './kinds.ts';

export interface TeamRequested extends Raised {
  readonly what: TeamKindName;
  readonly subjectRef: string;
  readonly concerns: number | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly effect: TeamEffect;
  readonly expiresAt: string;
}
type Settled = Pick<Outcome, 'approvalId'>;
export type TeamRequestEvent =
  | Event<'TeamRequestRaised', TeamRequested>
  | Event<'TeamRequestLinked', Linked>
  | Event<'TeamRequestGranted', Outcome & { readonly effect: TeamEffect }>
  | Event<'TeamRequestClosed', Outcome>
  | Event<'TeamRequestApplied', Settled>
  | Event<'TeamRequestFailed', Settled & { readonly why: string }>;
