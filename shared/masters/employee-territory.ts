import { date, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { endsAfterStart } from '../families/master-rules.ts';

export const employeeTerritory = defineMaster({
  route: 'masters/employeeTerritoryMapping',
  kind: 'employeeTerritory',
  scope: ['iEmpId', 'iTerritoryId'],
  title: ['Employee–territory', 'Empleado–territorio'],
  plain: true,
  fields: [
    reference('iEmpId', ['Employee', 'Empleado'], 'employee', { required: true }),
    reference('iTerritoryId', ['Territory', 'Territorio'], 'territory', { required: true }),
    date('dFrom', ['From', 'Desde'], { required: true, section: 'dates' }),
    date('dTo', ['To', 'Hasta'], { section: 'dates' }),
  ],
  spans: { of: ['iEmpId', 'iTerritoryId'], from: 'dFrom', to: 'dTo' },
  rules: [endsAfterStart('dFrom', 'dTo')],
  example: { iEmpId: 1, iTerritoryId: 1, dFrom: '2026-11-01' },
});
