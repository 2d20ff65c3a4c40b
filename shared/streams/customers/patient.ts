import { z } from 'zod';
import { inPoos } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';
import { receive } from './patient-receive.ts';
import { isImpossibleAge, patientShape } from './signup/fields.ts';
import type { FactMark } from '../../core/fact-age.ts';

/** A person in care, under a customer. */
export interface PatientState {
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
  readonly source: FactMark | null;
}

const details = z.object({
  name: patientShape.name.optional(),
  relation: patientShape.relation.optional(),
  dob: patientShape.dob.optional(),
  gender: patientShape.gender.optional(),
  diagnoses: z.array(z.string().trim().min(1, 'required').max(80, 'tooLong')).max(10, 'tooManyItems').optional(),
});

export const patient = defineStream<PatientState>({
  name: 'patient',
  area: 'customers',
  state: 1,
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
  }),
  evolve(before, event) {
    const state: PatientState = event.data.source ? { ...before, source: event.data.source } : before;
    if (event.type === 'PatientRegistered') return { ...state, ...event.data, stage: 'enrolled' };
    if (event.type === 'PatientDetailsUpdated') return { ...state, ...event.data };
    if (event.type === 'PatientMoved') return { ...state, customerId: event.data.customerId, pooId: event.data.pooId };
    return state;
  },
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  commands: {
    receive,
    updateDetails: command<PatientState, z.output<typeof details>>({
      input: details,
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      decide(state, given, ctx) {
        if (isImpossibleAge(given.dob, ctx.today)) return refuse('ageInvalid', 422, {}, 'dob');
        const changed = Object.entries(given).filter(
          ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(state[field as keyof PatientState]),
        );
        return changed.length === 0 ? [] : [{ type: 'PatientDetailsUpdated', data: Object.fromEntries(changed) }];
      },
    }),
  },
  words: words({
    en: {
      PatientRegistered: 'Patient registered',
      PatientDetailsUpdated: 'Details changed',
      PatientReceived: 'Told again by the customer service',
      PatientMoved: 'Moved to another customer',
      customerUnknown: 'The customer of this patient is not known yet.',
    },
    es: {
      PatientRegistered: 'Paciente registrado',
      PatientDetailsUpdated: 'Datos cambiados',
      PatientReceived: 'Comunicado de nuevo por el servicio de clientes',
      PatientMoved: 'Trasladado a otro cliente',
      customerUnknown: 'El cliente de este paciente aún no se conoce.',
    },
  }),
});
