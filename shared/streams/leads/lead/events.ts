import type { Event } from '../../../core/event.ts';
import type { OwnCallHours } from '../../calls/call/own-hours.ts';
import type { LeadCallEvent, LeadFace } from './calling.ts';
import type { LeadState } from './state.ts';

/** What can be changed of a lead later. */
interface Details {
  readonly altPhone?: string | null;
  readonly email?: string | null;
  readonly interest?: string | null;
  readonly language?: string | null;
}

interface ChangedDetails extends Details, Partial<Pick<LeadState, 'name' | 'pincode'>> {
  /** The lead after a change of its other number, where the first one does not exist. */
  readonly face?: LeadFace;
}

/** Where it came from, where that is an event with attendees. */
interface Arrival {
  readonly eventId?: number;
  readonly attendeeId?: number;
}

export interface CreatedLead extends Details, Arrival {
  readonly leadId: number;
  readonly name: string;
  readonly phone: string;
  readonly pincode?: string | null;
  readonly pooId: number | null;
  readonly listId?: number;
  readonly campaignId?: number;
  /** The campaign's name then; older ones have none. */
  readonly campaign?: string;
  readonly source: string;
  readonly consent: string;
}

/** The same number was entered again; `on` is the business day. */
export interface LeadTouch extends Arrival {
  readonly source: string;
  readonly campaignId?: number;
  readonly listId?: number;
  readonly on: string;
}

export type LeadEvent =
  | LeadCallEvent
  | Event<'LeadCreated', CreatedLead>
  | Event<'LeadQueued', object>
  | Event<'LeadTouchRecorded', LeadTouch>
  | Event<'LeadTouchWithdrawn' | 'LeadWithdrawn', { readonly reason: string }>
  | Event<'LeadDetailsUpdated', ChangedDetails>
  | Event<'LeadReassigned', { readonly ownerId: number; readonly from: number | null }>
  /** Without an id where it was lost again with the touch that had reopened it. */
  | Event<'LeadLost', { readonly reason: string; readonly reasonId?: number }>
  /** Older ones have no face. */
  | Event<
      'LeadReopened',
      { readonly reason: 'touch' | 'teamLead'; readonly note?: string | null; readonly face?: LeadFace }
    >
  | Event<'LeadMarkedDnc', { readonly reason: string; readonly phoneKey: string }>
  | Event<
      'LeadConsentRenewed',
      {
        readonly kind: 'explicit';
        readonly channel: string;
        readonly proof: string;
        readonly face?: LeadFace;
      }
    >
  | Event<'LeadCallHoursSet', { readonly hours: OwnCallHours | null }>
  | Event<'LeadConverted', { readonly customerId: number; readonly signupId: number | null }>;
