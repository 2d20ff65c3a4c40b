import { defineMaster } from '../families/master.ts';

export const department = defineMaster({
  route: 'masters/departmentmaster',
  kind: 'department',
  title: { en: 'Departments', es: 'Departamentos' },
  example: { vCode: 'OPS', vName: 'Operations' },
});
