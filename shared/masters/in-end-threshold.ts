import { date, integer, reference, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/** When the day starts and ends for a designation, from a day on. A place may differ. */
export const inEndThreshold = defineMaster({
  route: 'masters/inend-threshold',
  kind: 'inEndThreshold',
  scope: 'iPooId',
  title: ['Check-in and end thresholds', 'Umbrales de entrada y salida'],
  plain: true,
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', ['Designation', 'Cargo'], 'designation', { required: true }),
    reference('iPooId', ['Only at', 'Solo en'], 'placeOfOperation'),
    date('dFrom', ['From', 'Desde'], { required: true }),
    time('tCutOff', ['Day starts till', 'El día empieza hasta'], { section: 'limits' }),
    integer('iGraceMin', ['Grace (min)', 'Tolerancia (min)'], { min: 0, max: 120, default: 15, section: 'limits' }),
    integer('iBreakWarnMin', ['Break warning (min)', 'Aviso de pausa (min)'], { min: 5, max: 240, default: 45, section: 'limits' }),
    integer('iBreakTotalMin', ['Breaks a day (min)', 'Pausas al día (min)'], { min: 5, max: 480, default: 90, section: 'limits' }),
    integer('iStartToleranceMin', ['Start tolerance (min)', 'Tolerancia de inicio (min)'], { min: 0, max: 120, default: 15, section: 'limits' }),
    time('tFixedCheckOut', ['Fixed check-out', 'Salida fija'], { section: 'limits' }),
  ],
  unique: [{ name: 'inForce', field: 'dFrom', keys: (fields) => [`${String(fields.iDesignationId)}|${String(fields.iPooId ?? '')}|${String(fields.dFrom)}`] }],
  rules: [neverBackDated('dFrom')],
  example: { iDesignationId: 1, dFrom: '2027-01-01', tCutOff: '10:30', iGraceMin: 15, iBreakWarnMin: 45, iBreakTotalMin: 90, iStartToleranceMin: 15 },
});
