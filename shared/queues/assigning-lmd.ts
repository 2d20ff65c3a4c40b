import type { Stored, StoredEvent } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { DeliveryEvent, DeliveryState, ParcelFace } from '../streams/delivery/parcel/state.ts';

interface LmdRow extends QueueRow {
  readonly customer: string;
  readonly pincode: string;
  readonly slotDate: string | null;
  readonly slotWindow: string;
  readonly parcels: number;
  readonly weightG: number | null;
  readonly codDuePaise: number;
  readonly cold: boolean;
  readonly agent: { readonly empId: number; readonly name: string } | null;
  readonly tries: number;
}
type LmdEvent = Stored<DeliveryEvent>;
const minute = 60_000;

const faceOf = (event: LmdEvent): ParcelFace | null =>
  event.type === 'DeliveryOpened'
    ? event.data
    : event.type === 'LmdDeclined' || event.type === 'ParcelBackAtStore'
      ? event.data.face
      : null;

function fold(row: LmdRow, event: LmdEvent): Partial<LmdRow> {
  const face = faceOf(event);
  if (face) {
    const { customer, pincode, slotDate, slotWindow, parcels, weightG, codDuePaise, cold } = face;
    return {
      ...{ customer, pincode, slotDate, slotWindow, parcels, weightG, codDuePaise, cold },
      agent: null,
      stage: 'unassigned',
      tries: event.type === 'LmdDeclined' ? row.tries + 1 : row.tries,
      why: event.type === 'ParcelBackAtStore' ? 'why.again' : row.why,
    };
  }
  if (event.type === 'ParcelPaidOnline')
    return { codDuePaise: Math.max(0, row.codDuePaise - event.data.paise) };
  if (event.type === 'LmdAssigned') {
    const { empId, name } = event.data.agent;
    return { agent: { empId: empId ?? 0, name }, stage: 'assigned' };
  }
  return {};
}

/** Checked parcels without a carrier. */
export const assigningLmd = defineQueue<LmdRow, LmdEvent & StoredEvent>({
  name: 'assigningLmd',
  route: '/outBound/assigning-LMD',
  group: 'Out Bound',
  entity: 'assigning-LMD',
  subject: 'delivery',
  lease: null,
  sla: { clock: 'always', warnMs: 12 * minute, breachMs: 15 * minute },
  enter: {
    on: ['DeliveryOpened', 'LmdDeclined', 'ParcelBackAtStore'],
    item: (event) => {
      const face = faceOf(event);
      if (!face) return null;
      return {
        subject: event.stream,
        ref: face.number,
        pooId: face.pooId,
        language: null,
        enteredAt: Date.parse(event.at),
        clockFrom: Date.parse(event.at),
      };
    },
  },
  leave: ['LmdAccepted', 'ParcelHandedOver', 'DeliveryWithdrawn'],
  holds: ({ stage }: DeliveryState) => stage === 'unassigned' || stage === 'assigned',
  blank: (base) => ({
    ...base,
    customer: '',
    pincode: '',
    slotDate: null,
    slotWindow: '',
    parcels: 1,
    weightG: null,
    codDuePaise: 0,
    cold: false,
    agent: null,
    tries: 0,
  }),
  fold,
  rank: (row) => [row.cold ? 0 : 1, row.slotDate ?? '9999', row.pincode],
  sources: ['customer'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 150, filter: 'text' },
    { name: 'customer', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'pincode', kind: 'id', width: 90, filter: 'set' },
    { name: 'stage', kind: 'status', of: 'stage', width: 120, filter: 'set' },
    { name: 'agent', kind: 'person', width: 140, flex: 1, filter: 'set' },
    { name: 'slotDate', kind: 'date', width: 110 },
    { name: 'slotWindow', kind: 'status', of: 'window', width: 110, filter: 'set' },
    { name: 'codDuePaise', kind: 'money', width: 110 },
    { name: 'cold', kind: 'yesNo', width: 80 },
    { name: 'parcels', kind: 'number', width: 80 },
    { name: 'weightG', kind: 'number', width: 100, hidden: true },
    { name: 'tries', kind: 'number', width: 90, hidden: true },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
  ],
  panel: [
    'customer',
    'pincode',
    'slotDate',
    'slotWindow',
    'parcels',
    'weightG',
    'codDuePaise',
    'cold',
    'agent',
    'tries',
  ],
  tones: { unassigned: 'warn', assigned: 'info' },
  actions: [
    {
      name: 'assign',
      command: 'assign',
      key: 'a',
      right: 'create',
      primary: true,
      inputs: [
        { name: 'agentId', kind: 'employee', required: true },
        { name: 'coldBox', kind: 'choice', required: true, options: ['no', 'yes'], of: 'coldBox' },
      ],
    },
    {
      name: 'partner',
      command: 'assignPartner',
      key: 'p',
      right: 'create',
      inputs: [
        {
          name: 'mode',
          kind: 'choice',
          required: true,
          options: ['HYPERLOCAL', 'TRANSPORT', 'CUSTOMER_PICKUP'],
          of: 'mode',
        },
        { name: 'partner', kind: 'text', required: true },
        { name: 'riderName', kind: 'text', required: true },
        { name: 'riderPhone', kind: 'text', required: true },
        { name: 'lrNo', kind: 'text', required: false },
      ],
    },
  ],
  translations: translations({
    en: {
      title: 'Assigning LMD',
      'column.ref': 'Challan',
      'column.customer': 'Customer',
      'column.pincode': 'Pincode',
      'column.stage': 'Status',
      'column.agent': 'Rider',
      'column.slotDate': 'Delivery',
      'column.slotWindow': 'Slot',
      'column.codDuePaise': 'To collect',
      'column.cold': 'Cold',
      'column.parcels': 'Parcels',
      'column.weightG': 'Weight (g)',
      'column.tries': 'Declined',
      'stage.unassigned': 'To assign',
      'stage.assigned': 'Waiting for the rider',
      'window.MORNING': 'Morning',
      'window.AFTERNOON': 'Afternoon',
      'window.EVENING': 'Evening',
      'coldBox.no': 'Without a cold box',
      'coldBox.yes': 'With a cold box',
      'mode.HYPERLOCAL': 'Courier in town',
      'mode.TRANSPORT': 'Transporter',
      'mode.CUSTOMER_PICKUP': 'Customer pickup',
      'action.assign': 'Assign to a rider',
      'action.partner': 'Hand over to a partner',
      'ask.agentId': 'Rider',
      'ask.coldBox': 'Cold box',
      'ask.mode': 'Carried by',
      'ask.partner': 'Partner',
      'ask.riderName': 'Courier’s name',
      'ask.riderPhone': 'Courier’s phone',
      'ask.lrNo': 'LR number (transporter)',
      'why.entered': 'The parcel is verified and has no rider yet.',
      'why.again': 'It was not delivered on its last run and is back in the store.',
    },
    es: {
      title: 'Asignación de última milla',
      'column.ref': 'Albarán',
      'column.customer': 'Cliente',
      'column.pincode': 'Código postal',
      'column.stage': 'Estado',
      'column.agent': 'Repartidor',
      'column.slotDate': 'Entrega',
      'column.slotWindow': 'Franja',
      'column.codDuePaise': 'Por cobrar',
      'column.cold': 'Frío',
      'column.parcels': 'Bultos',
      'column.weightG': 'Peso (g)',
      'column.tries': 'Rechazos',
      'stage.unassigned': 'Por asignar',
      'stage.assigned': 'Espera al repartidor',
      'window.MORNING': 'Mañana',
      'window.AFTERNOON': 'Tarde',
      'window.EVENING': 'Noche',
      'coldBox.no': 'Sin caja fría',
      'coldBox.yes': 'Con caja fría',
      'mode.HYPERLOCAL': 'Mensajero local',
      'mode.TRANSPORT': 'Transportista',
      'mode.CUSTOMER_PICKUP': 'Lo recoge el cliente',
      'action.assign': 'Asignar a un repartidor',
      'action.partner': 'Entregar a un socio',
      'ask.agentId': 'Repartidor',
      'ask.coldBox': 'Caja fría',
      'ask.mode': 'Transporte',
      'ask.partner': 'Socio',
      'ask.riderName': 'Nombre del mensajero',
      'ask.riderPhone': 'Teléfono del mensajero',
      'ask.lrNo': 'N.º de carta de porte (transportista)',
      'why.entered': 'El bulto está verificado y aún no tiene repartidor.',
      'why.again': 'No se entregó en su último reparto y está de nuevo en la tienda.',
    },
  }),
});
