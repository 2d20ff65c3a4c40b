import { translations } from '../core/translations.ts';
import type { StoredOf } from '../core/event.ts';
import { defineQueue } from '../families/queue.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { entryRules } from '../streams/prescriptions/prescription/desk.ts';
import type { RowFace } from '../streams/prescriptions/prescription/events.ts';
import { faceOf } from '../streams/prescriptions/prescription/events.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import type { RxState } from '../streams/prescriptions/prescription/state.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

export interface EntryRow extends QueueRow, Omit<RowFace, 'pooId' | 'language'> {
  readonly sentBackTo: number | null;
}

const { events } = prescription;
type RxStored = StoredOf<(typeof events)[keyof typeof events]>;
const open = [
  'pending',
  'sentBack',
  'entering',
  'secondPending',
  'secondEntering',
  'differing',
  'deciding',
] as const;
const holding: ReadonlySet<string> = new Set(open);

function fold(_row: EntryRow, event: RxStored): Partial<EntryRow> {
  switch (event.type) {
    case 'PrescriptionReceived':
      return { ...faceOf(event.data), stage: 'pending', why: 'why.received', sentBackTo: null };
    case 'DigitizationStarted':
      return { stage: event.data.n === 1 ? 'entering' : 'secondEntering' };
    case 'FirstEntrySubmitted':
      return { ...event.data.face, stage: 'secondPending', why: 'why.second', sentBackTo: null };
    case 'EntriesDiffered':
      return { ...event.data.face, stage: 'differing', why: 'why.differ', sentBackTo: null };
    case 'DifferencesTaken':
      return { stage: 'deciding' };
    case 'PrescriptionSentBack':
      return { ...event.data.face, stage: 'sentBack', why: 'why.sentBack', sentBackTo: event.data.to.empId };
    case 'EntryResumed':
      return { ...event.data.face, stage: 'pending', why: 'why.answered', sentBackTo: null };
    default:
      return {};
  }
}

/** Prescriptions to be digitized from their pages: once, or twice by two people where a line is risky. */
export const pdList = defineQueue<EntryRow, RxStored>({
  ...entryRules,
  route: '/prescription/pdList',
  subject: 'prescription',
  wide: true,
  enter: {
    on: [
      'PrescriptionReceived',
      'FirstEntrySubmitted',
      'EntriesDiffered',
      'PrescriptionSentBack',
      'EntryResumed',
    ],
  },
  leave: ['PrescriptionDigitized', 'PrescriptionRejected', 'ClarificationRequested', 'PrescriptionLapsed'],
  holds: ({ stage }: RxState) => holding.has(stage),
  blank: (base) => ({
    ...base,
    ref: rxRef(base.id),
    patient: '',
    source: 'upload',
    pages: 0,
    caseType: 'chronic',
    cover: null,
    readers: [],
    sentBackTo: null,
    uploadedBy: { empId: null, name: '' },
    stage: 'pending',
  }),
  fold,
  sources: ['prescription', 'customer'],
  /** Sent back first, then acute, then entered once, then by arrival. */
  rank: (row) => [
    row.sentBackTo === null ? 1 : 0,
    row.caseType === 'acute' ? 0 : 1,
    row.stage === 'pending' || row.stage === 'entering' ? 1 : 0,
    -row.priority,
    row.enteredAt,
  ],
  notFor: (row, empId) => row.readers.includes(empId),
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 104, filter: 'text' },
    { name: 'patient', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'stage', kind: 'status', of: 'stage', width: 150, filter: 'set' },
    { name: 'caseType', kind: 'status', of: 'caseType', width: 92, filter: 'set' },
    { name: 'pages', kind: 'number', width: 70 },
    { name: 'source', kind: 'status', of: 'source', width: 110, filter: 'set' },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'holder', kind: 'holder', width: 150, flex: 1, filter: 'set' },
    { name: 'state', kind: 'status', of: 'state', width: 104, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, hidden: true, filter: 'set' },
    { name: 'uploadedBy', kind: 'person', width: 130, hidden: true, filter: 'set' },
    { name: 'attempts', kind: 'number', width: 90, hidden: true },
  ],
  openStages: [...open],
  tones: {
    sentBack: 'warn',
    differing: 'warn',
    secondPending: 'info',
    entering: 'accent',
    secondEntering: 'accent',
    deciding: 'accent',
  },
  actions: [
    {
      name: 'begin',
      command: 'takeUp',
      key: 'b',
      right: 'edit',
      states: ['claimed'],
      stages: [...open],
      mine: true,
      primary: true,
    },
    {
      name: 'askClarification',
      command: 'askClarification',
      key: 'i',
      right: 'edit',
      states: ['working'],
      stages: ['entering'],
      mine: true,
      inputs: [
        { name: 'to', kind: 'choice', required: true, of: 'to', options: ['customer', 'doctor'] },
        { name: 'text', kind: 'text', required: true },
      ],
    },
    {
      name: 'reject',
      command: 'reject',
      key: 'x',
      right: 'edit',
      states: ['working'],
      stages: ['entering'],
      mine: true,
      danger: true,
      inputs: [
        {
          name: 'reason',
          kind: 'choice',
          required: true,
          of: 'reject',
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
      title: 'PD list',
      'column.ref': 'Prescription',
      'column.patient': 'Patient',
      'column.stage': 'Stage',
      'column.caseType': 'Case',
      'column.pages': 'Pages',
      'column.source': 'Source',
      'column.uploadedBy': 'Uploaded by',
      'stage.pending': 'To transcribe',
      'stage.entering': 'Being transcribed',
      'stage.secondPending': 'Second transcription',
      'stage.secondEntering': 'In second transcription',
      'stage.differing': 'Transcriptions differ',
      'stage.deciding': 'Being decided',
      'stage.sentBack': 'Sent back',
      'caseType.acute': 'Acute',
      'caseType.chronic': 'Chronic',
      'source.upload': 'Upload',
      'source.adhoc': 'Ad hoc',
      'source.tpd': 'Partner',
      'source.update': 'Update',
      'action.begin': 'Begin',
      'action.askClarification': 'Ask doctor or customer',
      'action.reject': 'Reject',
      notFor: 'You transcribed this page; somebody else must read it now.',
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
      'why.received': 'New prescription for {{patient}}; waiting for transcription.',
      'why.second':
        'Some lines must be transcribed a second time by somebody who has not seen the first transcription.',
      'why.differ': 'Two people read it differently; a third decides.',
      'why.sentBack': 'The pharmacist sent it back. Whoever transcribed it comes first.',
      'why.answered': 'The question was answered; continue.',
    },
    es: {
      title: 'Lista PD',
      'column.ref': 'Receta',
      'column.patient': 'Paciente',
      'column.stage': 'Etapa',
      'column.caseType': 'Caso',
      'column.pages': 'Páginas',
      'column.source': 'Origen',
      'column.uploadedBy': 'Subida por',
      'stage.pending': 'Por transcribir',
      'stage.entering': 'En transcripción',
      'stage.secondPending': 'Segunda transcripción',
      'stage.secondEntering': 'En segunda transcripción',
      'stage.differing': 'Hay diferencias',
      'stage.deciding': 'En resolución',
      'stage.sentBack': 'Devuelta',
      'caseType.acute': 'Agudo',
      'caseType.chronic': 'Crónico',
      'source.upload': 'Subida',
      'source.adhoc': 'Puntual',
      'source.tpd': 'Socio',
      'source.update': 'Cambio',
      'action.begin': 'Empezar',
      'action.askClarification': 'Preguntar al médico o al cliente',
      'action.reject': 'Rechazar',
      notFor: 'Usted transcribió esta página; ahora debe leerla otra persona.',
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
      'why.received': 'Receta nueva de {{patient}}; pendiente de transcribir.',
      'why.second':
        'Algunas líneas debe transcribirlas por segunda vez alguien que no haya visto la primera.',
      'why.differ': 'Dos personas la leyeron distinto; decide una tercera.',
      'why.sentBack': 'El farmacéutico la devolvió. Primero le toca a quien la transcribió.',
      'why.answered': 'Se respondió a la pregunta; continúe.',
    },
  }),
});
