import { keyText } from '../core/invisible.ts';
import {
  choice,
  file,
  number,
  money,
  paragraph,
  reference,
  references,
  text,
} from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { productForms, productKinds } from '../families/product-kinds.ts';

/** Apparel is created with style, colour and size on its own screen. */
const { APPAREL: _apparel, ...kinds } = productKinds;
/** Required for the draft product and filled in before approval, see shared/policies/draft-product.ts. */
const needed = ['vKind', 'iManufacturerId', 'iCategoryId', 'vForm', 'iPackSize'] as const;
const approval = 'approvals/productCreationRequest:approve';

/** A request for a product that is not in the catalogue; somebody else decides. */
export const productRequest = defineMaster({
  route: 'masters/NewproductCreationRequest',
  kind: 'productRequest',
  scope: 'iPooId',
  title: { en: 'New Product Creation Request', es: 'Solicitud de producto nuevo' },
  plain: true,
  rights: ['view', 'create', 'edit'],
  autoCode: { prefix: 'NPR', digits: 6, always: true },
  fields: [
    text('vCode', { en: 'Number', es: 'Número' }, { max: 20, readOnly: true, column: 110 }),
    text('vName', { en: 'Proposed name', es: 'Nombre propuesto' }, { required: true, min: 3, max: 120 }),
    text(
      'vMaker',
      { en: 'Manufacturer', es: 'Fabricante' },
      { required: true, max: 120, formerly: ['Maker'] },
    ),
    text('vComposition', { en: 'Composition', es: 'Composición' }, { max: 300 }),
    text('vPack', { en: 'Pack', es: 'Envase' }, { required: true, max: 40 }),
    money('nMrpPaise', { en: 'MRP', es: 'PVP' }, { max: 99_99_999_00 }),
    text('vHsn', { en: 'HSN', es: 'HSN' }, { pattern: '\\d{4}|\\d{6}|\\d{8}', max: 8, column: false }),
    choice(
      'vReason',
      { en: 'Reason', es: 'Motivo' },
      {
        CUSTOMER_DEMAND: { en: 'Customers ask', es: 'Lo piden los clientes' },
        PRESCRIPTION: { en: 'On a prescription', es: 'En una receta' },
        SUBSTITUTE: { en: 'Substitute', es: 'Sustituto' },
      },
      { required: true },
    ),
    reference('iPooId', { en: 'For', es: 'Para' }, 'placeOfOperation', { required: true }),
    choice('vKind', { en: 'Kind', es: 'Tipo' }, kinds, { section: 'pack', column: false }),
    reference('iManufacturerId', { en: 'Manufacturer here', es: 'Fabricante aquí' }, 'manufacturer', {
      section: 'pack',
      formerly: ['Maker here'],
      column: false,
    }),
    reference('iCategoryId', { en: 'Category', es: 'Categoría' }, 'category', {
      section: 'pack',
      column: false,
    }),
    choice('vForm', { en: 'Form', es: 'Forma' }, productForms, { section: 'pack', column: false }),
    number(
      'iPackSize',
      { en: 'Units a pack', es: 'Unidades por envase' },
      { min: 1, max: 1000, section: 'pack', column: false },
    ),
    paragraph('vNote', { en: 'Note', es: 'Nota' }, { max: 500, column: false }),
    file('image', { en: 'Image', es: 'Imagen' }, { column: false }),
    references('notSameIds', { en: 'Not the same as', es: 'No es lo mismo que' }, 'product', {
      max: 20,
      column: false,
    }),
  ],
  unique: [
    {
      name: 'open',
      field: 'vName',
      keys: (fields) => [keyText(fields.vName ?? '')],
    },
  ],
  frozen: ['approved', 'rejected', 'withdrawn'],
  stages: {
    initial: 'submitted',
    active: ['submitted', 'returned', 'approved'],
    names: {
      submitted: { en: 'Submitted', es: 'Enviada' },
      returned: { en: 'Returned', es: 'Devuelta' },
      approved: { en: 'Approved', es: 'Aprobada' },
      rejected: { en: 'Rejected', es: 'Rechazada' },
      withdrawn: { en: 'Withdrawn', es: 'Retirada' },
    },
    actions: {
      resubmit: {
        from: ['returned'],
        to: 'submitted',
        label: { en: 'Submit again', es: 'Enviar de nuevo' },
        right: 'create',
      },
      withdraw: {
        from: ['submitted', 'returned'],
        to: 'withdrawn',
        label: { en: 'Withdraw', es: 'Retirar' },
        right: 'create',
        requiresReason: true,
      },
      sendBack: {
        from: ['submitted'],
        to: 'returned',
        label: { en: 'Send back', es: 'Devolver' },
        right: 'approve',
        need: approval,
        requiresReason: true,
      },
      approve: {
        from: ['submitted'],
        to: 'approved',
        label: { en: 'Approve', es: 'Aprobar' },
        right: 'approve',
        need: approval,
        notBy: ['create', 'resubmit'],
        requires: needed,
        carries: [...needed, 'vName', 'vHsn', 'nMrpPaise'],
      },
      reject: {
        from: ['submitted'],
        to: 'rejected',
        label: { en: 'Reject', es: 'Rechazar' },
        right: 'approve',
        need: approval,
        requiresReason: true,
      },
    },
  },
  example: {
    vName: 'Metfor-ZD SR 1000',
    vMaker: 'Kaveri Formulations',
    vComposition: 'Metformin 1000 mg',
    vPack: 'TAB 15',
    nMrpPaise: 64_00,
    vReason: 'CUSTOMER_DEMAND',
    iPooId: 1,
    vKind: 'PHARMA',
    iManufacturerId: 1,
    iCategoryId: 1,
    vForm: 'TAB',
    iPackSize: 15,
  },
});
