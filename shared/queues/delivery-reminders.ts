import { callLease } from '../streams/calls/lease-groups.ts';
import type { StoredOf } from '../core/event.ts';
import { maskPhone, phoneKey } from '../core/phone.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import { ownHoursRefused, type OwnCallHours } from '../streams/calls/call/own-hours.ts';
import { hoursRefused } from '../streams/calls/call/rules.ts';
import { callTranslations } from '../streams/calls/call/translations.ts';
import type { reminder } from '../streams/delivery/reminder/reminder.ts';
import type { ReminderFace, ReminderState } from '../streams/delivery/reminder/state.ts';
import { slotWindows } from '../streams/sales/order/state.ts';

interface ReminderRow
  extends
    QueueRow,
    Pick<
      ReminderFace,
      'customer' | 'address' | 'pincode' | 'slotDate' | 'slotWindow' | 'payment' | 'duePaise' | 'moved'
    > {
  readonly phoneMasked: string;
  readonly tries: number;
  readonly callAt: string;
  readonly callHours: OwnCallHours | null;
}
type ReminderQueueEvent = StoredOf<(typeof reminder.events)[keyof typeof reminder.events]>;

const hour = 3_600_000;
/** The call is at risk five hours before its end, as at 13:00 for a slot of the next day. */
const [warnMs, breachMs] = [3 * hour, 8 * hour];

function fold(_row: ReminderRow, event: ReminderQueueEvent): Partial<ReminderRow> {
  if (event.type === 'DeliveryReminderAmountChanged') return { duePaise: event.data.duePaise };
  if (event.type !== 'DeliveryReminderDue') return {};
  const { face, tries, callAt } = event.data;
  const {
    customer,
    address,
    pincode,
    slotDate,
    slotWindow,
    payment,
    duePaise,
    moved,
    callHours = null,
  } = face;
  return {
    ...{ customer, address, pincode, slotDate, slotWindow, payment, duePaise, moved, tries, callAt },
    callHours,
    phoneMasked: maskPhone(face.phone),
    why: tries > 0 ? 'why.again' : 'why.entered',
  };
}

/** Customers who are called before their delivery. */
export const deliveryReminders = defineQueue<ReminderRow, ReminderQueueEvent>({
  name: 'deliveryReminders',
  route: '/outBound/delivery-remainder',
  group: 'Out Bound',
  entity: 'delivery-remainder',
  subject: 'reminder',
  lease: callLease,
  dial: 'service',
  viewVersion: 2,
  sla: { clock: 'always', warnMs, breachMs },
  enter: {
    on: ['DeliveryReminderDue'],
    item: ({ stream, at, data }) => {
      if (!('closesAt' in data)) return null;
      const { face, callAt, closesAt } = data;
      return {
        subject: stream,
        ref: face.number,
        pooId: face.pooId,
        language: face.language,
        enteredAt: Date.parse(at),
        // Closed for the rider a minute before it would breach.
        clockFrom: Date.parse(closesAt) - breachMs + 60_000,
        phoneKey: phoneKey(face.phone),
        ...(Date.parse(callAt) > Date.parse(at) ? { notBefore: Date.parse(callAt) } : {}),
      };
    },
  },
  leave: [
    'DeliveryReminderConfirmed',
    'DeliveryRescheduleAsked',
    'DeliveryReminderRefused',
    'DeliveryReminderUnreachable',
    'DeliveryReminderClosed',
  ],
  holds: ({ stage }: ReminderState) => stage === 'due',
  blank: (base) => ({
    ...base,
    customer: '',
    address: '',
    pincode: '',
    slotDate: '',
    slotWindow: 'MORNING',
    payment: 'COD',
    duePaise: 0,
    moved: 0,
    phoneMasked: '',
    tries: 0,
    callAt: base.enteredAt,
    callHours: null,
  }),
  fold,
  shut: ({ customer, callHours }, { now, day }) =>
    ownHoursRefused(callHours, customer, 'service', now, { day }) ?? hoursRefused('service', now, day),
  rank: (row) => [row.slotDate, slotWindows.indexOf(row.slotWindow), row.callAt],
  sources: ['purchase', 'customer'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 150, filter: 'text' },
    { name: 'customer', kind: 'text', width: 150, flex: 2, filter: 'text' },
    { name: 'slotDate', kind: 'date', width: 110, filter: 'set' },
    { name: 'slotWindow', kind: 'status', of: 'slotWindow', width: 100, filter: 'set' },
    { name: 'duePaise', kind: 'money', width: 100 },
    { name: 'callable', kind: 'callable', width: 116 },
    { name: 'tries', kind: 'number', width: 64 },
    { name: 'moved', kind: 'number', width: 76 },
    { name: 'holder', kind: 'holder', width: 116, filter: 'set' },
    { name: 'phoneMasked', kind: 'phone', width: 116 },
    { name: 'pincode', kind: 'id', width: 90, filter: 'text' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
    { name: 'language', kind: 'language', width: 92, hidden: true, filter: 'set' },
    { name: 'callAt', kind: 'datetime', width: 150, hidden: true },
    { name: 'address', kind: 'text', width: 200, hidden: true },
    { name: 'payment', kind: 'status', of: 'payment', width: 100, hidden: true },
  ],
  panel: [
    ...['customer', 'phoneMasked', 'address', 'pincode', 'slotDate', 'slotWindow'],
    ...['payment', 'duePaise', 'tries', 'moved', 'callAt'],
  ],
  actions: [
    {
      name: 'confirm',
      command: 'confirm',
      key: 'o',
      right: 'edit',
      states: ['claimed', 'working'],
      mine: true,
      primary: true,
    },
    {
      name: 'reschedule',
      command: 'reschedule',
      key: 'n',
      right: 'edit',
      states: ['claimed', 'working'],
      mine: true,
      inputs: [
        { name: 'slotDate', kind: 'date', from: 'today', noSunday: true, required: true },
        { name: 'slotWindow', kind: 'choice', of: 'slotWindow', options: [...slotWindows], required: true },
      ],
    },
    {
      name: 'noAnswer',
      command: 'noAnswer',
      key: 'u',
      right: 'edit',
      states: ['claimed', 'working'],
      mine: true,
    },
    {
      name: 'refuse',
      command: 'refuse',
      key: 'x',
      right: 'edit',
      states: ['claimed', 'working'],
      mine: true,
      danger: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  translations: translations({
    en: {
      ...callTranslations.en,
      title: 'Delivery reminders',
      'column.ref': 'Order',
      'column.customer': 'Customer',
      'column.address': 'Address',
      'column.pincode': 'Pincode',
      'column.slotDate': 'Delivery',
      'column.slotWindow': 'Slot',
      'column.payment': 'Payment',
      'column.duePaise': 'To pay',
      'column.callable': 'Can be called',
      'column.tries': 'Attempts',
      'column.moved': 'Rescheduled',
      'column.phoneMasked': 'Phone',
      'column.callAt': 'Call from',
      'slotWindow.MORNING': 'Morning',
      'slotWindow.AFTERNOON': 'Afternoon',
      'slotWindow.EVENING': 'Evening',
      'payment.COD': 'Cash on delivery',
      'payment.PREPAID': 'Prepaid',
      'payment.CREDIT': 'Credit',
      'action.confirm': 'Confirmed',
      'action.reschedule': 'Reschedule',
      'action.noAnswer': 'No answer',
      'action.refuse': 'Delivery refused',
      'ask.slotDate': 'New day',
      'ask.slotWindow': 'Slot',
      'ask.reason': 'Reason',
      'why.entered': 'The delivery is due soon; call the customer first.',
      'why.again': 'Not reached yet; a call is due again.',
    },
    es: {
      ...callTranslations.es,
      title: 'Recordatorios de entrega',
      'column.ref': 'Pedido',
      'column.customer': 'Cliente',
      'column.address': 'Dirección',
      'column.pincode': 'Código postal',
      'column.slotDate': 'Entrega',
      'column.slotWindow': 'Franja',
      'column.payment': 'Pago',
      'column.duePaise': 'A pagar',
      'column.callable': 'Se puede llamar',
      'column.tries': 'Intentos',
      'column.moved': 'Reprogramada',
      'column.phoneMasked': 'Teléfono',
      'column.callAt': 'Llamar desde',
      'slotWindow.MORNING': 'Mañana',
      'slotWindow.AFTERNOON': 'Tarde',
      'slotWindow.EVENING': 'Noche',
      'payment.COD': 'Contra entrega',
      'payment.PREPAID': 'Prepago',
      'payment.CREDIT': 'Crédito',
      'action.confirm': 'Confirmada',
      'action.reschedule': 'Reprogramar',
      'action.noAnswer': 'No contesta',
      'action.refuse': 'Entrega rechazada',
      'ask.slotDate': 'Nuevo día',
      'ask.slotWindow': 'Franja',
      'ask.reason': 'Motivo',
      'why.entered': 'La entrega es pronto; llame antes al cliente.',
      'why.again': 'Aún no localizado; toca llamar otra vez.',
    },
  }),
});
