import { date, integer, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/** What a designation may do with appointments, from a day on; the newest day that has come is in force. A place may differ. */
export const appointmentThreshold = defineMaster({
  route: 'masters/appointment-threshold',
  kind: 'appointmentThreshold',
  scope: 'iPooId',
  title: ['Appointment thresholds', 'Umbrales de citas'],
  plain: true,
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', ['Designation', 'Cargo'], 'designation', { required: true }),
    reference('iPooId', ['Only at', 'Solo en'], 'placeOfOperation'),
    date('dFrom', ['From', 'Desde'], { required: true }),
    integer('minLeadHours', ['Lead time (h)', 'Antelación (h)'], { required: true, min: 0, max: 72, default: 2, section: 'limits' }),
    integer('horizonDays', ['Days ahead', 'Días de antelación'], { required: true, min: 1, max: 90, default: 30, section: 'limits' }),
    integer('perDay', ['Tasks a day', 'Tareas al día'], { required: true, min: 1, max: 20, default: 8, section: 'limits' }),
    integer('travelGapMin', ['Travel gap (min)', 'Traslado (min)'], { required: true, min: 0, max: 120, default: 15, section: 'limits' }),
    integer('startEarlyMin', ['Start early (min)', 'Inicio anticipado (min)'], { required: true, min: 0, max: 120, default: 15, section: 'limits' }),
    integer('startLateMin', ['Start late (min)', 'Inicio tardío (min)'], { required: true, min: 0, max: 120, default: 15, section: 'limits' }),
    integer('geofenceM', ['Within (m)', 'Dentro de (m)'], { required: true, min: 20, max: 5000, default: 200, section: 'limits' }),
    integer('rescheduleMax', ['Reschedules', 'Cambios de fecha'], { required: true, min: 0, max: 10, default: 3, section: 'limits' }),
  ],
  unique: [{ name: 'inForce', field: 'dFrom', keys: (fields) => [`${String(fields.iDesignationId)}|${String(fields.iPooId ?? '')}|${String(fields.dFrom)}`] }],
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
