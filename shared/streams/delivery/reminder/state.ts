import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { OwnCallHours } from '../../calls/call/own-hours.ts';
import type { OrderHeader } from '../../sales/order/state.ts';

/** What somebody who calls before a delivery must know of it. */
export interface ReminderFace extends Pick<
  OrderHeader,
  'customerId' | 'customer' | 'phone' | 'address' | 'pincode' | 'slotWindow' | 'payment'
> {
  readonly orderId: string;
  readonly number: string;
  readonly pooId: number;
  readonly language: string | null;
  readonly slotDate: string;
  /** What the customer pays at the door. */
  readonly duePaise: number;
  readonly moved: number;
  /** The hours in which the customer wants to be called; older faces have none. */
  readonly callHours?: OwnCallHours | null;
  /** Their other numbers, to be tried where the first one does not exist; older faces have none. */
  readonly others?: readonly string[];
}
export type ReminderStage =
  | 'none'
  | 'due'
  | 'confirmed'
  | 'rescheduled'
  | 'refused'
  | 'unreachable'
  | 'closed';
export const reminderLimits = {
  tries: 3,
  againMs: 90 * 60_000,
  /** A team lead decides from then on. */
  moves: 2,
  /** Nobody is called earlier on the day before. */
  from: '10:00',
  /** Unreached until then on the day before: the rider calls at the door. */
  until: '18:00',
  shortMs: 2 * 3_600_000,
} as const;

export interface ReminderDue {
  readonly face: ReminderFace;
  readonly tries: number;
  readonly callAt: string;
  readonly closesAt: string;
}
export type ReminderEvent =
  | Event<'DeliveryReminderDue', ReminderDue>
  | Event<'DeliveryReminderAmountChanged', { readonly duePaise: number }>
  | Event<'DeliveryReminderConfirmed', { readonly callId: number | null }>
  | Event<
      'DeliveryRescheduleAsked',
      {
        readonly slotDate: string;
        readonly slotWindow: ReminderFace['slotWindow'];
        readonly callId: number | null;
      }
    >
  | Event<'DeliveryReminderRefused', { readonly reason: string; readonly callId: number | null }>
  | Event<'DeliveryReminderUnreachable', { readonly tries: number }>
  | Event<'DeliveryReminderClosed', { readonly why: string }>;

export interface ReminderState {
  readonly id: string;
  readonly stage: ReminderStage;
  readonly face: ReminderFace | null;
  readonly tries: number;
  readonly callAt: string | null;
  readonly closesAt: string | null;
  readonly moved: number;
}
export const reminderStream = (orderId: string): string => `reminder-${orderId}`;
export const noReminder = (id: string): ReminderState => ({
  id,
  stage: 'none',
  face: null,
  tries: 0,
  callAt: null,
  closesAt: null,
  moved: 0,
});

export function evolveReminder(state: ReminderState, event: RecordedEventOf<ReminderEvent>): ReminderState {
  switch (event.type) {
    case 'DeliveryReminderDue':
      return { ...state, ...event.data, stage: 'due' };
    case 'DeliveryReminderAmountChanged':
      return { ...state, face: state.face && { ...state.face, duePaise: event.data.duePaise } };
    case 'DeliveryReminderConfirmed':
      return { ...state, stage: 'confirmed' };
    case 'DeliveryRescheduleAsked':
      return { ...state, stage: 'rescheduled', moved: state.moved + 1 };
    case 'DeliveryReminderRefused':
      return { ...state, stage: 'refused' };
    case 'DeliveryReminderUnreachable':
      return { ...state, stage: 'unreachable', tries: event.data.tries };
    case 'DeliveryReminderClosed':
      return { ...state, stage: 'closed' };
    default:
      return state;
  }
}
