import { choices, integer, reference, rows } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const customerRoute = defineMaster({
  route: 'masters/customerRouteMaster',
  kind: 'customerRoute',
  scope: 'iPooId',
  title: ['Customer routes', 'Rutas de clientes'],
  fields: [
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation', { required: true }),
    choices(
      'weekdays',
      ['Weekdays', 'Días'],
      {
        mon: ['Monday', 'Lunes'],
        tue: ['Tuesday', 'Martes'],
        wed: ['Wednesday', 'Miércoles'],
        thu: ['Thursday', 'Jueves'],
        fri: ['Friday', 'Viernes'],
        sat: ['Saturday', 'Sábado'],
      },
      { required: true },
    ),
    rows(
      'stops',
      ['Stops, in order', 'Paradas, en orden'],
      [{ name: 'vStop', kind: 'text', label: ['Stop', 'Parada'], required: true, max: 120 }, integer('iMinutes', ['Minutes', 'Minutos'], { min: 1, max: 240 })],
      { max: 80, column: true },
    ),
  ],
  reordered: { field: 'stops', event: 'RouteStopsReordered' },
  example: {
    vCode: 'ROUTE-1',
    vName: 'Jayanagar morning',
    iPooId: 1,
    weekdays: ['mon', 'wed', 'fri'],
    stops: [
      { vStop: '4th Block', iMinutes: 20 },
      { vStop: '9th Block', iMinutes: 15 },
    ],
  },
});
