import { z } from 'zod';
import type { Event } from '../../core/event.ts';
import { id, note, text } from '../../core/fields.ts';
import type { Permission } from '../../core/permission.ts';
import { inPoos } from '../../core/permission.ts';
import { reference } from '../../core/reference.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { auditStream } from '../core/audit.ts';
import { recordId } from '../../core/record-id.ts';
import type { PatientState } from '../customers/patient.ts';
import { emit, iso } from './emit.ts';

/** Rights with which health data opens at all. */
export const careViewNeed: readonly Permission[] = [
  'Prescription/personalHistory:view',
  'Prescription/vitalStats:view',
  'Prescription/labStats:view',
  'Prescription/careConnect:view',
  'Prescription/careConnectV2:view',
  'Prescription/monthlyAssessments:view',
  'Prescription/DoctorView:view',
  'Prescription/prescriptionChecker:view',
];
/** Doctors and those who care may open the record of a patient elsewhere, with a reason. */
export const breakGlassNeed: readonly Permission[] = [
  'Prescription/DoctorView:view',
  'Prescription/careConnect:edit',
];
export const glassMs = 60 * 60_000;
/** A patient as the messages about access name them, never by name. */
export const patientRef = (patientId: number): string => reference('PT', patientId);

export type CareAccessEvent = Event<
  'CareGlassBroken',
  {
    readonly patientId: number;
    readonly empId: number;
    readonly name: string;
    readonly reason: string;
    readonly until: string;
  }
>;
export interface CareAccessState {
  readonly patientId: number | null;
  readonly until: string | null;
}

export const glassStream = (empId: number | null, patientId: number): string =>
  `careaccess-${empId ?? 0}x${patientId}`;

/** One person's way to one patient's record: each look is written down, and one from outside the own places asks for a reason. */
export const careaccess = defineStream<CareAccessState, CareAccessEvent>({
  name: 'careaccess',
  area: 'care',
  state: 1,
  initial: () => ({ patientId: null, until: null }),
  evolve: (_state, { data }) => ({ patientId: data.patientId, until: data.until }),
  events: { CareGlassBroken: true },
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: {
    breakGlass: command<CareAccessState, { patientId: number; reason: string }>({
      input: z.object({
        patientId: recordId('patient', { former: true, anywhere: true }),
        reason: note(300, 10),
      }),
      need: breakGlassNeed,
      creates: true,
      reads: ({ patientId }) => ({ patient: `patient-${patientId}` }),
      decide(_state, { patientId, reason }, ctx) {
        const patient = ctx.read['patient'] as PatientState | undefined;
        const { empId, name } = ctx.viewer;
        if (!patient || patient.stage === 'none') return refuse('patientUnknown', 422, {}, 'patientId');
        if (empId === null || ctx.id !== glassStream(empId, patientId).slice('careaccess-'.length))
          return refuse('ownOnly', 403);
        if (inPoos(ctx.viewer, patient.pooId)) return refuse('noGlass', 409);
        const until = iso(ctx.now + glassMs);
        return {
          events: [
            emit<CareAccessEvent>({
              type: 'CareGlassBroken',
              data: { patientId, empId, name, reason, until },
            }),
            {
              stream: auditStream(`patient-${patientId}`),
              type: 'PersonalDataViewed',
              data: { subject: `patient-${patientId}`, fields: ['breakGlass'], reason, until },
            },
          ],
          answer: { until },
        };
      },
    }),
    /** Written by the server when a screen with health data was opened; once a screen and quarter of an hour. */
    viewed: command<CareAccessState, { patientId: number; screen: string; reason: string | null }>({
      input: z.object({ patientId: id(), screen: text(40), reason: note(300).nullable() }),
      need: 'system',
      creates: true,
      decide: (_state, { patientId, screen, reason }) => [
        {
          stream: auditStream(`patient-${patientId}`),
          type: 'PatientRecordViewed',
          data: { subject: `patient-${patientId}`, screen, ...(reason === null ? {} : { reason }) },
        },
      ],
    }),
  },
  translations: translations({
    en: {
      CareGlassBroken: 'Record opened with a reason',
      patientUnknown: 'There is no such patient.',
      noGlass: 'This patient is of your own places; no reason is needed.',
    },
    es: {
      CareGlassBroken: 'Historia abierta con motivo',
      patientUnknown: 'No existe ese paciente.',
      noGlass: 'Este paciente es de sus propios lugares; no hace falta motivo.',
    },
  }),
  story: [],
});
