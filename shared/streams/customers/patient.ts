import { z } from 'zod';
import { inPoos } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';
import { ageOn, patientShape } from './signup/fields.ts';

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
  }),
  evolve(state, event) {
    if (event.type === 'PatientRegistered') return { ...state, ...event.data, stage: 'enrolled' };
    if (event.type === 'PatientDetailsUpdated') return { ...state, ...event.data };
    return state;
  },
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  commands: {
    updateDetails: command<PatientState, z.output<typeof details>>({
      input: details,
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      decide(state, given, ctx) {
        if (given.dob && (ageOn(given.dob, ctx.today) < 0 || ageOn(given.dob, ctx.today) > 120)) return refuse('ageInvalid', 422, {}, 'dob');
        const changed = Object.entries(given).filter(
          ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(state[field as keyof PatientState]),
        );
        return changed.length === 0 ? [] : [{ type: 'PatientDetailsUpdated', data: Object.fromEntries(changed) }];
      },
    }),
  },
  words: words({
    en: { PatientRegistered: 'Patient registered', PatientDetailsUpdated: 'Details changed' },
    es: { PatientRegistered: 'Paciente registrado', PatientDetailsUpdated: 'Datos cambiados' },
  }),
});
