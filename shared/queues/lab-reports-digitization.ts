import type { StoredOf } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import { entersAs, type QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { ReportStage } from '../streams/care/lab/labreport-state.ts';
import type { LabReportState } from '../streams/care/lab/labreport-state.ts';
import { digitizationRules } from '../streams/care/lab/labreport-work.ts';
import type { labreport } from '../streams/care/lab/labreport.ts';

interface ReportRow extends QueueRow {
  readonly patient: string;
  readonly patientId: number;
  readonly lab: string;
  readonly reportNo: string;
  readonly reportedAt: string;
  readonly pages: number;
  readonly suspected: boolean;
  readonly digitizer: { readonly empId: number; readonly name: string } | null;
  readonly stage: ReportStage;
}
type ReportQueueEvent = StoredOf<(typeof labreport.events)[keyof typeof labreport.events]>;

const person = ({ empId, name }: { readonly empId: number | null; readonly name: string }) => ({
  empId: empId ?? 0,
  name,
});

function fold(_row: ReportRow, event: ReportQueueEvent): Partial<ReportRow> {
  switch (event.type) {
    case 'LabReportReceived': {
      const { ourName, patientId, labName, reportNo, reportedAt, files, suspected } = event.data;
      return {
        patient: ourName,
        patientId,
        lab: labName,
        reportNo,
        reportedAt,
        pages: files.length,
        suspected,
        stage: 'received',
      };
    }
    case 'LabReportDigitizationStarted':
      return { stage: 'inDigitization', digitizer: person(event.data.by) };
    case 'LabReportDigitized':
      return { stage: 'digitized', digitizer: person(event.data.by), why: 'why.digitized' };
    case 'LabReportCheckStarted':
      return { stage: 'inCheck' };
    case 'LabReportSentBack':
      return { stage: 'sentBack', why: 'why.sentBack' };
    default:
      return {};
  }
}

const held = { mine: true, states: ['claimed', 'working'] } as const;

/** Lab reports on paper: typed by one person, verified by another. */
export const labReportsDigitization = defineQueue<ReportRow, ReportQueueEvent>({
  ...digitizationRules,
  route: '/prescription/labReportsDigitization',
  subject: 'labreport',
  enter: {
    on: ['LabReportReceived'],
    item(event) {
      if (!('reportNo' in event.data)) throw new Error('Only a received report enters this queue.');
      return entersAs(event, event.data);
    },
  },
  leave: ['LabReportVerified', 'LabReportRejected'],
  holds: ({ stage }: LabReportState) =>
    ['received', 'inDigitization', 'digitized', 'inCheck', 'sentBack'].includes(stage),
  blank: (base) => ({
    ...base,
    ...{
      patient: '',
      patientId: 0,
      lab: '',
      reportNo: '',
      reportedAt: base.enteredAt,
      pages: 0,
      suspected: false,
      digitizer: null,
      stage: 'received',
    },
  }),
  fold,
  /** Possibly critical reports first, then those sent back, then by age. */
  rank: (row) => [row.suspected ? 0 : 1, row.stage === 'sentBack' ? 0 : 1, row.enteredAt],
  notFor: (row, empId) =>
    (row.stage === 'digitized' || row.stage === 'inCheck') && row.digitizer?.empId === empId,
  sources: ['prescription'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 108, filter: 'text' },
    { name: 'patient', kind: 'text', width: 160, flex: 2, filter: 'text' },
    { name: 'lab', kind: 'text', width: 150, flex: 1, filter: 'set' },
    { name: 'suspected', kind: 'yesNo', width: 84, filter: 'set' },
    { name: 'stage', kind: 'status', of: 'stage', width: 136, filter: 'set' },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'pages', kind: 'number', width: 68 },
    { name: 'digitizer', kind: 'person', width: 140, filter: 'set' },
    { name: 'holder', kind: 'holder', width: 150, flex: 1, filter: 'set' },
    { name: 'state', kind: 'status', of: 'state', width: 104, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'reportNo', kind: 'text', width: 120, hidden: true },
    { name: 'reportedAt', kind: 'datetime', width: 140, hidden: true },
  ],
  tones: {
    received: 'muted',
    inDigitization: 'info',
    digitized: 'accent',
    inCheck: 'info',
    sentBack: 'warn',
  },
  actions: [
    {
      ...held,
      name: 'digitize',
      command: 'startDigitization',
      key: 'b',
      right: 'edit',
      states: ['claimed'],
      stages: ['received', 'sentBack', 'inDigitization'],
      primary: true,
    },
    {
      ...held,
      name: 'check',
      command: 'startCheck',
      key: 'v',
      right: 'approve',
      states: ['claimed'],
      stages: ['digitized', 'inCheck'],
      primary: true,
    },
    {
      ...held,
      name: 'sendBack',
      command: 'sendBack',
      key: 'i',
      right: 'approve',
      states: ['working'],
      stages: ['inCheck'],
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
    {
      ...held,
      name: 'reject',
      command: 'reject',
      key: 'x',
      right: 'edit',
      danger: true,
      stages: ['inDigitization', 'inCheck', 'received', 'sentBack'],
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  translations: translations({
    en: {
      title: 'Lab reports digitization',
      'column.ref': 'Report',
      'column.patient': 'Patient',
      'column.lab': 'Laboratory',
      'column.suspected': 'Urgent',
      'column.stage': 'Stage',
      'column.pages': 'Files',
      'column.digitizer': 'Digitized by',
      'column.reportNo': 'Report no.',
      'column.reportedAt': 'Reported',
      'stage.received': 'To digitize',
      'stage.inDigitization': 'In digitization',
      'stage.digitized': 'To verify',
      'stage.inCheck': 'In check',
      'stage.sentBack': 'Sent back',
      'action.digitize': 'Digitize',
      'action.check': 'Check',
      'action.sendBack': 'Send back',
      'action.reject': 'Reject',
      notFor: 'You digitized this report; somebody else must verify it.',
      'why.entered': 'A report was received; its results are not digitized yet.',
      'why.digitized': 'Digitized by {{name}}; waiting for somebody else to verify it.',
      'why.sentBack': 'Sent back for correction.',
    },
    es: {
      title: 'Digitalización de informes',
      'column.ref': 'Informe',
      'column.patient': 'Paciente',
      'column.lab': 'Laboratorio',
      'column.suspected': 'Urgente',
      'column.stage': 'Etapa',
      'column.pages': 'Archivos',
      'column.digitizer': 'Digitalizado por',
      'column.reportNo': 'N.º de informe',
      'column.reportedAt': 'Fecha del informe',
      'stage.received': 'Por digitalizar',
      'stage.inDigitization': 'En digitalización',
      'stage.digitized': 'Por verificar',
      'stage.inCheck': 'En revisión',
      'stage.sentBack': 'Devuelto',
      'action.digitize': 'Digitalizar',
      'action.check': 'Revisar',
      'action.sendBack': 'Devolver',
      'action.reject': 'Rechazar',
      notFor: 'Usted digitalizó este informe; debe verificarlo otra persona.',
      'why.entered': 'Se recibió un informe; aún no se han digitalizado sus resultados.',
      'why.digitized': 'Digitalizado por {{name}}; falta que otra persona lo verifique.',
      'why.sentBack': 'Devuelto para corregirlo.',
    },
  }),
});
