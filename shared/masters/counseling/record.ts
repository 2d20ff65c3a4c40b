import type { MasterSpec } from '../../families/master-def.ts';
import { date, integer, note, reference, text } from '../../families/master-field.ts';

/** A counselling of a patient: planned, done, and looked at by somebody else. */
export const counselingRecord = {
  kind: 'counseling',
  plain: true,
  scope: 'iPooId',
  fields: [
    reference('iPatientId', ['Patient', 'Paciente'], 'patient', { required: true, readOnly: true }),
    text('vTopic', ['Topic', 'Tema'], { required: true, max: 120 }),
    reference('iMoleculeId', ['Medicine', 'Medicamento'], 'molecule'),
    reference('iDiagnosisId', ['Diagnosis', 'Diagnóstico'], 'diagnosis'),
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
    date('dPlanned', ['Planned', 'Planificado'], { required: true, noSunday: true }),
    reference('iCounsellorId', ['Counsellor', 'Consejero'], 'employee', { required: true }),
    integer('iMinutes', ['Minutes', 'Minutos'], { min: 1, max: 240 }),
    note('vResult', ['Result', 'Resultado'], { max: 2000, column: false }),
  ],
  frozen: ['reviewed', 'dropped'],
  stages: {
    initial: 'planned',
    active: ['planned', 'done'],
    names: { planned: ['Planned', 'Planificado'], done: ['Done', 'Hecho'], reviewed: ['Reviewed', 'Revisado'], dropped: ['Dropped', 'Descartado'] },
    actions: {
      finish: { from: ['planned'], to: 'done', label: ['Done', 'Hecho'], right: 'edit', screen: 'patientCounseling', requires: ['iMinutes', 'vResult'] },
      drop: { from: ['planned'], to: 'dropped', label: ['Drop', 'Descartar'], right: 'edit', screen: 'patientCounseling', asksReason: true },
      review: {
        from: ['done'],
        to: 'reviewed',
        label: ['Reviewed', 'Revisado'],
        right: 'approve',
        screen: 'patCounselingReview',
        notBy: ['finish'],
        notSelf: 'iCounsellorId',
      },
      sendBack: {
        from: ['done'],
        to: 'planned',
        label: ['Send back', 'Devolver'],
        right: 'approve',
        screen: 'patCounselingReview',
        notSelf: 'iCounsellorId',
        asksReason: true,
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
