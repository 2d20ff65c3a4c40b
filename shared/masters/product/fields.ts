import { keyText } from '../../core/invisible.ts';
import type { Fields, CheckedReference, MasterRule, Problem, Stages } from '../../families/master-def.ts';
import { productForms, productKinds } from '../../families/product-kinds.ts';
import {
  choice,
  choices,
  yesNo,
  number,
  decimal,
  money,
  reference,
  references,
  rows,
  text,
  type MasterField,
} from '../../families/master-field.ts';

/** Fields of a product, shared by its three screens. */
export const productFields: readonly MasterField[] = [
  choice('vKind', { en: 'Kind', es: 'Tipo' }, productKinds, { required: true, readOnly: true, column: 120 }),
  reference('iManufacturerId', { en: 'Manufacturer', es: 'Fabricante' }, 'manufacturer', {
    required: true,
    indexed: true,
    formerly: ['Maker'],
  }),
  reference('iRequestId', { en: 'Requested in', es: 'Solicitado en' }, 'productRequest', {
    formerly: ['Asked for in', 'Pedido en'],
    column: false,
    readOnly: true,
  }),
  reference('iMarketerId', { en: 'Marketer', es: 'Comercializadora' }, 'marketer', { column: false }),
  reference('iDivisionId', { en: 'Division', es: 'División' }, 'division', { column: false }),
  reference('iBrandId', { en: 'Brand', es: 'Marca' }, 'brand', { column: false }),
  reference('iCategoryId', { en: 'Category', es: 'Categoría' }, 'category', {
    required: true,
    column: false,
  }),
  reference('iSubCategoryId', { en: 'Sub-category', es: 'Subcategoría' }, 'subCategory', { column: false }),
  choice('vForm', { en: 'Form', es: 'Forma' }, productForms, {
    required: true,
    section: 'pack',
    column: 100,
  }),
  choice(
    'vSite',
    { en: 'Applied to', es: 'Se aplica en' },
    {
      skin: { en: 'Skin', es: 'Piel' },
      eye: { en: 'Eye', es: 'Ojo' },
      ear: { en: 'Ear', es: 'Oído' },
      nose: { en: 'Nose', es: 'Nariz' },
    },
    { section: 'pack', column: false, visibleWhen: { field: 'vForm', in: ['CRM', 'OINT', 'DROP'] } },
  ),
  number(
    'iPackSize',
    { en: 'Pack', es: 'Envase' },
    { required: true, min: 1, max: 1000, section: 'pack', readOnlyAfterUse: true, column: 90 },
  ),
  yesNo(
    'bLooseSale',
    { en: 'Loose sale', es: 'Venta suelta' },
    { default: 0, section: 'pack', readOnlyAfterUse: true, column: false },
  ),
  text(
    'vHsn',
    { en: 'HSN', es: 'HSN' },
    { pattern: '\\d{4}|\\d{6}|\\d{8}', max: 8, section: 'tax', column: 100 },
  ),
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
    { section: 'tax', column: 100 },
  ),
  money('nReferenceMrpPaise', { en: 'MRP', es: 'PVP' }, { max: 99_99_999_00, section: 'tax', indexed: true }),
  money(
    'nCeilingPaise',
    { en: 'Ceiling price', es: 'Precio máximo' },
    { max: 99_99_999_00, section: 'tax', column: false },
  ),
  choices(
    'schedules',
    { en: 'Schedules', es: 'Listas' },
    {
      none: { en: 'None', es: 'Ninguna' },
      G: { en: 'G', es: 'G' },
      H: { en: 'H', es: 'H' },
      H1: { en: 'H1', es: 'H1' },
      X: { en: 'X', es: 'X' },
      C: { en: 'C', es: 'C' },
    },
    { section: 'composition', column: 110 },
  ),
  yesNo(
    'bH2Qr',
    { en: 'Schedule H2 code', es: 'Código H2' },
    { default: 0, section: 'composition', column: false },
  ),
  choice(
    'vStorage',
    { en: 'Storage', es: 'Conservación' },
    {
      AMBIENT: { en: 'Ambient (up to 30 °C)', es: 'Ambiente (hasta 30 °C)' },
      COOL: { en: 'Cool (8–25 °C)', es: 'Fresco (8–25 °C)' },
      COLD: { en: 'Cold (2–8 °C)', es: 'Frío (2–8 °C)' },
    },
    { required: true, default: 'AMBIENT', section: 'shelf', column: false },
  ),
  number(
    'iMinLifeAtGreDays',
    { en: 'Life at receipt (days)', es: 'Vida al recibir (días)' },
    { min: 0, max: 1825, default: 180, section: 'shelf', column: false },
  ),
  number(
    'iNearExpiryDays',
    { en: 'Near expiry (days)', es: 'Próximo a caducar (días)' },
    { min: 0, max: 365, default: 90, section: 'shelf', column: false },
  ),
  number(
    'iMinLifeAtSaleDays',
    { en: 'Life at sale (days)', es: 'Vida al vender (días)' },
    { min: 0, max: 365, default: 30, section: 'shelf', column: false },
  ),
  yesNo(
    'bReturnable',
    { en: 'Returnable', es: 'Se puede devolver' },
    { default: 1, section: 'shelf', column: false },
  ),
  rows(
    'gtins',
    { en: 'Barcodes (GTIN)', es: 'Códigos (GTIN)' },
    [text('vGtin', { en: 'GTIN', es: 'GTIN' }, { required: true, pattern: '\\d{8}|\\d{12,14}', max: 14 })],
    {
      max: 10,
      section: 'pack',
    },
  ),
  rows(
    'composition',
    { en: 'Composition', es: 'Composición' },
    [
      reference('iMoleculeId', { en: 'Molecule', es: 'Molécula' }, 'molecule', { required: true }),
      decimal(
        'nStrength',
        { en: 'Strength', es: 'Concentración' },
        { required: true, min: 0.001, max: 9_999_999 },
      ),
      choice(
        'vUnit',
        { en: 'Unit', es: 'Unidad' },
        {
          mg: { en: 'mg', es: 'mg' },
          mcg: { en: 'mcg', es: 'mcg' },
          g: { en: 'g', es: 'g' },
          ml: { en: 'ml', es: 'ml' },
          IU: { en: 'IU', es: 'UI' },
          '%': { en: '%', es: '%' },
        },
        { required: true },
      ),
    ],
    { max: 20, section: 'composition', column: true, spaced: 'Paracetamol 650 mg; Caffeine 50 mg' },
  ),
  references('equivalentIds', { en: 'Equivalents', es: 'Equivalentes' }, 'product', {
    max: 50,
    section: 'composition',
    column: false,
  }),
  rows(
    'externalCodes',
    { en: 'External codes', es: 'Códigos externos' },
    [
      text('vPartner', { en: 'Partner', es: 'Socio' }, { required: true, max: 60 }),
      text('vCodeThere', { en: 'Code', es: 'Código' }, { required: true, max: 60 }),
    ],
    { max: 20, section: 'general' },
  ),
  text(
    'vStyle',
    { en: 'Style', es: 'Estilo' },
    {
      required: true,
      max: 60,
      section: 'apparel',
      column: false,
      visibleWhen: { field: 'vKind', in: ['APPAREL'] },
    },
  ),
  reference('iColourId', { en: 'Colour', es: 'Color' }, 'colour', {
    required: true,
    section: 'apparel',
    column: false,
    visibleWhen: { field: 'vKind', in: ['APPAREL'] },
  }),
  reference('iSizeId', { en: 'Size', es: 'Talla' }, 'size', {
    required: true,
    section: 'apparel',
    column: false,
    visibleWhen: { field: 'vKind', in: ['APPAREL'] },
  }),
  reference('iCupId', { en: 'Cup', es: 'Copa' }, 'cup', {
    section: 'apparel',
    column: false,
    visibleWhen: { field: 'vKind', in: ['APPAREL'] },
  }),
];

const gtinsOf = (fields: Fields): string[] =>
  ((fields.gtins as { vGtin: string }[] | undefined) ?? []).map((one) => one.vGtin);

/** Verifies the check digit of a GTIN: weights 3 and 1 from the right. */
function gtinIsValid(gtin: string): boolean {
  let sum = 0;
  for (let i = gtin.length - 2, weight = 3; i >= 0; i -= 1, weight = 4 - weight)
    sum += Number(gtin[i]) * weight;
  return (10 - (sum % 10)) % 10 === Number(gtin[gtin.length - 1]);
}

export const productRules: readonly MasterRule[] = [
  (fields) => {
    const wrong = gtinsOf(fields).findIndex((gtin) => !gtinIsValid(gtin));
    return wrong < 0
      ? null
      : { code: 'badCheckDigit', field: `gtins.${wrong}.vGtin`, details: { label: 'GTIN' } };
  },
  (fields) =>
    fields.nCeilingPaise != null &&
    fields.nReferenceMrpPaise != null &&
    Number(fields.nReferenceMrpPaise) > Number(fields.nCeilingPaise)
      ? { code: 'aboveCeiling', field: 'nReferenceMrpPaise' }
      : null,
];

export const productKeys = [
  { name: 'gtin', field: 'gtins', keys: gtinsOf },
  {
    name: 'makerPack',
    field: 'vName',
    keys: (fields: Fields) => [
      `${keyText(fields.vName ?? '')}|${String(fields.iPackSize)}|${String(fields.iManufacturerId)}`,
    ],
  },
  {
    name: 'variant',
    field: 'vStyle',
    keys: (fields: Fields) =>
      fields.vKind === 'APPAREL' && fields.vStyle != null
        ? [
            `${keyText(fields.vStyle)}|${String(fields.iColourId)}|${String(fields.iSizeId)}|${String(fields.iCupId ?? '')}`,
          ]
        : [],
  },
] as const;

interface Part {
  readonly iMoleculeId: number;
  readonly nStrength: number;
  readonly vUnit: string;
}
const partsOf = (fields: Fields): readonly Part[] =>
  (fields.composition as readonly Part[] | undefined) ?? [];

/**
 * Rules before a product may be sold: a medicine names its molecules, tax and schedule; it must respect the
 * legal schedule and the category's cup.
 */
function mayBeSold(fields: Fields, named: CheckedReference): Problem | null {
  if (fields.nReferenceMrpPaise == null) return { code: 'required', field: 'nReferenceMrpPaise' };
  if (fields.vHsn == null) return { code: 'required', field: 'vHsn' };
  if (fields.vGstClass == null) return { code: 'required', field: 'vGstClass' };
  const schedules = (fields.schedules as readonly string[] | undefined) ?? [];
  // Schedule H1 does not apply to use on the skin; for eye, ear and nose it does.
  const strict = partsOf(fields).find(({ iMoleculeId }) => named('molecule', iMoleculeId)?.bH1 === 1);
  if (strict && fields.vSite !== 'skin' && !schedules.includes('H1'))
    return {
      code: 'scheduleMissing',
      field: 'schedules',
      details: { molecule: String(named('molecule', strict.iMoleculeId)!.vInn) },
    };
  const category = named('category', fields.iCategoryId);
  if (
    fields.vKind === 'APPAREL' &&
    category?.bNeedsCup === 1 &&
    (fields.iCupId == null || named('size', fields.iSizeId)?.vSystem !== 'BAND')
  )
    return {
      code: 'cupRequired',
      field: fields.iCupId == null ? 'iCupId' : 'iSizeId',
      details: { category: String(category.vName) },
    };
  if (fields.iCupId != null && category?.bNeedsCup !== 1)
    return { code: 'cupNotHere', field: 'iCupId', details: { category: String(category?.vName) } };
  if (fields.vKind !== 'PHARMA') return null;
  if (partsOf(fields).length === 0) return { code: 'required', field: 'composition' };
  return schedules.length === 0 ? { code: 'required', field: 'schedules' } : null;
}

/** Whether one may be substituted for the other: the same molecules in the same strengths and form. */
export function productFits(field: string, fields: Fields, other: Fields): Problem | null {
  if (field !== 'equivalentIds') return null;
  const inIt = (one: Fields): string =>
    [
      String(one.vForm),
      ...partsOf(one)
        .map(({ iMoleculeId, nStrength, vUnit }) => `${iMoleculeId} ${nStrength} ${vUnit}`)
        .sort(),
    ].join('|');
  return partsOf(fields).length > 0 && inIt(fields) === inIt(other)
    ? null
    : { code: 'notEquivalent', field, details: { name: String(other.vName) } };
}

export const productStages: Stages = {
  initial: 'draft',
  active: ['active', 'discontinued'],
  names: {
    draft: { en: 'Draft', es: 'Borrador' },
    active: { en: 'Active', es: 'Activo' },
    onHold: { en: 'On hold', es: 'Retenido' },
    discontinued: { en: 'Discontinued', es: 'Descatalogado' },
    blocked: { en: 'Blocked', es: 'Bloqueado' },
  },
  actions: {
    activate: {
      from: ['draft', 'onHold', 'discontinued'],
      to: 'active',
      label: { en: 'Activate', es: 'Activar' },
      right: 'edit',
      guard: mayBeSold,
      weighs: ['molecule', 'category', 'size'],
    },
    hold: {
      from: ['active'],
      to: 'onHold',
      label: { en: 'Hold', es: 'Retener' },
      right: 'edit',
      requiresReason: true,
    },
    discontinue: {
      from: ['active', 'onHold'],
      to: 'discontinued',
      label: { en: 'Discontinue', es: 'Descatalogar' },
      right: 'edit',
      requiresReason: true,
    },
    block: {
      from: ['draft', 'active', 'onHold', 'discontinued'],
      to: 'blocked',
      label: { en: 'Block', es: 'Bloquear' },
      right: 'approve',
      requiresReason: true,
    },
    unblock: {
      from: ['blocked'],
      to: 'onHold',
      back: true,
      label: { en: 'Unblock', es: 'Desbloquear' },
      right: 'approve',
      requiresReason: true,
    },
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
