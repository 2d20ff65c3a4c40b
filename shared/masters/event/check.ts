import { phoneKey } from '../../core/phone.ts';
import { phone, reference, text, date, time } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';

/** Attendees of an event: registered once by phone number, checked in on arrival. */
export const eventCheck = defineMaster({
  route: 'masters/eventCheck',
  kind: 'eventAttendee',
  title: { en: 'Event check', es: 'Control de eventos' },
  plain: true,
  scope: 'iPooId',
  takes: { reference: 'iEventId', fields: ['iPooId'] },
  rights: ['view', 'edit', 'create'],
  fields: [
    reference('iEventId', { en: 'Event', es: 'Evento' }, 'campEvent', { required: true, readOnly: true }),
    text('vName', { en: 'Name', es: 'Nombre' }, { required: true, max: 100 }),
    phone('vPhone', { en: 'Phone', es: 'Teléfono' }, { required: true }),
    date('dRegistered', { en: 'Registered', es: 'Registrado' }, { required: true }),
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
    time('tChecked', { en: 'Came at', es: 'Llegó a las' }, { column: 100 }),
    reference('iLeadId', { en: 'Lead made', es: 'Prospecto' }, 'lead', { column: 120 }),
  ],
  rules: [
    (fields, { before }) =>
      before === null && fields.tChecked != null
        ? { code: 'fixedField', field: 'tChecked', details: { label: 'tChecked' } }
        : null,
    (fields) =>
      /^\d{10,11}$/.test(String(fields.vPhone ?? '')) ? null : { code: 'phoneNotNumeric', field: 'vPhone' },
  ],
  // The system sets the lead; the place is the event's.
  changeable: ['vName', 'vPhone', 'dRegistered'],
  unique: [
    {
      name: 'eventPhone',
      field: 'vPhone',
      keys: (fields) => [`${String(fields.iEventId)}|${phoneKey(String(fields.vPhone ?? ''))}`],
    },
  ],
  // A no-show frees the seat for somebody else.
  seats: { reference: 'iEventId', most: 'iCapacity', in: ['registered', 'checked'] },
  stages: {
    initial: 'registered',
    active: ['registered', 'checked'],
    names: {
      registered: { en: 'Registered', es: 'Registrado' },
      checked: { en: 'Checked in', es: 'Presente' },
      absent: { en: 'Did not come', es: 'No vino' },
    },
    actions: {
      // An attendee becomes a lead, see shared/policies/lead-from-event.ts.
      check: {
        from: ['registered', 'absent'],
        to: 'checked',
        label: { en: 'Check in', es: 'Registrar llegada' },
        right: 'edit',
        guard: ({ iEventId }, named) => {
          const event = named('campEvent', iEventId);
          return event && event.stage !== 'open' && event.stage !== 'closed'
            ? { code: 'eventNotOpen', field: 'iEventId', details: { name: String(event.vName) } }
            : null;
        },
        weighs: ['campEvent'],
        stamps: 'tChecked',
        carries: ['vName', 'vPhone', 'iEventId'],
      },
      absent: {
        from: ['registered'],
        to: 'absent',
        label: { en: 'Did not come', es: 'No vino' },
        right: 'edit',
      },
    },
  },
  example: { iEventId: 1, vName: 'Savitri Rao', vPhone: '5550000777', dRegistered: '2026-11-18', iPooId: 1 },
});
