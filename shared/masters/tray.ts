import { choice, number, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const place = reference(
  'iPooId',
  { en: 'Place of operation', es: 'Lugar de operación' },
  'placeOfOperation',
  { required: true, readOnly: true },
);
const about = [
  choice(
    'vType',
    { en: 'Type', es: 'Tipo' },
    { STORAGE: { en: 'Storage', es: 'Almacenaje' }, DISPATCH: { en: 'Dispatch', es: 'Despacho' } },
    { required: true },
  ),
  choice(
    'vStorage',
    { en: 'Storage', es: 'Conservación' },
    {
      AMBIENT: { en: 'Ambient (up to 30 °C)', es: 'Ambiente (hasta 30 °C)' },
      COOL: { en: 'Cool (8–25 °C)', es: 'Fresco (8–25 °C)' },
      COLD: { en: 'Cold (2–8 °C)', es: 'Frío (2–8 °C)' },
    },
    { required: true, default: 'AMBIENT' },
  ),
  number('iCapacity', { en: 'Capacity', es: 'Capacidad' }, { required: true, min: 1, max: 9_999 }),
];

export const tray = defineMaster({
  route: 'masters/traymaster',
  kind: 'tray',
  scope: 'iPooId',
  title: { en: 'Trays', es: 'Bandejas' },
  deactivateUnused: true,
  fields: [place, ...about],
  /** `A1-02-` from 1 to 3 at BLR01 gives BLR01-A1-02-01, BLR01-A1-02-02, BLR01-A1-02-03. */
  series: {
    label: { en: 'Make a range', es: 'Crear un rango' },
    most: 200,
    known: 'vCode',
    fields: [
      place,
      ...about,
      text(
        'vPrefix',
        { en: 'Prefix, as A1-02- or D-', es: 'Prefijo, como A1-02- o D-' },
        { required: true, upper: true, max: 12, pattern: '[A-Z0-9-]+' },
      ),
      number('iFrom', { en: 'From number', es: 'Desde el número' }, { required: true, min: 0, max: 9_999 }),
      number('iTo', { en: 'To number', es: 'Hasta el número' }, { required: true, min: 0, max: 9_999 }),
    ],
    lines: ({ vPrefix, iFrom, iTo, ...shared }, named) => {
      if (Number(iTo) < Number(iFrom)) return { code: 'seriesBackwards', field: 'iTo' };
      const { vCode, vName } = named('placeOfOperation', shared.iPooId)!;
      return Array.from({ length: Number(iTo) - Number(iFrom) + 1 }, (_, i) => {
        const at = `${String(vPrefix)}${String(Number(iFrom) + i).padStart(2, '0')}`;
        return { ...shared, vCode: `${String(vCode)}-${at}`, vName: `${String(vName)} ${at}` };
      });
    },
  },
  example: {
    vCode: 'BLR01-A1-02-03',
    vName: 'Jayanagar A1-02-03',
    iPooId: 1,
    vType: 'DISPATCH',
    vStorage: 'AMBIENT',
    iCapacity: 40,
  },
});
