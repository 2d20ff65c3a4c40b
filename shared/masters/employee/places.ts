import { date, reference } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';
import { ofEmployees } from './record.ts';

export const employeePooMapping = defineMaster({
  route: 'masters/employeePooMapping',
  ...ofEmployees,
  title: { en: 'Employee–place', es: 'Empleado–lugar' },
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  rights: ['view', 'create', 'edit', 'delete'],
  fields: employeeFields,
  list: ['vCode', 'vName', 'iPooId', 'poos'],
  source: employeeSource,
  commands: [
    {
      name: 'mapPoo',
      label: { en: 'Map a place', es: 'Asignar lugar' },
      aggregate: 'employee',
      command: 'mapPoo',
      need: 'Masters/employeePooMapping:create',
      fields: [
        reference('pooId', { en: 'Place', es: 'Lugar' }, 'placeOfOperation', { required: true }),
        date('from', { en: 'From', es: 'Desde' }),
        date('to', { en: 'To', es: 'Hasta' }),
      ],
      input: (requested) => ({
        pooId: requested.pooId,
        ...(requested.from ? { from: requested.from } : {}),
        to: requested.to ?? null,
      }),
    },
    {
      name: 'setPrimaryPoo',
      label: { en: 'Make primary', es: 'Hacer principal' },
      aggregate: 'employee',
      command: 'setPrimaryPoo',
      need: 'Masters/employeePooMapping:edit',
      fields: [reference('pooId', { en: 'Place', es: 'Lugar' }, 'placeOfOperation', { required: true })],
      input: (requested) => requested,
    },
    {
      name: 'unmapPoo',
      label: { en: 'Unmap a place', es: 'Quitar lugar' },
      aggregate: 'employee',
      command: 'unmapPoo',
      need: 'Masters/employeePooMapping:delete',
      danger: true,
      fields: [reference('pooId', { en: 'Place', es: 'Lugar' }, 'placeOfOperation', { required: true })],
      input: (requested) => requested,
    },
  ],
  example: {},
});
