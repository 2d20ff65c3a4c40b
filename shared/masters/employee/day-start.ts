import { instantOf } from '../../core/day.ts';
import { time } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';
import { ofEmployees } from './record.ts';

export const allowDayStart = defineMaster({
  route: 'masters/allowdayStart',
  ...ofEmployees,
  title: { en: 'Allow day start', es: 'Permitir inicio del día' },
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  rights: ['view', 'edit'],
  fields: employeeFields,
  list: ['vCode', 'vName', 'idesignationId', 'iPooId', 'dAllowDayStartUntil'],
  source: employeeSource,
  commands: [
    {
      name: 'allowDayStart',
      label: { en: 'Allow until', es: 'Permitir hasta' },
      aggregate: 'employee',
      command: 'allowDayStart',
      need: 'Masters/allowdayStart:edit',
      when: (row) => row.iStatus === 1,
      fields: [time('until', { en: 'Until (today)', es: 'Hasta (hoy)' }, { required: true })],
      input: (requested, today) => ({
        until: new Date(instantOf(today, String(requested.until))).toISOString(),
      }),
    },
  ],
  example: {},
});
