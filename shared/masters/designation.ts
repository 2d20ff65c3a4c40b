import { designations } from '../core/designations.ts';
import { yesNo, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const attendance = [19, 95, 85, 11, 110, 79, 114, 9, 115, 124];
const named: readonly (readonly [id: number, code: string, name: string])[] = [
  [designations.admin.id, designations.admin.code, 'Admin'],
  [designations.manager.id, designations.manager.code, 'Manager'],
  [7, 'DR', 'Doctor'],
  [designations.hr.id, designations.hr.code, 'HR Executive'],
  [9, 'FE', 'Field Executive'],
  [11, 'OA', 'Outbound Agent'],
  [designations.accounts.id, designations.accounts.code, 'Accounts Executive'],
  [19, 'SX', 'Sign-up Executive'],
  [79, 'DG', 'Digitization Executive'],
  [85, 'PC', 'Pharmacist Checker'],
  [92, 'FR', 'Franchise'],
  [designations.teamLead.id, designations.teamLead.code, 'Team Lead'],
  [99, 'WL', 'Wall'],
  [110, 'SE', 'Store Executive'],
  [114, 'CC', 'Care Connect Executive'],
  [115, 'DE', 'Delivery Executive'],
  [124, 'QA', 'Quality Analyst'],
];

export const designation = defineMaster({
  route: 'masters/designationmaster',
  kind: 'designation',
  title: { en: 'Designations', es: 'Cargos' },
  pageSize: 1000,
  keep: [2],
  fields: [
    text(
      'vDesignationCode',
      { en: 'Designation code', es: 'Código de cargo' },
      { max: 10, upper: true, pattern: '[A-Z0-9]+', column: 130 },
    ),
    yesNo('bAttendance', { en: 'Attendance', es: 'Asistencia' }, { readOnly: true, default: 0, column: 110 }),
  ],
  fixed: named.map(([id, vCode, vName]) => ({
    id,
    fields: { vCode, vName, vDesignationCode: vCode, bAttendance: attendance.includes(id) ? 1 : 0 },
  })),
  example: { vCode: 'TRAINEE', vName: 'Trainee', bAttendance: 0 },
});
