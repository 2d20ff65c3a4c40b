import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const colour = defineMaster({
  route: 'masters/colourMaster',
  kind: 'colour',
  title: { en: 'Colours', es: 'Colores' },
  deactivateUnused: true,
  fields: [
    text(
      'vHex',
      { en: 'Swatch', es: 'Muestra' },
      { required: true, upper: true, max: 7, pattern: '#[0-9A-F]{6}', column: 110, swatch: true },
    ),
  ],
  example: { vCode: 'NAVY', vName: 'Navy blue', vHex: '#1F2A44' },
});
