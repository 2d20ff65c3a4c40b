import { canonical } from '../core/hash.ts';
import { date, choice, references } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const all = 'all';

export const holiday = defineMaster({
  route: 'masters/holidaymaster',
  kind: 'holiday',
  scope: 'pooIds',
  title: { en: 'Holidays', es: 'Días festivos' },
  plain: true,
  fields: [
    date('dDate', { en: 'Date', es: 'Fecha' }, { required: true, filter: 'text' }),
    { name: 'vName', kind: 'text', label: { en: 'Name', es: 'Nombre' }, required: true, min: 2, max: 100 },
    choice(
      'vType',
      { en: 'Type', es: 'Tipo' },
      {
        national: { en: 'National', es: 'Nacional' },
        state: { en: 'State', es: 'Estatal' },
        'weekly-off': { en: 'Weekly off', es: 'Descanso semanal' },
      },
      { required: true },
    ),
    references('pooIds', { en: 'Places of operation', es: 'Lugares de operación' }, 'placeOfOperation', {
      max: 200,
    }),
  ],
  // One per date and place; without places it applies to all.
  unique: [
    {
      name: 'dateAndPlace',
      field: 'dDate',
      keys: (fields) =>
        ((fields.pooIds as number[] | undefined) ?? [all]).map((place) => `${String(fields.dDate)}|${place}`),
    },
  ],
  // Reserves the day, so that one for all places and one for some of them cannot be created at the same moment.
  spans: { of: ['dDate'], from: 'dDate', to: 'dDate', among: 'pooIds' },
  // Past holidays cannot change, and no holiday moves to the past.
  rules: [
    (fields, { today, before }) => {
      if (!before || today === '' || canonical(fields) === canonical(before)) return null;
      const over =
        String(before.dDate) < today || (fields.dDate !== before.dDate && String(fields.dDate) < today);
      return over ? { code: 'dateInPast', field: 'dDate', details: { label: 'dDate' } } : null;
    },
  ],
  example: { dDate: '2027-01-26', vName: 'Republic Day', vType: 'national' },
});
