import { choice, flag } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const category = defineMaster({
  route: 'masters/categoryMaster',
  kind: 'category',
  title: ['Categories', 'Categorías'],
  deactivateUnused: true,
  fields: [
    flag('bApparel', ['Apparel', 'Ropa'], { default: 0, filter: 'set' }),
    flag('bNeedsCup', ['Needs cup', 'Necesita copa'], { default: 0 }),
    flag('bHygiene', ['Hygiene (no return)', 'Higiene (sin devolución)'], { default: 0 }),
    choice(
      'vGstClass',
      ['GST class', 'Clase de GST'],
      {
        MED: ['Medicine', 'Medicamento'],
        NIL: ['Nil', 'Exento'],
        DEVICE: ['Device', 'Dispositivo'],
        FOOD: ['Nutraceutical', 'Nutracéutico'],
        COSMETIC: ['Cosmetic', 'Cosmético'],
        APPAREL: ['Apparel', 'Ropa'],
      },
      { required: true },
    ),
  ],
  rules: [(fields) => (fields.bNeedsCup === 1 && fields.bApparel !== 1 ? { code: 'cupNotAllowed', field: 'bNeedsCup' } : null)],
  example: { vCode: 'TABLETS', vName: 'Tablets', bApparel: 0, bNeedsCup: 0, bHygiene: 0, vGstClass: 'MED' },
});
