import { text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { employeeFields, employeeSource } from './row.ts';

export const employeeDeviceMapping = defineMaster({
  route: 'masters/employeeDeviceMapping',
  kind: 'employee',
  title: ['Device mapping', 'Asignación de dispositivos'],
  plain: true,
  pageSize: 1000,
  scope: 'pooIds',
  rights: ['view', 'create', 'delete'],
  fields: employeeFields,
  list: ['vCode', 'vName', 'iPooId', 'devices', 'dDeviceSeen'],
  source: employeeSource,
  orders: [
    {
      name: 'mapDevice',
      label: ['Map a device', 'Asignar dispositivo'],
      aggregate: 'employee',
      command: 'mapDevice',
      need: 'Masters/employeeDeviceMapping:create',
      when: (row) => row.iStatus === 1,
      bulk: false,
      fields: [
        text('deviceId', ['Device id', 'Id del dispositivo'], { required: true, min: 8, max: 64 }),
        text('model', ['Model', 'Modelo'], { required: true, max: 60 }),
      ],
      input: (asked) => asked,
    },
    {
      name: 'unmapDevice',
      label: ['Unmap a device', 'Quitar dispositivo'],
      aggregate: 'employee',
      command: 'unmapDevice',
      need: 'Masters/employeeDeviceMapping:delete',
      danger: true,
      bulk: false,
      when: (row) => ((row.fields.devices as unknown[] | undefined) ?? []).length > 0,
      fields: [text('deviceId', ['Device id', 'Id del dispositivo'], { required: true, min: 8, max: 64 })],
      input: (asked) => asked,
    },
  ],
  example: {},
});
