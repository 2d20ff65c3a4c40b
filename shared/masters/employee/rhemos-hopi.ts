import { yesNo } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';
import { ofEmployees } from './record.ts';

export const employeeRhemosHopi = defineMaster({
  route: 'masters/employeeRhemos&HopiStatus',
  ...ofEmployees,
  title: { en: 'Rhemos and HOPI status', es: 'Estado Rhemos y HOPI' },
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  rights: ['view', 'edit'],
  fields: employeeFields,
  list: ['vCode', 'vName', 'idesignationId', 'iPooId', 'iRhemosStatus', 'iHopiStatus'],
  source: employeeSource,
  commands: [
    {
      name: 'setRhemosStatus',
      label: { en: 'Set Rhemos', es: 'Fijar Rhemos' },
      aggregate: 'employee',
      command: 'setRhemosStatus',
      need: 'Masters/employeeRhemos&HopiStatus:edit',
      start: (row) => ({ status: row.iRhemosStatus }),
      fields: [yesNo('status', { en: 'Rhemos', es: 'Rhemos' }, { required: true })],
      input: (requested) => requested,
    },
    {
      name: 'setHopiStatus',
      label: { en: 'Set HOPI', es: 'Fijar HOPI' },
      aggregate: 'employee',
      command: 'setHopiStatus',
      need: 'Masters/employeeRhemos&HopiStatus:edit',
      start: (row) => ({ status: row.iHopiStatus }),
      fields: [yesNo('status', { en: 'HOPI', es: 'HOPI' }, { required: true })],
      input: (requested) => requested,
    },
  ],
  example: {},
});
