import type { MasterSpec } from '../../families/master-def.ts';
import { date, number, paragraph, reference, text } from '../../families/master-field.ts';

/** A counselling session of a patient: planned, done, and reviewed by somebody else. */
export const counselingRecord = {
  kind: 'counseling',
  plain: true,
  scope: 'iPooId',
  fields: [
    reference('iPatientId', { en: 'Patient', es: 'Paciente' }, 'patient', { required: true, readOnly: true }),
    text('vTopic', { en: 'Topic', es: 'Tema' }, { required: true, max: 120 }),
    reference('iMoleculeId', { en: 'Medicine', es: 'Medicamento' }, 'molecule'),
    reference('iDiagnosisId', { en: 'Diagnosis', es: 'Diagnóstico' }, 'diagnosis'),
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
    date('dPlanned', { en: 'Planned', es: 'Planificado' }, { required: true, noSunday: true }),
    reference('iCounsellorId', { en: 'Counsellor', es: 'Consejero' }, 'employee', { required: true }),
    number('iMinutes', { en: 'Minutes', es: 'Minutos' }, { min: 1, max: 240 }),
    paragraph('vResult', { en: 'Result', es: 'Resultado' }, { max: 2000, column: false }),
  ],
  frozen: ['reviewed', 'dropped'],
  stages: {
    initial: 'planned',
    active: ['planned', 'done'],
    names: {
      planned: { en: 'Planned', es: 'Planificado' },
      done: { en: 'Done', es: 'Hecho' },
      reviewed: { en: 'Reviewed', es: 'Revisado' },
      dropped: { en: 'Dropped', es: 'Descartado' },
    },
    actions: {
      finish: {
        from: ['planned'],
        to: 'done',
        label: { en: 'Done', es: 'Hecho' },
        right: 'edit',
        screen: 'patientCounseling',
        requires: ['iMinutes', 'vResult'],
      },
      drop: {
        from: ['planned'],
        to: 'dropped',
        label: { en: 'Drop', es: 'Descartar' },
        right: 'edit',
        screen: 'patientCounseling',
        requiresReason: true,
      },
      review: {
        from: ['done'],
        to: 'reviewed',
        label: { en: 'Reviewed', es: 'Revisado' },
        right: 'approve',
        screen: 'patCounselingReview',
        notBy: ['finish'],
        notSelf: 'iCounsellorId',
      },
      sendBack: {
        from: ['done'],
        to: 'planned',
        label: { en: 'Send back', es: 'Devolver' },
        right: 'approve',
        screen: 'patCounselingReview',
        notSelf: 'iCounsellorId',
        requiresReason: true,
      },
    },
  },
  example: {
    iPatientId: 1,
    vTopic: 'How to use the inhaler',
    iPooId: 1,
    dPlanned: '2026-11-20',
    iCounsellorId: 1,
    iMinutes: 20,
    vResult: 'Shown twice, done by the patient herself',
  },
} as const satisfies Omit<MasterSpec, 'route' | 'title'>;
