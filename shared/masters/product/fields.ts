import type { Fields, LookAt, MasterRule, Problem, Stages } from '../../families/master-def.ts';
import { productForms, productKinds } from '../../families/product-kinds.ts';
import { choice, choices, flag, integer, decimal, money, reference, references, rows, text, type MasterField } from '../../families/master-field.ts';

/** What a product is, on whichever of its three screens. */
export const productFields: readonly MasterField[] = [
  choice('vKind', ['Kind', 'Tipo'], productKinds, { required: true, readOnly: true, column: 120 }),
  reference('iManufacturerId', ['Maker', 'Fabricante'], 'manufacturer', { required: true, indexed: true }),
  reference('iRequestId', ['Asked for in', 'Pedido en'], 'productRequest', { column: false, readOnly: true }),
  reference('iMarketerId', ['Marketer', 'Comercializadora'], 'marketer', { column: false }),
  reference('iDivisionId', ['Division', 'División'], 'division', { column: false }),
  reference('iBrandId', ['Brand', 'Marca'], 'brand', { column: false }),
  reference('iCategoryId', ['Category', 'Categoría'], 'category', { required: true, column: false }),
  reference('iSubCategoryId', ['Sub-category', 'Subcategoría'], 'subCategory', { column: false }),
  choice('vForm', ['Form', 'Forma'], productForms, { required: true, section: 'pack', column: 100 }),
  choice(
    'vSite',
    ['Applied to', 'Se aplica en'],
    { skin: ['Skin', 'Piel'], eye: ['Eye', 'Ojo'], ear: ['Ear', 'Oído'], nose: ['Nose', 'Nariz'] },
    { section: 'pack', column: false, visibleWhen: { field: 'vForm', in: ['CRM', 'OINT', 'DROP'] } },
  ),
  integer('iPackSize', ['Pack', 'Envase'], { required: true, min: 1, max: 1000, section: 'pack', readOnlyAfterUse: true, column: 90 }),
  flag('bLooseSale', ['Loose sale', 'Venta suelta'], { default: 0, section: 'pack', readOnlyAfterUse: true, column: false }),
  text('vHsn', ['HSN', 'HSN'], { pattern: '\\d{4}|\\d{6}|\\d{8}', max: 8, section: 'tax', column: 100 }),
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
    { section: 'tax', column: 100 },
  ),
  money('nReferenceMrpPaise', ['MRP', 'PVP'], { max: 99_99_999_00, section: 'tax', indexed: true }),
  money('nCeilingPaise', ['Ceiling price', 'Precio máximo'], { max: 99_99_999_00, section: 'tax', column: false }),
  choices(
    'schedules',
    ['Schedules', 'Listas'],
    { none: ['None', 'Ninguna'], G: ['G', 'G'], H: ['H', 'H'], H1: ['H1', 'H1'], X: ['X', 'X'], C: ['C', 'C'] },
    { section: 'composition', column: 110 },
  ),
  flag('bH2Qr', ['Schedule H2 code', 'Código H2'], { default: 0, section: 'composition', column: false }),
  choice(
    'vStorage',
    ['Storage', 'Conservación'],
    { AMBIENT: ['Ambient (up to 30 °C)', 'Ambiente (hasta 30 °C)'], COOL: ['Cool (8–25 °C)', 'Fresco (8–25 °C)'], COLD: ['Cold (2–8 °C)', 'Frío (2–8 °C)'] },
    { required: true, default: 'AMBIENT', section: 'shelf', column: false },
  ),
  integer('iMinLifeAtGreDays', ['Life at receipt (days)', 'Vida al recibir (días)'], { min: 0, max: 1825, default: 180, section: 'shelf', column: false }),
  integer('iNearExpiryDays', ['Near expiry (days)', 'Próximo a caducar (días)'], { min: 0, max: 365, default: 90, section: 'shelf', column: false }),
  integer('iMinLifeAtSaleDays', ['Life at sale (days)', 'Vida al vender (días)'], { min: 0, max: 365, default: 30, section: 'shelf', column: false }),
  flag('bReturnable', ['Returnable', 'Se puede devolver'], { default: 1, section: 'shelf', column: false }),
  rows('gtins', ['Barcodes (GTIN)', 'Códigos (GTIN)'], [text('vGtin', ['GTIN', 'GTIN'], { required: true, pattern: '\\d{8}|\\d{12,14}', max: 14 })], {
    max: 10,
    section: 'pack',
  }),
  rows(
    'composition',
    ['Composition', 'Composición'],
    [
      reference('iMoleculeId', ['Molecule', 'Molécula'], 'molecule', { required: true }),
      decimal('nStrength', ['Strength', 'Concentración'], { required: true, min: 0.001, max: 9_999_999 }),
      choice(
        'vUnit',
        ['Unit', 'Unidad'],
        { mg: ['mg', 'mg'], mcg: ['mcg', 'mcg'], g: ['g', 'g'], ml: ['ml', 'ml'], IU: ['IU', 'UI'], '%': ['%', '%'] },
        { required: true },
      ),
    ],
    { max: 20, section: 'composition', column: true },
  ),
  references('equivalentIds', ['Equivalents', 'Equivalentes'], 'product', { max: 50, section: 'composition', column: false }),
  rows(
    'externalCodes',
    ['Codes elsewhere', 'Códigos externos'],
    [text('vPartner', ['Partner', 'Socio'], { required: true, max: 60 }), text('vCodeThere', ['Code', 'Código'], { required: true, max: 60 })],
    { max: 20, section: 'general' },
  ),
  text('vStyle', ['Style', 'Estilo'], { required: true, max: 60, section: 'apparel', column: false, visibleWhen: { field: 'vKind', in: ['APPAREL'] } }),
  reference('iColourId', ['Colour', 'Color'], 'colour', {
    required: true,
    section: 'apparel',
    column: false,
    visibleWhen: { field: 'vKind', in: ['APPAREL'] },
  }),
  reference('iSizeId', ['Size', 'Talla'], 'size', { required: true, section: 'apparel', column: false, visibleWhen: { field: 'vKind', in: ['APPAREL'] } }),
  reference('iCupId', ['Cup', 'Copa'], 'cup', { section: 'apparel', column: false, visibleWhen: { field: 'vKind', in: ['APPAREL'] } }),
];

const gtinsOf = (fields: Fields): string[] => ((fields.gtins as { vGtin: string }[] | undefined) ?? []).map((one) => one.vGtin);

/** The last digit of a GTIN: weights 3 and 1 from the right. */
function gtinIsValid(gtin: string): boolean {
  let sum = 0;
  for (let i = gtin.length - 2, weight = 3; i >= 0; i -= 1, weight = 4 - weight) sum += Number(gtin[i]) * weight;
  return (10 - (sum % 10)) % 10 === Number(gtin[gtin.length - 1]);
}

export const productRules: readonly MasterRule[] = [
  (fields) => {
    const wrong = gtinsOf(fields).findIndex((gtin) => !gtinIsValid(gtin));
    return wrong < 0 ? null : { code: 'badCheckDigit', field: `gtins.${wrong}.vGtin`, details: { label: 'GTIN' } };
  },
  (fields) =>
    fields.nCeilingPaise != null && fields.nReferenceMrpPaise != null && Number(fields.nReferenceMrpPaise) > Number(fields.nCeilingPaise)
      ? { code: 'aboveCeiling', field: 'nReferenceMrpPaise' }
      : null,
];

export const productKeys = [
  { name: 'gtin', field: 'gtins', keys: gtinsOf },
  {
    name: 'makerPack',
    field: 'vName',
    keys: (fields: Fields) => [
      `${String(fields.vName ?? '')
        .normalize('NFKC')
        .trim()
        .replace(/\s+/g, ' ')
        .toLocaleLowerCase('en')}|${String(fields.iPackSize)}|${String(fields.iManufacturerId)}`,
    ],
  },
  {
    name: 'variant',
    field: 'vStyle',
    keys: (fields: Fields) =>
      fields.vKind === 'APPAREL' && fields.vStyle != null
        ? [`${String(fields.vStyle).toLocaleLowerCase('en')}|${String(fields.iColourId)}|${String(fields.iSizeId)}|${String(fields.iCupId ?? '')}`]
        : [],
  },
] as const;

interface Part {
  readonly iMoleculeId: number;
  readonly nStrength: number;
  readonly vUnit: string;
}
const partsOf = (fields: Fields): readonly Part[] => (fields.composition as readonly Part[] | undefined) ?? [];

/** Before a product may be sold: a medicine names its molecules, tax and schedule; the law's schedule and the category's cup are kept. */
function mayBeSold(fields: Fields, named: LookAt): Problem | null {
  if (fields.nReferenceMrpPaise == null) return { code: 'required', field: 'nReferenceMrpPaise' };
  if (fields.vHsn == null) return { code: 'required', field: 'vHsn' };
  if (fields.vGstClass == null) return { code: 'required', field: 'vGstClass' };
  const schedules = (fields.schedules as readonly string[] | undefined) ?? [];
  // On the skin Schedule H1 does not apply; in eye, ear and nose it does.
  const strict = partsOf(fields).find(({ iMoleculeId }) => named('molecule', iMoleculeId)?.bH1 === 1);
  if (strict && fields.vSite !== 'skin' && !schedules.includes('H1'))
    return { code: 'scheduleMissing', field: 'schedules', details: { molecule: String(named('molecule', strict.iMoleculeId)!.vInn) } };
  const category = named('category', fields.iCategoryId);
  if (fields.vKind === 'APPAREL' && category?.bNeedsCup === 1 && (fields.iCupId == null || named('size', fields.iSizeId)?.vSystem !== 'BAND'))
    return { code: 'cupRequired', field: fields.iCupId == null ? 'iCupId' : 'iSizeId', details: { category: String(category.vName) } };
  if (fields.iCupId != null && category?.bNeedsCup !== 1) return { code: 'cupNotHere', field: 'iCupId', details: { category: String(category?.vName) } };
  if (fields.vKind !== 'PHARMA') return null;
  if (partsOf(fields).length === 0) return { code: 'required', field: 'composition' };
  return schedules.length === 0 ? { code: 'required', field: 'schedules' } : null;
}

/** One may be given for the other: the same molecules in the same strengths, in the same form. */
export function productFits(field: string, fields: Fields, other: Fields): Problem | null {
  if (field !== 'equivalentIds') return null;
  const inIt = (one: Fields): string =>
    [
      String(one.vForm),
      ...partsOf(one)
        .map(({ iMoleculeId, nStrength, vUnit }) => `${iMoleculeId} ${nStrength} ${vUnit}`)
        .sort(),
    ].join('|');
  return partsOf(fields).length > 0 && inIt(fields) === inIt(other) ? null : { code: 'notEquivalent', field, details: { name: String(other.vName) } };
}

export const productStages: Stages = {
  initial: 'draft',
  active: ['active', 'discontinued'],
  names: {
    draft: ['Draft', 'Borrador'],
    active: ['Active', 'Activo'],
    onHold: ['On hold', 'Retenido'],
    discontinued: ['Discontinued', 'Descatalogado'],
    blocked: ['Blocked', 'Bloqueado'],
  },
  actions: {
    activate: {
      from: ['draft', 'onHold', 'discontinued'],
      to: 'active',
      label: ['Activate', 'Activar'],
      right: 'edit',
      guard: mayBeSold,
      weighs: ['molecule', 'category', 'size'],
    },
    hold: { from: ['active'], to: 'onHold', label: ['Hold', 'Retener'], right: 'edit', asksReason: true },
    discontinue: { from: ['active', 'onHold'], to: 'discontinued', label: ['Discontinue', 'Descatalogar'], right: 'edit', asksReason: true },
    block: { from: ['draft', 'active', 'onHold', 'discontinued'], to: 'blocked', label: ['Block', 'Bloquear'], right: 'approve', asksReason: true },
    unblock: { from: ['blocked'], to: 'onHold', back: true, label: ['Unblock', 'Desbloquear'], right: 'approve', asksReason: true },
  },
};

export const productExample: Fields = {
  vName: 'Paracet-ZD 650',
  vKind: 'PHARMA',
  iManufacturerId: 1,
  iCategoryId: 1,
  vForm: 'TAB',
  iPackSize: 15,
  bLooseSale: 1,
  vHsn: '3004',
  vGstClass: 'MED',
  nReferenceMrpPaise: 30_24,
  schedules: ['none'],
  vStorage: 'AMBIENT',
  composition: [{ iMoleculeId: 1, nStrength: 650, vUnit: 'mg' }],
};
