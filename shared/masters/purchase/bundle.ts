import { translations } from '../../core/translations.ts';
import { choice, date, yesNo, number, money, reference, rows } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';

/** Types of care kit by the specification's numbers. */
const kitTypes = {
  1: { en: 'Diabetes', es: 'Diabetes' },
  2: { en: 'Hypertension', es: 'Hipertensión' },
  3: { en: 'Diabetes and hypertension', es: 'Diabetes e hipertensión' },
  6: { en: 'Cardiac', es: 'Cardíaco' },
  7: { en: 'Thyroid', es: 'Tiroides' },
  8: { en: 'General wellness', es: 'Bienestar general' },
} as const;
interface Component {
  readonly bReturnable?: unknown;
  readonly nMissingPaise?: unknown;
}
const lent = ({ components }: Readonly<Record<string, unknown>>): readonly Component[] =>
  (Array.isArray(components) ? (components as readonly Component[]) : []).filter(
    ({ bReturnable }) => bReturnable === 1,
  );

/**
 * A kit of products that is sold as one line, or that a type of care kit consists of; confirmed orders and issued kits keep the
 * revision they were made with.
 */
export const bundle = defineMaster({
  route: 'purchaseanddispatch/bundleMaster',
  name: 'bundleMaster',
  entity: 'bundleMaster',
  group: 'Inventory',
  kind: 'bundle',
  title: { en: 'Bundle Master', es: 'Maestro de lotes de venta' },
  fields: [
    rows(
      'components',
      { en: 'Components', es: 'Componentes' },
      [
        reference('iProductId', { en: 'Product', es: 'Producto' }, 'product', { required: true }),
        number('iQty', { en: 'Units', es: 'Unidades' }, { required: true, min: 1, max: 9_999 }),
        yesNo('bReturnable', { en: 'Comes back', es: 'Se devuelve' }),
        money(
          'nMissingPaise',
          { en: 'Charge if missing', es: 'Cargo si falta' },
          { min: 0, max: 9_99_999_00 },
        ),
      ],
      { required: true, max: 20, section: 'general' },
    ),
    money('nPricePaise', { en: 'Price', es: 'Precio' }, { required: true, min: 1, max: 99_99_999_00 }),
    choice('vKitType', { en: 'Care kit of', es: 'Kit de atención de' }, kitTypes, { filter: 'set' }),
    date('dFrom', { en: 'Sold from', es: 'Se vende desde' }, { required: true }),
    date('dTo', { en: 'Sold till', es: 'Se vende hasta' }),
  ],
  unique: [['vKitType']],
  rules: [
    (fields) =>
      fields.vKitType == null && lent(fields).length > 0
        ? { code: 'lentOutside', field: 'components' }
        : null,
    (fields) =>
      lent(fields).some(({ nMissingPaise }) => !nMissingPaise)
        ? { code: 'lentCharge', field: 'components' }
        : null,
    (fields) =>
      Array.isArray(fields.components) && fields.components.length >= (fields.vKitType == null ? 2 : 1)
        ? null
        : { code: 'twoComponents', field: 'components' },
    (fields) =>
      fields.dTo != null && String(fields.dTo) < String(fields.dFrom)
        ? { code: 'endsBeforeStart', field: 'dTo' }
        : null,
  ],
  example: {
    vCode: 'DIABETES-START',
    vName: 'Diabetes starter kit',
    components: [
      { iProductId: 1, iQty: 1 },
      { iProductId: 1, iQty: 2 },
    ],
    nPricePaise: 1_999_00,
    dFrom: '2026-04-01',
  },
  translations: translations({
    en: {
      twoComponents: 'A bundle has at least two components, unless it is a care kit.',
      lentOutside: 'Only components of a care kit come back. Choose the type of care kit.',
      lentCharge: 'Say for each component that comes back what is charged if it is missing.',
    },
    es: {
      twoComponents: 'Un lote de venta tiene al menos dos componentes, salvo que sea un kit de atención.',
      lentOutside: 'Solo se devuelven los componentes de un kit de atención. Elija el tipo de kit.',
      lentCharge: 'Indique para cada componente que se devuelve qué se cobra si falta.',
    },
  }),
});
