import type { Event } from '../../core/event.ts';
import {
  decisionOn,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
} from '../approvals/decision.ts';

/** The information for the approver of a day start after the cut-off. */
export interface DayStartRequested extends Raised {
  readonly empId: number;
  readonly name: string;
  /** The business day that it is about. */
  readonly day: string;
  /** HH:mm of the cut-off. */
  readonly cutOff: string;
  /** Whole minutes since the cut-off. */
  readonly minutes: number;
  /** HH:mm of the day's first task that has not started. */
  readonly task: string | null;
  /** ISO instant at which the day ends. */
  readonly dayEnd: string;
}

/** A permission; given by hand without a request, both numbers are missing or null. */
export interface DayStartAllowed extends Outcome {
  readonly empId: number;
  /** ISO instant. */
  readonly until: string;
  readonly by: string;
}

type DayStartEvent =
  | Event<'DayStartRequested', DayStartRequested>
  | Event<'DayStartRequestLinked', Linked>
  | Event<'DayStartAllowed', DayStartAllowed>
  | Event<'DayStartRequestFailed', FailedOutcome>
  | Event<'DayStartRequestClosed', Outcome>
  | Event<'DayStartRequestDropped', Outcome>;

/** Starting the day after its cut-off, which the team lead allows until the end of the day. */
export const dayStartDecision = decisionOn<DayStartEvent>('employee')({
  requested: 'DayStartRequested',
  linked: 'DayStartRequestLinked',
  applied: 'DayStartAllowed',
  failed: 'DayStartRequestFailed',
  rejected: 'DayStartRequestClosed',
  superseded: ['DayStartRequestDropped'],
  approve: 'grantDayStart',
  reject: 'closeDayStartRequest',
});
