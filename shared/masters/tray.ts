import { choice, integer, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const tray = defineMaster({
  route: 'masters/traymaster',
  kind: 'tray',
  scope: 'iPooId',
  title: ['Trays', 'Bandejas'],
  deactivateUnused: true,
  fields: [
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation', { required: true, readOnly: true }),
    choice('vType', ['Type', 'Tipo'], { STORAGE: ['Storage', 'Almacenaje'], DISPATCH: ['Dispatch', 'Despacho'] }, { required: true }),
    choice(
      'vStorage',
      ['Storage', 'Conservación'],
      { AMBIENT: ['Ambient (up to 30 °C)', 'Ambiente (hasta 30 °C)'], COOL: ['Cool (8–25 °C)', 'Fresco (8–25 °C)'], COLD: ['Cold (2–8 °C)', 'Frío (2–8 °C)'] },
      { required: true, default: 'AMBIENT' },
    ),
    integer('iCapacity', ['Capacity', 'Capacidad'], { required: true, min: 1, max: 9_999 }),
  ],
  example: { vCode: 'BLR01-A1-02-03', vName: 'Jayanagar A1-02-03', iPooId: 1, vType: 'DISPATCH', vStorage: 'AMBIENT', iCapacity: 40 },
});
