import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** The dispatch tray of a territory at each place, where its parcels wait. */
export const territoryTray = defineMaster({
  route: 'masters/TerritorytrayMapping',
  kind: 'territoryTray',
  scope: 'iPooId',
  title: { en: 'Territory–tray', es: 'Territorio–bandeja' },
  plain: true,
  fields: [
    reference('iTerritoryId', { en: 'Territory', es: 'Territorio' }, 'territory', { required: true }),
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', {
      required: true,
    }),
    reference('iTrayId', { en: 'Tray', es: 'Bandeja' }, 'tray', {
      required: true,
      lookupWhere: { field: 'vType', value: 'DISPATCH' },
    }),
  ],
  unique: [['iTerritoryId', 'iPooId']],
  fits: (field, fields, other) =>
    field === 'iTrayId' && other.iPooId !== fields.iPooId ? { code: 'trayElsewhere', field } : null,
  example: { iTerritoryId: 1, iPooId: 1, iTrayId: 1 },
});
