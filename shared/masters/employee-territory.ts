import { date, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { endsAfterStart } from '../families/master-rules.ts';

export const employeeTerritory = defineMaster({
  route: 'masters/employeeTerritoryMapping',
  kind: 'employeeTerritory',
  serviceCall: {
    service: 'employee',
    path: 'employeeterritorymapping',
    id: 'iEmployeeTerritoryId',
    changes: true,
  },
  scope: ['iEmpId', 'iTerritoryId'],
  title: { en: 'Employee–territory', es: 'Empleado–territorio' },
  plain: true,
  fields: [
    reference('iEmpId', { en: 'Employee', es: 'Empleado' }, 'employee', { required: true }),
    reference('iTerritoryId', { en: 'Territory', es: 'Territorio' }, 'territory', { required: true }),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true, section: 'dates' }),
    date('dTo', { en: 'To', es: 'Hasta' }, { section: 'dates' }),
  ],
  spans: { of: ['iEmpId', 'iTerritoryId'], from: 'dFrom', to: 'dTo' },
  rules: [endsAfterStart('dFrom', 'dTo')],
  example: { iEmpId: 1, iTerritoryId: 1, dFrom: '2026-11-01' },
});
