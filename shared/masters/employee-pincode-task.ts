import { choices, integer, pincode, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const employeePincodeTask = defineMaster({
  route: 'masters/empPincodeTaskMapping',
  kind: 'employeePincodeTask',
  scope: 'iEmpId',
  placeOf: 'iEmpId',
  title: ['Employee–pincode–task', 'Empleado–código postal–tarea'],
  plain: true,
  fields: [
    reference('iEmpId', ['Employee', 'Empleado'], 'employee', { required: true }),
    pincode('vPincode', ['Pincode', 'Código postal'], { required: true, filter: 'text' }),
    choices(
      'taskTypes',
      ['Task types', 'Tipos de tarea'],
      {
        setup: ['Setup', 'Instalación'],
        sales: ['Sales', 'Ventas'],
        orientation: ['Orientation', 'Orientación'],
        lab: ['Lab', 'Laboratorio'],
        delivery: ['Delivery', 'Entrega'],
      },
      { required: true },
    ),
    integer('iPriority', ['Priority', 'Prioridad'], { required: true, min: 1, max: 9, default: 5, column: 100 }),
  ],
  unique: [['iEmpId', 'vPincode']],
  example: { iEmpId: 1, vPincode: '560041', taskTypes: ['setup', 'sales'], iPriority: 1 },
});
