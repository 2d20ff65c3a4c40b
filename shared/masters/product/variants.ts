import type { Fields, Series } from '../../families/master-def.ts';
import { reference, references, text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import {
  productExample,
  productFields,
  productFits,
  productKeys,
  productRules,
  productStages,
} from './fields.ts';

/** Fields of one variant that are not copied to its siblings. */
const ownOnly = [
  'vCode',
  'vName',
  'vDescription',
  'iSortOrder',
  'gtins',
  'externalCodes',
  'equivalentIds',
  'iRequestId',
  'iColourId',
  'iSizeId',
  'iCupId',
];

/** The fields that a variant shares with its siblings. */
export const sharedByStyle = (like: Fields): Fields =>
  Object.fromEntries(Object.entries(like).filter(([name]) => !ownOnly.includes(name)));

/**
 * Every combination of colour and size, and of cup where the category has cups; everything else as in one
 * product of the style.
 */
const combinations: Series = {
  label: { en: 'Generate variants', es: 'Generar variantes' },
  most: 500,
  known: 'variant',
  fields: [
    reference(
      'iProductId',
      { en: 'Like this product of the style', es: 'Como este producto del estilo' },
      'product',
      {
        required: true,
        lookupWhere: { field: 'vKind', value: 'APPAREL' },
      },
    ),
    text(
      'vNamed',
      { en: 'Name before colour and size', es: 'Nombre antes de color y talla' },
      { required: true, min: 2, max: 60 },
    ),
    references('colourIds', { en: 'Colours', es: 'Colores' }, 'colour', { required: true, max: 30 }),
    references('sizeIds', { en: 'Sizes', es: 'Tallas' }, 'size', { required: true, max: 30 }),
    references('cupIds', { en: 'Cups', es: 'Copas' }, 'cup', { max: 10 }),
  ],
  lines: ({ iProductId, vNamed, colourIds, sizeIds, cupIds }, named) => {
    const like = named('product', iProductId)!;
    const category = named('category', like.iCategoryId);
    const sizes = sizeIds as readonly number[];
    const cups = (cupIds as readonly number[] | null | undefined) ?? [];
    const about = { category: String(category?.vName) };
    if (category?.bNeedsCup !== 1 && cups.length > 0)
      return { code: 'cupNotHere', field: 'cupIds', details: about };
    if (category?.bNeedsCup === 1 && cups.length === 0)
      return { code: 'cupRequired', field: 'cupIds', details: about };
    if (category?.bNeedsCup === 1 && sizes.some((id) => named('size', id)?.vSystem !== 'BAND'))
      return { code: 'cupRequired', field: 'sizeIds', details: about };
    const shared = sharedByStyle(like);
    const sizeOf = (id: number): string => String(named('size', id)?.iBand ?? named('size', id)?.vLetters);
    return (colourIds as readonly number[]).flatMap((iColourId) =>
      sizes.flatMap((iSizeId) =>
        (cups.length > 0 ? cups : [null]).map((iCupId) => ({
          ...shared,
          vName: `${String(vNamed)} ${String(named('colour', iColourId)?.vName)} ${sizeOf(iSizeId)}${iCupId === null ? '' : String(named('cup', iCupId)?.vCup)}`,
          iColourId,
          iSizeId,
          ...(iCupId === null ? {} : { iCupId }),
        })),
      ),
    );
  },
};

/** The same products with their variants side by side: style, colour, size, cup. */
export const productVariants = defineMaster({
  route: 'masters/productMasteV2',
  kind: 'product',
  service: 'product',
  title: { en: 'Product Master V2', es: 'Maestro de productos V2' },
  rights: ['view', 'create', 'edit'],
  autoCode: { prefix: 'P', digits: 6 },
  nameMayRepeat: true,
  fields: productFields,
  list: ['vCode', 'vName', 'vStyle', 'iColourId', 'iSizeId', 'iCupId', 'iPackSize', 'nReferenceMrpPaise'],
  rules: productRules,
  unique: productKeys,
  fits: productFits,
  stages: productStages,
  series: combinations,
  example: productExample,
});
