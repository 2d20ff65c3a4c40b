import { headOf } from '../core/cut.ts';
import { addDays, slotHours } from '../core/day.ts';
import { date, paragraph, reference, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { endsAfterStart } from '../families/master-rules.ts';

const grid = /:(00|30)$/;
const slotsOf = (fields: Readonly<Record<string, unknown>>): string[] => {
  const minutes = (text: unknown): number =>
    Number(headOf(String(text), 2)) * 60 + Number(String(text).slice(3, 5));
  const slots: string[] = [];
  for (let at = minutes(fields.tFrom); at < minutes(fields.tTo); at += 30)
    slots.push(`${String(fields.iEmpId)}|${String(fields.dDate)}|${at}`);
  return slots.slice(0, 48);
};

/** Hours of one employee's day that cannot be booked; each half hour belongs to at most one block. */
export const slotBlock = defineMaster({
  route: 'masters/employeeSlotBlock',
  kind: 'slotBlock',
  scope: 'iEmpId',
  placeOf: 'iEmpId',
  title: { en: 'Slot block', es: 'Bloqueo de franjas' },
  plain: true,
  rights: ['view', 'create', 'delete'],
  fields: [
    reference('iEmpId', { en: 'Employee', es: 'Empleado' }, 'employee', { required: true }),
    date('dDate', { en: 'Date', es: 'Fecha' }, { required: true, noSunday: true, filter: 'text' }),
    time('tFrom', { en: 'From', es: 'Desde' }, { required: true }),
    time('tTo', { en: 'To', es: 'Hasta' }, { required: true }),
    reference('iReasonId', { en: 'Reason', es: 'Motivo' }, 'reason', {
      required: true,
      lookupWhere: { field: 'vReasonGroup', value: 'slot-block' },
    }),
    paragraph('vNote', { en: 'Note', es: 'Nota' }, { max: 200, column: false }),
  ],
  unique: [{ name: 'slot', field: 'tFrom', keys: slotsOf }],
  rules: [
    endsAfterStart('tFrom', 'tTo'),
    (fields) =>
      String(fields.tFrom) === String(fields.tTo) ? { code: 'endsBeforeStart', field: 'tTo' } : null,
    (fields) =>
      ['tFrom', 'tTo']
        .map((name) =>
          grid.test(String(fields[name]))
            ? null
            : { code: 'badFormat', field: name, details: { label: name } },
        )
        .find(Boolean) ?? null,
    (fields) => {
      const { from, to } = slotHours;
      const outside = ['tFrom', 'tTo'].find(
        (name) => String(fields[name]) < from || String(fields[name]) > to,
      );
      return outside ? { code: 'outsideDay', field: outside, details: { from, to } } : null;
    },
    (fields, { today, before }) =>
      before === null && today !== '' && String(fields.dDate) < today
        ? { code: 'dateInPast', field: 'dDate', details: { label: 'dDate' } }
        : null,
    (fields, { today, before }) =>
      before === null && today !== '' && String(fields.dDate) > addDays(today, 90)
        ? { code: 'rangeTooLong', field: 'dDate', details: { n: 90 } }
        : null,
  ],
  example: { iEmpId: 1, dDate: '2026-11-20', tFrom: '10:00', tTo: '12:00', iReasonId: 1 },
});
