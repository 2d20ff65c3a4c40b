import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { businessDay } from '../../../core/day.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { z } from 'zod';
import { note, text } from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CallPurpose } from './dispositions.ts';

/**
 * State of one number over all leads and customers: who is calling it, its attempts, whether it may be
 * called.
 */
export interface PhoneLineState {
  readonly key: string;
  readonly live: { readonly call: string; readonly empId: number; readonly name: string } | null;
  /** Attempts on the last day it was called, without clinical calls. */
  readonly day: string | null;
  readonly attempts: number;
  readonly lastAt: string | null;
  /** The last attempt dropped at once, so one more may follow without the gap. */
  readonly again: boolean;
  readonly barred: { readonly at: string; readonly reason: string } | null;
  readonly bad: boolean;
}

export type PhoneLineEvent =
  | Event<
      'PhoneDialled',
      {
        readonly call: string;
        readonly empId: number;
        readonly name: string;
        readonly purpose: CallPurpose;
        readonly counts: boolean;
      }
    >
  | Event<'PhoneReleased', { readonly call: string; readonly again: boolean }>
  | Event<'PhoneBarred', { readonly reason: string }>
  | Event<'PhoneAllowed', { readonly proof: string }>
  | Event<'PhoneMarkedBad', { readonly code: string }>
  | Event<'PhoneMarkedGood', { readonly reason: string }>;

export const phoneLineStream = (key: string): string => `phoneline-${key}`;

export const noPhoneLine = (key: string): PhoneLineState => ({
  key,
  live: null,
  day: null,
  attempts: 0,
  lastAt: null,
  again: false,
  barred: null,
  bad: false,
});

export const attemptsOn = (line: PhoneLineState, day: string): number =>
  line.day === day ? line.attempts : 0;

function evolve(state: PhoneLineState, event: RecordedEventOf<PhoneLineEvent>): PhoneLineState {
  switch (event.type) {
    case 'PhoneDialled': {
      const { call, empId, name, counts } = event.data;
      const day = businessDay(Date.parse(event.at));
      const counted = counts ? { day, attempts: attemptsOn(state, day) + 1, lastAt: event.at } : {};
      return { ...state, live: { call, empId, name }, again: false, ...counted };
    }
    case 'PhoneReleased':
      return state.live?.call === event.data.call ? { ...state, live: null, again: event.data.again } : state;
    case 'PhoneBarred':
      return { ...state, barred: { at: event.at, reason: event.data.reason } };
    case 'PhoneAllowed':
      return { ...state, barred: null };
    case 'PhoneMarkedBad':
      return { ...state, bad: true };
    case 'PhoneMarkedGood':
      return { ...state, bad: false };
    default:
      return state;
  }
}

/**
 * A phone number's stream: serializes calls to one number and keeps a do-not-call bar regardless of the
 * number's owner.
 */
export const phoneline = defineStream<PhoneLineState, PhoneLineEvent>({
  name: 'phoneline',
  area: 'calls',
  state: 1,
  events: {
    PhoneDialled: true,
    PhoneReleased: true,
    PhoneBarred: true,
    PhoneAllowed: true,
    PhoneMarkedBad: true,
    PhoneMarkedGood: true,
  },
  initial: noPhoneLine,
  evolve,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {
    /** Sent by a policy when a lead or customer asks not to be called. */
    bar: command<PhoneLineState, { reason: string }>({
      input: z.strictObject({ reason: note(500) }),
      need: 'system',
      creates: true,
      decide: (state, { reason }) =>
        state.barred ? refuse('noLongerNeeded', 409) : [{ type: 'PhoneBarred', data: { reason } }],
    }),
    allow: command<PhoneLineState, { proof: string }>({
      input: z.strictObject({ proof: text(500) }),
      need: 'system',
      creates: true,
      decide: (state, { proof }) =>
        state.barred ? [{ type: 'PhoneAllowed', data: { proof } }] : refuse('noLongerNeeded', 409),
    }),
  },
  translations: translations({
    en: {
      PhoneDialled: 'Number dialled',
      PhoneReleased: 'Number free again',
      PhoneBarred: 'Number not to be called',
      PhoneAllowed: 'Number may be called again',
      PhoneMarkedBad: 'Number marked as wrong',
      PhoneMarkedGood: 'Number marked as right after all',
    },
    es: {
      PhoneDialled: 'Número marcado',
      PhoneReleased: 'Número libre de nuevo',
      PhoneBarred: 'Número que no se debe llamar',
      PhoneAllowed: 'Número autorizado de nuevo',
      PhoneMarkedBad: 'Número marcado como erróneo',
      PhoneMarkedGood: 'Número marcado como correcto después de todo',
    },
  }),
  story: [
    {
      as: 'system',
      stream: 'phoneline-5550119999',
      command: 'bar',
      input: { reason: 'Asked not to be called' },
    },
    { as: 'system', stream: 'phoneline-5550119999', command: 'allow', input: { proof: 'Web form' } },
  ],
});
