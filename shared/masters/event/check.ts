import { phoneKey } from '../../core/phone.ts';
import { phone, reference, text, date, time } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';

/** Who comes to an event: registered once by phone, checked in at the door. */
export const eventCheck = defineMaster({
  route: 'masters/eventCheck',
  kind: 'eventAttendee',
  title: ['Event check', 'Control de eventos'],
  plain: true,
  scope: 'iPooId',
  takes: { reference: 'iEventId', fields: ['iPooId'] },
  rights: ['view', 'edit', 'create'],
  fields: [
    reference('iEventId', ['Event', 'Evento'], 'campEvent', { required: true, readOnly: true }),
    text('vName', ['Name', 'Nombre'], { required: true, max: 100 }),
    phone('vPhone', ['Phone', 'Teléfono'], { required: true }),
    date('dRegistered', ['Registered', 'Registrado'], { required: true }),
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
    time('tChecked', ['Came at', 'Llegó a las'], { column: 100 }),
    reference('iLeadId', ['Lead made', 'Prospecto'], 'lead', { column: 120 }),
  ],
  rules: [
    (fields, { before }) => (before === null && fields.tChecked != null ? { code: 'fixedField', field: 'tChecked', details: { label: 'tChecked' } } : null),
    (fields) => (/^\d{10,11}$/.test(String(fields.vPhone ?? '')) ? null : { code: 'phoneNotNumeric', field: 'vPhone' }),
  ],
  // The lead is named by the house, the place by the event.
  changeable: ['vName', 'vPhone', 'dRegistered'],
  unique: [{ name: 'eventPhone', field: 'vPhone', keys: (fields) => [`${String(fields.iEventId)}|${phoneKey(String(fields.vPhone ?? ''))}`] }],
  // Who did not come leaves the seat to somebody else.
  seats: { reference: 'iEventId', most: 'iCapacity', in: ['registered', 'checked'] },
  stages: {
    initial: 'registered',
    active: ['registered', 'checked'],
    names: { registered: ['Registered', 'Registrado'], checked: ['Checked in', 'Presente'], absent: ['Did not come', 'No vino'] },
    actions: {
      // Whoever came becomes a lead, see shared/policies/lead-from-event.ts.
      check: {
        from: ['registered', 'absent'],
        to: 'checked',
        label: ['Check in', 'Registrar llegada'],
        right: 'edit',
        stamps: 'tChecked',
        tells: ['vName', 'vPhone', 'iEventId'],
      },
      absent: { from: ['registered'], to: 'absent', label: ['Did not come', 'No vino'], right: 'edit' },
    },
  },
  example: { iEventId: 1, vName: 'Savitri Rao', vPhone: '5550000777', dRegistered: '2026-11-18', iPooId: 1 },
});
