import { z } from 'zod';
import type { Event, RecordedEventOf, NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { emit } from '../emit.ts';

export type CareCustomerEvent =
  | Event<'CareCaseListed', { readonly caseId: number }>
  | Event<'CareCustomerLeft', { readonly caseIds: readonly number[] }>;

/** The latest care cases of a customer's patients, so that all can be ended when the customer leaves. */
export interface CareCustomerState {
  readonly caseIds: readonly number[];
}

const kept = 12;

export function listCase(customerId: number | null, caseId: number): readonly NewEvent[] {
  return customerId === null
    ? []
    : [emit<CareCustomerEvent>({ type: 'CareCaseListed', data: { caseId } }, `carecustomer-${customerId}`)];
}

export const carecustomer = defineStream<CareCustomerState, CareCustomerEvent>({
  name: 'carecustomer',
  area: 'care',
  state: 1,
  initial: () => ({ caseIds: [] }),
  evolve: (state, event: RecordedEventOf<CareCustomerEvent>) =>
    event.type === 'CareCaseListed'
      ? {
          caseIds: [...state.caseIds.filter((one) => one !== event.data.caseId), event.data.caseId].slice(
            -kept,
          ),
        }
      : { caseIds: [] },
  events: { CareCaseListed: true, CareCustomerLeft: true },
  visible: (_state, viewer) => viewer.kind === 'system',
  commands: {
    /** Asked when the customer left: names the cases that end with it. */
    leave: command<CareCustomerState, object>({
      input: z.object({}),
      need: 'system',
      creates: true,
      decide: ({ caseIds }) =>
        caseIds.length === 0
          ? refuse('noLongerNeeded', 409)
          : [emit<CareCustomerEvent>({ type: 'CareCustomerLeft', data: { caseIds } })],
    }),
  },
  translations: translations({
    en: {
      CareCaseListed: 'Care case listed',
      CareCustomerLeft: 'Care cases to end',
      noLongerNeeded: 'Nothing left to do.',
    },
    es: {
      CareCaseListed: 'Caso de atención anotado',
      CareCustomerLeft: 'Casos de atención por cerrar',
      noLongerNeeded: 'Ya no hay nada que hacer.',
    },
  }),
});
