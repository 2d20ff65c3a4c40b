import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { CallPerson } from '../call/state.ts';

/** An order that was promised on the phone and is followed until it is placed. */
export interface FollowUpFace {
  readonly ref: string;
  readonly subject: string;
  /** LD-010004 or CU-000005. */
  readonly subjectRef: string;
  readonly name: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly callId: number;
  readonly note: string;
  readonly takenAt: string;
  readonly takenBy: CallPerson;
}

export const followUpOutcomes = ['ordered', 'prescriptionSent', 'givenUp'] as const;
export type FollowUpOutcome = (typeof followUpOutcomes)[number];

export type FollowUpEvent =
  | Event<
      'FollowUpOpened',
      { readonly face: FollowUpFace; readonly owner: CallPerson; readonly dueAt: string }
    >
  | Event<
      'FollowUpMoved',
      {
        readonly dueAt: string;
        readonly reason: string;
        readonly face: FollowUpFace;
        readonly owner: CallPerson;
      }
    >
  | Event<'FollowUpGiven', { readonly owner: CallPerson; readonly from: CallPerson }>
  | Event<'FollowUpContacted', { readonly callId: number; readonly at: string }>
  | Event<
      'FollowUpClosed',
      { readonly outcome: FollowUpOutcome; readonly note: string; readonly by: CallPerson | null }
    >;

export interface FollowUpState {
  readonly id: string;
  readonly stage: 'none' | 'open' | 'closed';
  readonly face: FollowUpFace | null;
  readonly owner: CallPerson | null;
  readonly dueAt: string | null;
}

export const noFollowUp = (key: string): FollowUpState => ({
  id: key,
  stage: 'none',
  face: null,
  owner: null,
  dueAt: null,
});

export function evolveFollowUp(state: FollowUpState, event: RecordedEventOf<FollowUpEvent>): FollowUpState {
  switch (event.type) {
    case 'FollowUpOpened':
      return {
        ...state,
        stage: 'open',
        face: event.data.face,
        owner: event.data.owner,
        dueAt: event.data.dueAt,
      };
    case 'FollowUpMoved':
      return { ...state, dueAt: event.data.dueAt };
    case 'FollowUpGiven':
      return { ...state, owner: event.data.owner };
    case 'FollowUpClosed':
      return { ...state, stage: 'closed' };
    case 'FollowUpContacted':
      return state;
    default:
      return state;
  }
}
