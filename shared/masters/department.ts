import { defineMaster } from '../families/master.ts';

export const department = defineMaster({
  route: 'masters/departmentmaster',
  kind: 'department',
  title: ['Departments', 'Departamentos'],
  example: { vCode: 'OPS', vName: 'Operations' },
});
