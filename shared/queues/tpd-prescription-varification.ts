import type { StoredOf } from '../core/event.ts';
import { maskPhone } from '../core/phone.ts';
import { translations } from '../core/translations.ts';
import { entersAs, type QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import { tpdRules } from '../streams/prescriptions/tpd/rules.ts';
import { tpdReasons, type TpdFace, type TpdState } from '../streams/prescriptions/tpd/state.ts';
import type { tpdrx } from '../streams/prescriptions/tpd/tpdrx.ts';

export interface TpdRow
  extends QueueRow, Pick<TpdFace, 'partnerName' | 'partnerRef' | 'patient' | 'doctor' | 'prescribedOn'> {
  readonly phoneMasked: string;
  readonly stage: 'received' | 'matched';
  /** Our patient, once there is one. */
  readonly ours: string;
  readonly patientId: number | null;
  readonly phoneMatch: 'yes' | 'no' | null;
}
type TpdQueueEvent = StoredOf<(typeof tpdrx.events)[keyof typeof tpdrx.events]>;

function fold(_row: TpdRow, event: TpdQueueEvent): Partial<TpdRow> {
  switch (event.type) {
    case 'TpdPrescriptionReceived': {
      const { partnerName, partnerRef, patient, doctor, prescribedOn, phone } = event.data;
      return { partnerName, partnerRef, patient, doctor, prescribedOn, phoneMasked: maskPhone(phone) };
    }
    case 'TpdPrescriptionMatched': {
      const { name, patientId, phoneMatch } = event.data;
      return {
        ours: name,
        patientId,
        phoneMatch: phoneMatch ? 'yes' : 'no',
        stage: 'matched',
        why: 'why.matched',
      };
    }
    default:
      return {};
  }
}
const held = { states: ['claimed', 'working'], mine: true } as const;

/** Prescriptions that partners sent: matched to one of our patients, then verified, rejected or found to be known. */
export const tpdPrescriptionVarification = defineQueue<TpdRow, TpdQueueEvent>({
  ...tpdRules,
  route: '/prescription/tpdPrescriptionVarification',
  subject: 'tpdrx',
  enter: {
    on: ['TpdPrescriptionReceived'],
    item(event) {
      if (!('partnerRef' in event.data)) throw new Error('Only a received prescription enters this queue.');
      return entersAs(event, event.data);
    },
  },
  leave: ['TpdPrescriptionVerified', 'TpdPrescriptionRejected', 'TpdPrescriptionDuplicate'],
  holds: ({ stage }: TpdState) => stage === 'received' || stage === 'matched',
  blank: (base) => ({
    ...base,
    partnerName: '',
    partnerRef: '',
    patient: '',
    doctor: '',
    prescribedOn: '',
    phoneMasked: '',
    stage: 'received',
    ours: '',
    patientId: null,
    phoneMatch: null,
  }),
  fold,
  rank: (row) => [row.enteredAt],
  sources: ['prescription', 'customer'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 110, filter: 'text' },
    { name: 'partnerName', kind: 'text', width: 150, flex: 1, filter: 'set' },
    { name: 'partnerRef', kind: 'id', width: 130, filter: 'text' },
    { name: 'patient', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'stage', kind: 'status', of: 'stage', width: 120, filter: 'set' },
    { name: 'phoneMatch', kind: 'status', of: 'phoneMatch', width: 120, filter: 'set' },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'holder', kind: 'holder', width: 130, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'doctor', kind: 'text', width: 150, hidden: true },
    { name: 'prescribedOn', kind: 'date', width: 110, hidden: true },
    { name: 'ours', kind: 'text', width: 150, hidden: true },
  ],
  panel: [
    ...['partnerName', 'partnerRef', 'patient', 'phoneMasked', 'doctor', 'prescribedOn'],
    ...['stage', 'ours', 'phoneMatch'],
  ],
  tones: { received: 'info', matched: 'accent' },
  actions: [
    {
      ...held,
      name: 'duplicate',
      command: 'markDuplicate',
      key: 'u',
      right: 'edit',
      inputs: [{ name: 'note', kind: 'paragraph', required: true }],
    },
    {
      ...held,
      name: 'reject',
      command: 'reject',
      key: 'x',
      right: 'edit',
      danger: true,
      inputs: [
        { name: 'reason', kind: 'choice', of: 'reason', options: [...tpdReasons], required: true },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
  ],
  translations: translations({
    en: {
      title: 'TPD prescription verification',
      'column.ref': 'Number',
      'column.partnerName': 'Partner',
      'column.partnerRef': 'Their reference',
      'column.patient': 'Patient',
      'column.phoneMasked': 'Phone',
      'column.stage': 'Status',
      'column.phoneMatch': 'Phone match',
      'column.doctor': 'Prescriber',
      'column.prescribedOn': 'Prescribed',
      'column.ours': 'Our patient',
      'stage.received': 'To match',
      'stage.matched': 'To verify',
      'phoneMatch.yes': 'Matches',
      'phoneMatch.no': 'Differs',
      'action.duplicate': 'Mark as duplicate',
      'action.reject': 'Reject',
      'ask.note': 'Note',
      'ask.reason': 'Reason',
      'reason.unreadable': 'Unreadable',
      'reason.notAPrescription': 'Not a prescription',
      'reason.unknownPatient': 'Not our patient',
      'reason.tooOld': 'Too old',
      'reason.noConsent': 'No consent',
      'reason.other': 'Other',
      'why.entered': 'A partner sent it; its patient is not found yet.',
      'why.matched': 'It is for {{ours}}; its pages are still missing.',
    },
    es: {
      title: 'Verificación de recetas TPD',
      'column.ref': 'Número',
      'column.partnerName': 'Socio',
      'column.partnerRef': 'Su referencia',
      'column.patient': 'Paciente',
      'column.phoneMasked': 'Teléfono',
      'column.stage': 'Estado',
      'column.phoneMatch': 'Coincidencia del teléfono',
      'column.doctor': 'Prescriptor',
      'column.prescribedOn': 'Prescrita',
      'column.ours': 'Nuestro paciente',
      'stage.received': 'Por asignar',
      'stage.matched': 'Por verificar',
      'phoneMatch.yes': 'Coincide',
      'phoneMatch.no': 'No coincide',
      'action.duplicate': 'Marcar como duplicada',
      'action.reject': 'Rechazar',
      'ask.note': 'Nota',
      'ask.reason': 'Motivo',
      'reason.unreadable': 'Ilegible',
      'reason.notAPrescription': 'No es una receta',
      'reason.unknownPatient': 'No es paciente nuestro',
      'reason.tooOld': 'Demasiado antigua',
      'reason.noConsent': 'Sin consentimiento',
      'reason.other': 'Otro',
      'why.entered': 'La envió un socio; aún no se ha encontrado su paciente.',
      'why.matched': 'Es para {{ours}}; faltan sus páginas.',
    },
  }),
});
