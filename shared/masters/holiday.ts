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
      { national: { en: 'National', es: 'Nacional' }, state: { en: 'State', es: 'Estatal' }, 'weekly-off': { en: 'Weekly off', es: 'Descanso semanal' } },
      { required: true },
    ),
    references('pooIds', { en: 'Places of operation', es: 'Lugares de operación' }, 'placeOfOperation', { max: 200 }),
  ],
  // One a date and place; without places it is for all of them.
  unique: [
    {
      name: 'dateAndPlace',
      field: 'dDate',
      keys: (fields) => ((fields.pooIds as number[] | undefined) ?? [all]).map((place) => `${String(fields.dDate)}|${place}`),
    },
  ],
  // What is over stays as it was, and nothing is moved there.
  rules: [
    (fields, { today, before }) => {
      if (!before || today === '' || canonical(fields) === canonical(before)) return null;
      const over = String(before.dDate) < today || (fields.dDate !== before.dDate && String(fields.dDate) < today);
      return over ? { code: 'dateInPast', field: 'dDate', details: { label: 'dDate' } } : null;
    },
  ],
  example: { dDate: '2027-01-26', vName: 'Republic Day', vType: 'national' },
});
