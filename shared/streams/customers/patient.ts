import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { inPoos } from '../../core/permission.ts';
import type { RecordStatus } from '../../core/record-id.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import {
  evolvePatientCare,
  noPatientCare,
  patientCareCommands,
  patientCareTranslations,
  type PatientCare,
  type PatientCareEvent,
} from './patient-care.ts';
import { faultsLeft, withFaults, type SourceFault } from '../../core/source-faults.ts';
import { receive } from './patient-receive.ts';
import { isImpossibleAge, patientShape } from './signup/fields.ts';
import type { MessageMark, Reported } from '../../core/message-age.ts';

/** A person in care, belonging to a customer. */
export interface PatientState extends PatientCare {
  readonly id: string;
  readonly stage: 'none' | 'enrolled';
  readonly name: string;
  readonly customerId: number | null;
  readonly pooId: number | null;
  readonly relation: string | null;
  readonly dob: string | null;
  readonly gender: string | null;
  readonly diagnoses: readonly string[];
  readonly careTierId: number | null;
  readonly source: MessageMark | null;
  /**
   * Values reported by the customer service that break a rule, until a person or the service corrects them.
   */
  readonly faults: readonly SourceFault[];
}

const details = z.object({
  name: patientShape.name.optional(),
  relation: patientShape.relation.optional(),
  dob: patientShape.dob.optional(),
  gender: patientShape.gender.optional(),
  diagnoses: z.array(texts.line().min(1, 'required').max(80, 'tooLong')).max(10, 'tooManyItems').optional(),
});

type Person = Pick<PatientState, 'name' | 'relation' | 'dob' | 'gender' | 'diagnoses'>;

export type PatientEvent =
  | PatientCareEvent
  | Event<'PatientRegistered', Person & Pick<PatientState, 'customerId' | 'pooId' | 'careTierId'> & Reported>
  | Event<'PatientReceived', Reported>
  | Event<'PatientFaultsMarked', Reported & { readonly faults: readonly SourceFault[] }>
  | Event<'PatientDetailsUpdated', Partial<Person & Pick<PatientState, 'pooId'>> & Reported>
  | Event<
      'PatientMoved',
      Reported & { readonly customerId: number; readonly pooId: number | null; readonly from: number | null }
    >;

export const patientStatus = (state: PatientState | undefined): RecordStatus =>
  !state || state.stage === 'none' ? 'missing' : state.stage === 'enrolled' ? 'active' : 'inactive';

export const patient = defineStream<PatientState, PatientEvent>({
  name: 'patient',
  events: {
    PatientRegistered: true,
    PatientReceived: true,
    PatientFaultsMarked: true,
    PatientDetailsUpdated: true,
    PatientMoved: true,
    PatientCareStarted: true,
    PatientCareTierChanged: true,
    PatientCriticalTypeSet: true,
    PatientPutOnHold: true,
    PatientResumed: true,
    PatientDischarged: true,
    PatientMarkedDeceased: true,
    PatientDeceasedMarkCorrected: true,
    PatientRangeOverridden: true,
    PatientRangeReset: true,
  },
  area: 'customers',
  state: 4,
  initial: (key) => ({
    id: key,
    stage: 'none',
    name: '',
    customerId: null,
    pooId: null,
    relation: null,
    dob: null,
    gender: null,
    diagnoses: [],
    careTierId: null,
    source: null,
    faults: [],
    ...noPatientCare,
  }),
  evolve(before, event) {
    const { source } = event.data as Reported;
    const state: PatientState = source ? { ...before, source } : before;
    if (event.type === 'PatientRegistered') return { ...state, ...event.data, stage: 'enrolled' };
    if (event.type === 'PatientDetailsUpdated')
      return { ...state, ...event.data, faults: faultsLeft(state.faults, Object.keys(event.data)) };
    if (event.type === 'PatientFaultsMarked')
      return { ...state, faults: withFaults(state.faults, event.data.faults) };
    if (event.type === 'PatientMoved')
      return { ...state, customerId: event.data.customerId, pooId: event.data.pooId };
    return event.type === 'PatientReceived' ? state : evolvePatientCare(state, event);
  },
  mergedFields: ['name', 'relation', 'dob', 'gender', 'diagnoses'],
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  status: patientStatus,
  commands: {
    receive,
    ...patientCareCommands,
    updateDetails: command<PatientState, z.output<typeof details>>({
      input: details,
      need: 'Masters/customerMasterV2:edit',
      versioned: 'merge',
      merges: (given) => given,
      decide(state, given, ctx) {
        if (isImpossibleAge(given.dob, ctx.today)) return refuse('ageInvalid', 422, {}, 'dob');
        const changed = Object.entries(given).filter(
          ([field, value]) =>
            value !== undefined &&
            JSON.stringify(value) !== JSON.stringify(state[field as keyof PatientState]),
        );
        return changed.length === 0
          ? []
          : [{ type: 'PatientDetailsUpdated', data: Object.fromEntries(changed) }];
      },
    }),
  },
  translations: translations({
    en: {
      ...patientCareTranslations.en,
      PatientRegistered: 'Patient registered',
      PatientDetailsUpdated: 'Details changed',
      PatientFaultsMarked: 'Values of the customer service break a rule',
      PatientReceived: 'Received again from the customer service',
      PatientMoved: 'Moved to another customer',
      customerUnknown: 'The customer of this patient is not known yet.',
    },
    es: {
      ...patientCareTranslations.es,
      PatientRegistered: 'Paciente registrado',
      PatientDetailsUpdated: 'Datos cambiados',
      PatientFaultsMarked: 'Valores del servicio de clientes incumplen una regla',
      PatientReceived: 'Recibido de nuevo del servicio de clientes',
      PatientMoved: 'Trasladado a otro cliente',
      customerUnknown: 'El cliente de este paciente aún no se conoce.',
    },
  }),
});
