import { choices, number, pincode, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const employeePincodeTask = defineMaster({
  route: 'masters/empPincodeTaskMapping',
  kind: 'employeePincodeTask',
  serviceCall: { service: 'employee', path: 'EmployeePinCodeRole', id: 'iEmployeePinCodeRoleId' },
  scope: 'iEmpId',
  placeOf: 'iEmpId',
  title: { en: 'Employee–pincode–task', es: 'Empleado–código postal–tarea' },
  plain: true,
  fields: [
    reference('iEmpId', { en: 'Employee', es: 'Empleado' }, 'employee', { required: true }),
    pincode('vPincode', { en: 'Pincode', es: 'Código postal' }, { required: true, filter: 'text' }),
    choices(
      'taskTypes',
      { en: 'Task types', es: 'Tipos de tarea' },
      {
        setup: { en: 'Setup', es: 'Instalación' },
        sales: { en: 'Sales', es: 'Ventas' },
        orientation: { en: 'Orientation', es: 'Orientación' },
        lab: { en: 'Lab', es: 'Laboratorio' },
        delivery: { en: 'Delivery', es: 'Entrega' },
      },
      { required: true },
    ),
    number(
      'iPriority',
      { en: 'Priority', es: 'Prioridad' },
      { required: true, min: 1, max: 9, default: 5, column: 100 },
    ),
  ],
  unique: [['iEmpId', 'vPincode']],
  example: { iEmpId: 1, vPincode: '560041', taskTypes: ['setup', 'sales'], iPriority: 1 },
});
