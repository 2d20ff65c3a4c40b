import { date, number, paragraph, reference, references, text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';

const attendees = {
  of: 'eventAttendee',
  need: 'Masters/eventCheck:view',
  place: 'iPooId',
  by: 'iEventId',
} as const;

/** Health camps and similar events: planned, open for registration, closed, reconciled. */
export const campEvent = defineMaster({
  route: 'masters/eventlist',
  kind: 'campEvent',
  scope: 'iPooId',
  title: { en: 'Events', es: 'Eventos' },
  fields: [
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', {
      required: true,
      readOnly: true,
    }),
    date('dDate', { en: 'Date', es: 'Fecha' }, { required: true, noSunday: true }),
    text('vVenue', { en: 'Venue', es: 'Sede' }, { required: true, max: 200 }),
    references('coordinatorIds', { en: 'Coordinators', es: 'Coordinadores' }, 'employee', {
      max: 20,
      column: false,
    }),
    number('iCapacity', { en: 'Capacity', es: 'Aforo' }, { required: true, min: 1, max: 5000 }),
    paragraph('vAgenda', { en: 'Agenda', es: 'Programa' }, { max: 2000, column: false }),
  ],
  counts: [
    { ...attendees, name: 'iRegistered', label: { en: 'Registered', es: 'Inscritos' } },
    {
      ...attendees,
      name: 'iChecked',
      label: { en: 'Came', es: 'Asistieron' },
      when: { field: 'stage', in: ['checked'] },
    },
  ],
  rules: [
    (fields, { today, before }) =>
      before === null && today !== '' && String(fields.dDate) < today
        ? { code: 'dateInPast', field: 'dDate', details: { label: 'dDate' } }
        : null,
  ],
  frozen: ['reconciled', 'called off'],
  stages: {
    initial: 'planned',
    active: ['planned', 'open', 'closed'],
    names: {
      planned: { en: 'Planned', es: 'Planificado' },
      open: { en: 'Open', es: 'Abierto' },
      closed: { en: 'Closed', es: 'Cerrado' },
      reconciled: { en: 'Reconciled', es: 'Conciliado' },
      'called off': { en: 'Cancelled', es: 'Anulado' },
    },
    actions: {
      open: { from: ['planned'], to: 'open', label: { en: 'Open', es: 'Abrir' }, right: 'edit' },
      close: { from: ['open'], to: 'closed', label: { en: 'Close', es: 'Cerrar' }, right: 'edit' },
      reconcile: {
        from: ['closed'],
        to: 'reconciled',
        label: { en: 'Reconcile', es: 'Conciliar' },
        right: 'edit',
      },
      callOff: {
        from: ['planned', 'open'],
        to: 'called off',
        label: { en: 'Cancel event', es: 'Anular' },
        right: 'delete',
        requiresReason: true,
      },
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
