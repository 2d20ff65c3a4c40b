import { date, number, reference, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/** Start and end of the working day of a designation, from a given day. A place may override it. */
export const inEndThreshold = defineMaster({
  route: 'masters/inend-threshold',
  kind: 'inEndThreshold',
  scope: 'iPooId',
  title: { en: 'Check-in and end thresholds', es: 'Umbrales de entrada y salida' },
  plain: true,
  inForceFrom: 'dFrom',
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', { en: 'Designation', es: 'Cargo' }, 'designation', { required: true }),
    reference('iPooId', { en: 'Only at', es: 'Solo en' }, 'placeOfOperation'),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
    time(
      'tCutOff',
      { en: 'Check-in by', es: 'Hora límite de entrada' },
      { section: 'limits', formerly: ['Day starts till', 'El día empieza hasta'] },
    ),
    number(
      'iGraceMin',
      { en: 'Grace (min)', es: 'Tolerancia (min)' },
      { min: 0, max: 120, default: 15, section: 'limits' },
    ),
    number(
      'iBreakWarnMin',
      { en: 'Break warning (min)', es: 'Aviso de descanso (min)' },
      { min: 5, max: 240, default: 45, section: 'limits' },
    ),
    number(
      'iBreakTotalMin',
      { en: 'Breaks a day (min)', es: 'Descansos al día (min)' },
      { min: 5, max: 480, default: 90, section: 'limits' },
    ),
    number(
      'iStartToleranceMin',
      { en: 'Start tolerance (min)', es: 'Tolerancia de inicio (min)' },
      { min: 0, max: 120, default: 15, section: 'limits' },
    ),
    time('tFixedCheckOut', { en: 'Fixed check-out', es: 'Salida fija' }, { section: 'limits' }),
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
    tCutOff: '10:30',
    iGraceMin: 15,
    iBreakWarnMin: 45,
    iBreakTotalMin: 90,
    iStartToleranceMin: 15,
  },
});
