import { choice, yesNo } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const category = defineMaster({
  route: 'masters/categoryMaster',
  kind: 'category',
  title: { en: 'Categories', es: 'Categorías' },
  deactivateUnused: true,
  fields: [
    yesNo('bApparel', { en: 'Apparel', es: 'Ropa' }, { default: 0, filter: 'set' }),
    yesNo('bNeedsCup', { en: 'Needs cup', es: 'Necesita copa' }, { default: 0 }),
    yesNo('bHygiene', { en: 'Hygiene (no return)', es: 'Higiene (sin devolución)' }, { default: 0 }),
    choice(
      'vGstClass',
      { en: 'GST class', es: 'Clase de GST' },
      {
        MED: { en: 'Medicine', es: 'Medicamento' },
        NIL: { en: 'Nil', es: 'Exento' },
        DEVICE: { en: 'Device', es: 'Dispositivo' },
        FOOD: { en: 'Nutraceutical', es: 'Nutracéutico' },
        COSMETIC: { en: 'Cosmetic', es: 'Cosmético' },
        APPAREL: { en: 'Apparel', es: 'Ropa' },
      },
      { required: true },
    ),
  ],
  rules: [
    (fields) =>
      fields.bNeedsCup === 1 && fields.bApparel !== 1 ? { code: 'cupNotAllowed', field: 'bNeedsCup' } : null,
  ],
  example: { vCode: 'TABLETS', vName: 'Tablets', bApparel: 0, bNeedsCup: 0, bHygiene: 0, vGstClass: 'MED' },
});
