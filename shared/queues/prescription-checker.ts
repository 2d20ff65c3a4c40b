import { translations } from '../core/translations.ts';
import type { StoredOf } from '../core/event.ts';
import { defineQueue } from '../families/queue.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { checkRules } from '../streams/prescriptions/prescription/desk.ts';
import type { RowFace, RowFlag } from '../streams/prescriptions/prescription/events.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import type { RxState } from '../streams/prescriptions/prescription/state.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

export interface CheckRow extends QueueRow, Omit<RowFace, 'pooId' | 'language'> {
  readonly lines: number;
  readonly flags: readonly RowFlag[];
  /** The most severe of them. */
  readonly flag: RowFlag | null;
  readonly digitizer: { readonly empId: number | null; readonly name: string };
  readonly overrides: number;
}

const { events } = prescription;
type RxStored = StoredOf<(typeof events)[keyof typeof events]>;

function fold(row: CheckRow, event: RxStored): Partial<CheckRow> {
  switch (event.type) {
    case 'PrescriptionDigitized': {
      const { face, flags, by, lines } = event.data;
      return {
        ...face,
        flags,
        flag: flags[0] ?? null,
        lines: lines.length,
        digitizer: by,
        stage: 'awaitingCheck',
        why: 'why.digitized',
        overrides: 0,
      };
    }
    case 'CheckResumed': {
      const { face, flags, lines } = event.data;
      return { ...face, flags, flag: flags[0] ?? null, lines, stage: 'awaitingCheck', why: 'why.answered' };
    }
    case 'CheckStarted':
      return { stage: 'inCheck' };
    case 'PrescriptionAlertOverridden':
      return { overrides: row.overrides + 1 };
    default:
      return {};
  }
}

const held = { states: ['working'], stages: ['inCheck'], mine: true } as const;

/** Digitized prescriptions that await the pharmacist's decision. */
export const prescriptionChecker = defineQueue<CheckRow, RxStored>({
  ...checkRules,
  route: '/prescription/prescriptionChecker',
  subject: 'prescription',
  wide: true,
  enter: { on: ['PrescriptionDigitized', 'CheckResumed'] },
  leave: [
    'PrescriptionApproved',
    'PrescriptionSentBack',
    'PrescriptionRejected',
    'ClarificationRequested',
    'PrescriptionLapsed',
  ],
  holds: ({ stage }: RxState) => stage === 'awaitingCheck' || stage === 'inCheck',
  blank: (base) => ({
    ...base,
    ref: rxRef(base.id),
    patient: '',
    source: 'upload',
    pages: 0,
    caseType: 'chronic',
    cover: null,
    readers: [],
    uploadedBy: { empId: null, name: '' },
    lines: 0,
    flags: [],
    flag: null,
    digitizer: { empId: null, name: '' },
    overrides: 0,
    stage: 'awaitingCheck',
  }),
  fold,
  sources: ['prescription', 'customer', 'product'],
  /** Acute first, then Schedule H1, then by arrival. */
  rank: (row) => [
    row.caseType === 'acute' ? 0 : 1,
    row.flags.includes('h1') ? 0 : 1,
    -row.priority,
    row.enteredAt,
  ],
  notFor: (row, empId) => row.readers.includes(empId),
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'patient', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'flag', kind: 'status', of: 'flag', width: 120, filter: 'set' },
    { name: 'caseType', kind: 'status', of: 'caseType', width: 92, filter: 'set' },
    { name: 'lines', kind: 'number', width: 64 },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'digitizer', kind: 'person', width: 140, filter: 'set' },
    { name: 'holder', kind: 'holder', width: 150, flex: 1, filter: 'set' },
    { name: 'state', kind: 'status', of: 'state', width: 104, filter: 'set' },
    { name: 'stage', kind: 'status', of: 'stage', width: 120, hidden: true, filter: 'set' },
    { name: 'overrides', kind: 'number', width: 92, hidden: true },
    { name: 'pages', kind: 'number', width: 70, hidden: true },
    { name: 'pooId', kind: 'place', width: 116, hidden: true, filter: 'set' },
    { name: 'source', kind: 'status', of: 'source', width: 110, hidden: true, filter: 'set' },
  ],
  openStages: ['awaitingCheck', 'inCheck'],
  tones: { inCheck: 'accent' },
  actions: [
    {
      name: 'begin',
      command: 'startCheck',
      key: 'b',
      right: 'edit',
      states: ['claimed'],
      stages: ['awaitingCheck', 'inCheck'],
      mine: true,
      primary: true,
    },
    { ...held, name: 'approve', command: 'approve', key: 'v', right: 'approve', primary: true },
    {
      ...held,
      name: 'sendBack',
      command: 'sendBack',
      key: 'h',
      right: 'edit',
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
    {
      ...held,
      name: 'askClarification',
      command: 'askClarification',
      key: 'i',
      right: 'edit',
      inputs: [
        { name: 'to', kind: 'choice', required: true, options: ['doctor', 'customer'] },
        { name: 'text', kind: 'text', required: true },
      ],
    },
    {
      ...held,
      name: 'reject',
      command: 'reject',
      key: 'x',
      right: 'approve',
      danger: true,
      inputs: [
        {
          name: 'reason',
          kind: 'choice',
          of: 'reject',
          required: true,
          options: [
            'unreadable',
            'notAPrescription',
            'wrongPatient',
            'tooOld',
            'noSignature',
            'forged',
            'other',
          ],
        },
        { name: 'text', kind: 'text', required: true },
      ],
    },
  ],
  translations: translations({
    en: {
      title: 'Prescription checker',
      'column.ref': 'Prescription',
      'column.patient': 'Patient',
      'column.flag': 'Alert',
      'column.caseType': 'Case',
      'column.lines': 'Lines',
      'column.digitizer': 'Transcribed by',
      'column.stage': 'Stage',
      'column.overrides': 'Overrides',
      'column.pages': 'Pages',
      'column.source': 'Source',
      'flag.allergy': 'Allergy',
      'flag.duplicate': 'Duplicate',
      'flag.interaction': 'Interaction',
      'flag.dose': 'Dose',
      'flag.pregnancy': 'Pregnancy',
      'flag.kidney': 'Kidney',
      'flag.paper': 'Paper',
      'flag.h1': 'H1',
      'stage.awaitingCheck': 'To check',
      'stage.inCheck': 'Being checked',
      'caseType.acute': 'Acute',
      'caseType.chronic': 'Chronic',
      'source.upload': 'Upload',
      'source.adhoc': 'Ad hoc',
      'source.tpd': 'Partner',
      'source.update': 'Update',
      'action.begin': 'Begin check',
      'action.approve': 'Approve',
      'action.sendBack': 'Send back',
      'action.askClarification': 'Ask doctor or customer',
      'action.reject': 'Reject',
      notFor: 'You transcribed this page; another checker must approve it.',
      'ask.to': 'Who can answer',
      'to.customer': 'Customer',
      'to.doctor': 'Doctor',
      'ask.text': 'What is wrong or missing',
      'ask.reason': 'Reason',
      'reject.unreadable': 'Unreadable',
      'reject.notAPrescription': 'Not a prescription',
      'reject.wrongPatient': 'Another patient',
      'reject.tooOld': 'Too old',
      'reject.noSignature': 'Not signed',
      'reject.forged': 'Altered or forged',
      'reject.other': 'Other',
      'why.digitized': 'Transcribed by {{name}}; waiting for the pharmacist.',
      'why.answered': 'The question was answered; check it again.',
    },
    es: {
      title: 'Revisión de recetas',
      'column.ref': 'Receta',
      'column.patient': 'Paciente',
      'column.flag': 'Alerta',
      'column.caseType': 'Caso',
      'column.lines': 'Líneas',
      'column.digitizer': 'Transcrita por',
      'column.stage': 'Etapa',
      'column.overrides': 'Alertas omitidas',
      'column.pages': 'Páginas',
      'column.source': 'Origen',
      'flag.allergy': 'Alergia',
      'flag.duplicate': 'Duplicado',
      'flag.interaction': 'Interacción',
      'flag.dose': 'Dosis',
      'flag.pregnancy': 'Embarazo',
      'flag.kidney': 'Riñón',
      'flag.paper': 'Papel',
      'flag.h1': 'H1',
      'stage.awaitingCheck': 'Por revisar',
      'stage.inCheck': 'En revisión',
      'caseType.acute': 'Agudo',
      'caseType.chronic': 'Crónico',
      'source.upload': 'Subida',
      'source.adhoc': 'Puntual',
      'source.tpd': 'Socio',
      'source.update': 'Cambio',
      'action.begin': 'Iniciar revisión',
      'action.approve': 'Aprobar',
      'action.sendBack': 'Devolver',
      'action.askClarification': 'Preguntar al médico o al cliente',
      'action.reject': 'Rechazar',
      notFor: 'Usted transcribió esta página; debe aprobarla otro farmacéutico.',
      'ask.to': 'Quién puede responder',
      'to.customer': 'Cliente',
      'to.doctor': 'Médico',
      'ask.text': 'Qué está mal o falta',
      'ask.reason': 'Motivo',
      'reject.unreadable': 'Ilegible',
      'reject.notAPrescription': 'No es una receta',
      'reject.wrongPatient': 'De otro paciente',
      'reject.tooOld': 'Demasiado antigua',
      'reject.noSignature': 'Sin firma',
      'reject.forged': 'Alterada o falsificada',
      'reject.other': 'Otro',
      'why.digitized': 'Transcrita por {{name}}; pendiente del farmacéutico.',
      'why.answered': 'Se respondió a la pregunta; revísela de nuevo.',
    },
  }),
});
