import { choices, number, reference, rows } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const customerRoute = defineMaster({
  route: 'masters/customerRouteMaster',
  kind: 'customerRoute',
  scope: 'iPooId',
  title: { en: 'Customer routes', es: 'Rutas de clientes' },
  fields: [
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', {
      required: true,
    }),
    choices(
      'weekdays',
      { en: 'Weekdays', es: 'Días' },
      {
        mon: { en: 'Monday', es: 'Lunes' },
        tue: { en: 'Tuesday', es: 'Martes' },
        wed: { en: 'Wednesday', es: 'Miércoles' },
        thu: { en: 'Thursday', es: 'Jueves' },
        fri: { en: 'Friday', es: 'Viernes' },
        sat: { en: 'Saturday', es: 'Sábado' },
      },
      { required: true },
    ),
    rows(
      'stops',
      { en: 'Stops, in order', es: 'Paradas, en orden' },
      [
        { name: 'vStop', kind: 'text', label: { en: 'Stop', es: 'Parada' }, required: true, max: 120 },
        number('iMinutes', { en: 'Minutes', es: 'Minutos' }, { min: 1, max: 240 }),
      ],
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
