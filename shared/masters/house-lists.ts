import { choice, date, integer, note, pincode, reference, text } from '../families/master-field.ts';
import type { MasterDef } from '../families/master-def.ts';
import { defineMaster } from '../families/master.ts';
import { endsAfterStart } from '../families/master-rules.ts';
import { patients } from './customer/patients.ts';

/** Lists that the specification's calls name and that have no screen of their own: they are kept by the rights of a screen beside them. */
export const houseLists: readonly MasterDef[] = [
  patients,
  defineMaster({
    name: 'salutation',
    route: '',
    entity: 'custdocument',
    kind: 'salutation',
    title: ['Salutations', 'Tratamientos'],
    fixed: [
      ['MR', 'Mr'],
      ['MS', 'Ms'],
      ['MRS', 'Mrs'],
      ['DR', 'Dr'],
      ['MASTER', 'Master'],
      ['BABY', 'Baby'],
    ].map(([vCode, vName], i) => ({ id: i + 1, fields: { vCode, vName } })),
    example: { vCode: 'PROF', vName: 'Prof' },
  }),
  defineMaster({
    name: 'escalation',
    route: '',
    entity: 'caretierMaster',
    kind: 'escalation',
    title: ['Escalations', 'Escalaciones'],
    fields: [
      choice(
        'vSeverity',
        ['Severity', 'Gravedad'],
        { low: ['Low', 'Baja'], medium: ['Medium', 'Media'], high: ['High', 'Alta'], critical: ['Critical', 'Crítica'] },
        { required: true },
      ),
      integer('iSlaMinutes', ['Within (min)', 'En (min)'], { required: true, min: 1, max: 10_080 }),
      ...[1, 2, 3].map((level) => reference(`iLevel${level}RoleId`, [`Level ${level}`, `Nivel ${level}`], 'role')),
    ],
    example: { vCode: 'VITAL-CRIT', vName: 'Critical vital', vSeverity: 'critical', iSlaMinutes: 15 },
  }),
  defineMaster({
    name: 'districtTalukArea',
    route: '',
    entity: 'territoryMaster',
    kind: 'districtTalukArea',
    title: ['Districts, taluks, areas', 'Distritos, taluks, áreas'],
    plain: true,
    fields: [
      text('vDistrict', ['District', 'Distrito'], { required: true, max: 60 }),
      text('vTaluk', ['Taluk', 'Taluk'], { required: true, max: 60 }),
      text('vArea', ['Area', 'Área'], { required: true, max: 80 }),
      pincode('vPincode', ['Pincode', 'Código postal'], { required: true }),
      reference('iTerritoryId', ['Territory', 'Territorio'], 'territory'),
    ],
    unique: [['vDistrict', 'vTaluk', 'vArea']],
    example: { vDistrict: 'Bengaluru Urban', vTaluk: 'Bengaluru South', vArea: 'Jayanagar', vPincode: '560041', iTerritoryId: 1 },
  }),
  defineMaster({
    name: 'employeeRoute',
    route: '',
    entity: 'customerRouteMaster',
    kind: 'employeeRoute',
    scope: 'iEmpId',
    title: ['Employee–route', 'Empleado–ruta'],
    plain: true,
    fields: [
      reference('iEmpId', ['Employee', 'Empleado'], 'employee', { required: true }),
      reference('iCustomerRouteId', ['Route', 'Ruta'], 'customerRoute', { required: true }),
      date('dFrom', ['From', 'Desde'], { required: true }),
      date('dTo', ['To', 'Hasta']),
    ],
    spans: { of: ['iEmpId', 'iCustomerRouteId'], from: 'dFrom', to: 'dTo' },
    rules: [endsAfterStart('dFrom', 'dTo')],
    example: { iEmpId: 1, iCustomerRouteId: 1, dFrom: '2026-11-01' },
  }),
  defineMaster({
    name: 'dayEndExclusion',
    route: '',
    group: 'HR',
    entity: 'attendanceDetails',
    kind: 'dayEndExclusion',
    scope: 'iEmpId',
    title: ['Day-end exclusions', 'Exclusiones de cierre'],
    plain: true,
    fields: [
      reference('iEmpId', ['Employee', 'Empleado'], 'employee', { required: true }),
      date('dFrom', ['From', 'Desde'], { required: true }),
      date('dTo', ['To', 'Hasta']),
      note('vReason', ['Reason', 'Motivo'], { required: true, min: 5, max: 200 }),
    ],
    spans: { of: ['iEmpId'], from: 'dFrom', to: 'dTo' },
    rules: [endsAfterStart('dFrom', 'dTo')],
    example: { iEmpId: 1, dFrom: '2026-11-01', dTo: '2026-11-30', vReason: 'Works at the head office' },
  }),
];
