import { date, integer, note, reference, references, text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';

const attendees = { of: 'eventAttendee', need: 'Masters/eventCheck:view', place: 'iPooId', by: 'iEventId' } as const;

/** Health camps and the like: planned, open for registration, closed, reconciled. */
export const campEvent = defineMaster({
  route: 'masters/eventlist',
  kind: 'campEvent',
  scope: 'iPooId',
  title: ['Events', 'Eventos'],
  fields: [
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation', { required: true, readOnly: true }),
    date('dDate', ['Date', 'Fecha'], { required: true, noSunday: true }),
    text('vVenue', ['Venue', 'Sede'], { required: true, max: 200 }),
    references('coordinatorIds', ['Coordinators', 'Coordinadores'], 'employee', { max: 20, column: false }),
    integer('iCapacity', ['Capacity', 'Aforo'], { required: true, min: 1, max: 5000 }),
    note('vAgenda', ['Agenda', 'Programa'], { max: 2000, column: false }),
  ],
  counts: [
    { ...attendees, name: 'iRegistered', label: ['Registered', 'Inscritos'] },
    { ...attendees, name: 'iChecked', label: ['Came', 'Asistieron'], when: { field: 'stage', in: ['checked'] } },
  ],
  rules: [
    (fields, { today, before }) =>
      before === null && today !== '' && String(fields.dDate) < today ? { code: 'dateInPast', field: 'dDate', details: { label: 'dDate' } } : null,
  ],
  frozen: ['reconciled', 'called off'],
  stages: {
    initial: 'planned',
    active: ['planned', 'open', 'closed'],
    names: {
      planned: ['Planned', 'Planificado'],
      open: ['Open', 'Abierto'],
      closed: ['Closed', 'Cerrado'],
      reconciled: ['Reconciled', 'Conciliado'],
      'called off': ['Cancelled', 'Anulado'],
    },
    actions: {
      open: { from: ['planned'], to: 'open', label: ['Open', 'Abrir'], right: 'edit' },
      close: { from: ['open'], to: 'closed', label: ['Close', 'Cerrar'], right: 'edit' },
      reconcile: { from: ['closed'], to: 'reconciled', label: ['Reconcile', 'Conciliar'], right: 'edit' },
      callOff: { from: ['planned', 'open'], to: 'called off', label: ['Call off', 'Anular'], right: 'delete', asksReason: true },
    },
  },
  example: {
    vCode: 'CAMP-JAY-1',
    vName: 'Diabetes camp Jayanagar',
    iPooId: 1,
    dDate: '2026-12-05',
    vVenue: 'Community hall, 4th Block',
    coordinatorIds: [1],
    iCapacity: 120,
  },
});
