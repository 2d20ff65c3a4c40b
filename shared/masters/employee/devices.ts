import { text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';
import { ofEmployees } from './record.ts';

export const employeeDeviceMapping = defineMaster({
  route: 'masters/employeeDeviceMapping',
  ...ofEmployees,
  title: { en: 'Device mapping', es: 'Asignación de dispositivos' },
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  rights: ['view', 'create', 'delete'],
  fields: employeeFields,
  list: ['vCode', 'vName', 'iPooId', 'devices', 'dDeviceSeen'],
  source: employeeSource,
  commands: [
    {
      name: 'mapDevice',
      label: { en: 'Map a device', es: 'Asignar dispositivo' },
      aggregate: 'employee',
      command: 'mapDevice',
      need: 'Masters/employeeDeviceMapping:create',
      when: (row) => row.iStatus === 1,
      bulk: false,
      fields: [
        text('deviceId', { en: 'Device id', es: 'Id del dispositivo' }, { required: true, min: 8, max: 64 }),
        text('model', { en: 'Model', es: 'Modelo' }, { required: true, max: 60 }),
      ],
      input: (requested) => requested,
    },
    {
      name: 'unmapDevice',
      label: { en: 'Unmap a device', es: 'Quitar dispositivo' },
      aggregate: 'employee',
      command: 'unmapDevice',
      need: 'Masters/employeeDeviceMapping:delete',
      danger: true,
      bulk: false,
      when: (row) => ((row.fields.devices as unknown[] | undefined) ?? []).length > 0,
      fields: [
        text('deviceId', { en: 'Device id', es: 'Id del dispositivo' }, { required: true, min: 8, max: 64 }),
      ],
      input: (requested) => requested,
    },
  ],
  example: {},
});
