import { designations } from '../../core/designations.ts';
import { limits } from '../../core/limits.ts';
import { translations } from '../../core/translations.ts';
import {
  choices,
  yesNo,
  reference,
  references,
  text,
  date,
  email,
  paragraph,
  phone,
  type MasterField,
} from '../../families/master-field.ts';
import { spokenLanguages } from '../../families/spoken-languages.ts';
import type { Fields, MasterCommand } from '../../families/master-def.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';
import { ofEmployees } from './record.ts';

const details: readonly MasterField[] = [
  text('firstName', { en: 'First name', es: 'Nombre' }, { required: true, max: 50 }),
  text('lastName', { en: 'Last name', es: 'Apellido' }, { max: 50 }),
  phone('phone', { en: 'Phone', es: 'Teléfono' }),
  email('email', { en: 'E-mail', es: 'Correo' }, { required: true }),
];
const work: readonly MasterField[] = [
  reference('departmentId', { en: 'Department', es: 'Departamento' }, 'department'),
  references('qualificationIds', { en: 'Qualifications', es: 'Titulaciones' }, 'qualification', { max: 10 }),
  choices('languages', { en: 'Languages', es: 'Idiomas' }, spokenLanguages, { max: 8 }),
];
/** Employees that the stream `employee` accepts as managers: active, with a manager's designation. */
const reportingManager = reference('managerId', { en: 'Reporting manager', es: 'Jefe directo' }, 'employee', {
  lookupThrough: {
    reference: 'idesignationId',
    lookup: 'designation',
    fields: ['vDesignationCode', 'vCode'],
    value: designations.manager.code,
  },
  lookupMost: limits.pageSizes.managerList,
});
const given = (requested: Fields): Fields =>
  Object.fromEntries(
    Object.entries(requested).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

/** Commands to a person on the list; their rules are in the stream `employee`. */
const commands: readonly MasterCommand[] = [
  {
    name: 'add',
    label: { en: 'Add employee', es: 'Añadir empleado' },
    aggregate: 'employee',
    command: 'createEmployee',
    need: 'Masters/emplist:create',
    creates: true,
    fields: [
      ...details,
      date('joiningDate', { en: 'Joining date', es: 'Fecha de ingreso' }, { required: true }),
      reference('designationId', { en: 'Designation', es: 'Cargo' }, 'designation', { required: true }),
      reference('pooId', { en: 'Primary place', es: 'Lugar principal' }, 'placeOfOperation', {
        required: true,
      }),
      reportingManager,
      reference('roleId', { en: 'Role', es: 'Rol' }, 'role'),
      ...work,
      yesNo('affiliate', { en: 'Affiliate (DSA)', es: 'Afiliado (DSA)' }),
    ],
    input: (requested) => ({ ...given(requested), affiliate: requested.affiliate === 1 }),
    takeBack: 'withdraw',
  },
  {
    name: 'editDetails',
    label: { en: 'Edit details', es: 'Editar datos' },
    aggregate: 'employee',
    command: 'updateDetails',
    need: 'Masters/emplist:edit',
    versioned: true,
    merges: true,
    bulk: ['joiningDate', 'departmentId', 'qualificationIds', 'languages'],
    fields: [...details, date('joiningDate', { en: 'Joining date', es: 'Fecha de ingreso' }), ...work],
    input: given,
    start: (row) => ({
      firstName: row.vEmpFname,
      lastName: row.vEmpLname,
      phone: row.vEmpPhone,
      email: row.vEmail,
      joiningDate: row.dJoiningDate,
      departmentId: row.iDepartmentId,
      qualificationIds: row.qualificationIds,
      languages: row.languages,
    }),
  },
  {
    name: 'changeManager',
    label: { en: 'Change manager', es: 'Cambiar jefe' },
    aggregate: 'employee',
    command: 'changeManager',
    need: 'Masters/emplist:edit',
    versioned: true,
    bulk: ['managerId'],
    fields: [reportingManager],
    start: (row) => ({ managerId: row.iReportManagerId }),
    input: (requested) => ({ managerId: requested.managerId ?? null }),
  },
  {
    name: 'changeDesignation',
    label: { en: 'Change designation', es: 'Cambiar cargo' },
    aggregate: 'employee',
    command: 'changeDesignation',
    need: 'Masters/rolemasterv2:edit',
    versioned: true,
    fields: [
      reference('designationId', { en: 'Designation', es: 'Cargo' }, 'designation', { required: true }),
    ],
    start: (row) => ({ designationId: row.idesignationId }),
    input: given,
  },
  {
    name: 'assignRole',
    label: { en: 'Give a role', es: 'Asignar rol' },
    aggregate: 'employee',
    command: 'assignRole',
    need: 'Masters/rolemasterv2:edit',
    versioned: true,
    fields: [reference('roleId', { en: 'Role', es: 'Rol' }, 'role', { required: true })],
    start: (row) => ({ roleId: row.iRoleId }),
    input: given,
  },
  {
    name: 'deactivate',
    label: { en: 'Deactivate', es: 'Desactivar' },
    aggregate: 'employee',
    command: 'deactivate',
    need: 'Masters/emplist:delete',
    versioned: true,
    danger: true,
    when: (row) => row.iStatus === 1,
    fields: [
      date('exitDate', { en: 'Exit date', es: 'Fecha de salida' }, { required: true }),
      paragraph('reason', { en: 'Reason', es: 'Motivo' }, { required: true, min: 5, max: 200 }),
    ],
    input: given,
  },
  {
    name: 'reactivate',
    label: { en: 'Reactivate', es: 'Reactivar' },
    aggregate: 'employee',
    command: 'reactivate',
    need: 'Masters/emplist:edit',
    versioned: true,
    when: (row) => row.iStatus === 0,
    fields: [],
    input: () => ({}),
  },
];

export const employeeList = defineMaster({
  route: 'masters/emplist',
  ...ofEmployees,
  main: true,
  title: { en: 'Employees', es: 'Empleados' },
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  fields: employeeFields,
  list: [
    'vCode',
    'vName',
    'vEmpPhone',
    'vEmail',
    'iPooId',
    'idesignationId',
    'vDepartment',
    'iReportManagerId',
    'dJoiningDate',
    'iStatus',
    'dExitDate',
  ],
  source: employeeSource,
  commands,
  translations: translations({ en: { 'state.0': 'InActive' }, es: { 'state.0': 'Inactivo' } }),
  example: {},
});
