import { date, number, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/**
 * Limits of a designation on appointments, from a given day; the latest day reached applies. A place may
 * override them.
 */
export const appointmentThreshold = defineMaster({
  route: 'masters/appointment-threshold',
  kind: 'appointmentThreshold',
  scope: 'iPooId',
  title: { en: 'Appointment thresholds', es: 'Umbrales de citas' },
  plain: true,
  inForceFrom: 'dFrom',
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', { en: 'Designation', es: 'Cargo' }, 'designation', { required: true }),
    reference('iPooId', { en: 'Only at', es: 'Solo en' }, 'placeOfOperation'),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
    number(
      'minLeadHours',
      { en: 'Lead time (h)', es: 'Antelación (h)' },
      { required: true, min: 0, max: 72, default: 2, section: 'limits' },
    ),
    number(
      'horizonDays',
      { en: 'Days ahead', es: 'Días de antelación' },
      { required: true, min: 1, max: 90, default: 30, section: 'limits' },
    ),
    number(
      'perDay',
      { en: 'Tasks a day', es: 'Tareas al día' },
      { required: true, min: 1, max: 20, default: 8, section: 'limits' },
    ),
    number(
      'travelGapMin',
      { en: 'Travel gap (min)', es: 'Traslado (min)' },
      { required: true, min: 0, max: 120, default: 15, section: 'limits' },
    ),
    number(
      'startEarlyMin',
      { en: 'Start early (min)', es: 'Inicio anticipado (min)' },
      { required: true, min: 0, max: 120, default: 15, section: 'limits' },
    ),
    number(
      'startLateMin',
      { en: 'Start late (min)', es: 'Inicio tardío (min)' },
      { required: true, min: 0, max: 120, default: 15, section: 'limits' },
    ),
    number(
      'geofenceM',
      { en: 'Within (m)', es: 'Dentro de (m)' },
      { required: true, min: 20, max: 5000, default: 200, section: 'limits' },
    ),
    number(
      'rescheduleMax',
      { en: 'Reschedules', es: 'Cambios de fecha' },
      { required: true, min: 0, max: 10, default: 3, section: 'limits' },
    ),
  ],
  unique: [
    {
      name: 'inForce',
      field: 'dFrom',
      keys: (fields) => [
        `${String(fields.iDesignationId)}|${String(fields.iPooId ?? '')}|${String(fields.dFrom)}`,
      ],
    },
  ],
  rules: [neverBackDated('dFrom')],
  example: {
    iDesignationId: 1,
    dFrom: '2027-01-01',
    minLeadHours: 2,
    horizonDays: 30,
    perDay: 8,
    travelGapMin: 15,
    startEarlyMin: 15,
    startLateMin: 15,
    geofenceM: 200,
    rescheduleMax: 3,
  },
});
