import { choice, integer, money, note, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { productForms, productKinds } from '../families/product-kinds.ts';

/** Apparel is made with its style, colour and size on its own screen. */
const { APPAREL: _apparel, ...kinds } = productKinds;
/** What the product needs to be a draft; filled in before it is approved, see shared/policies/draft-product.ts. */
const needed = ['vKind', 'iManufacturerId', 'iCategoryId', 'vForm', 'iPackSize'] as const;
const approval = 'approvals/productCreationRequest:approve';

/** Somebody asks for a product that we do not have; somebody else decides. */
export const productRequest = defineMaster({
  route: 'masters/NewproductCreationRequest',
  kind: 'productRequest',
  scope: 'iPooId',
  title: ['New Product Creation Request', 'Solicitud de producto nuevo'],
  plain: true,
  rights: ['view', 'create', 'edit'],
  fields: [
    text('vName', ['Proposed name', 'Nombre propuesto'], { required: true, min: 3, max: 120 }),
    text('vMaker', ['Maker', 'Fabricante'], { required: true, max: 120 }),
    text('vComposition', ['Composition', 'Composición'], { max: 300 }),
    text('vPack', ['Pack', 'Envase'], { required: true, max: 40 }),
    money('nMrpPaise', ['MRP', 'PVP'], { max: 99_99_999_00 }),
    text('vHsn', ['HSN', 'HSN'], { pattern: '\\d{4}|\\d{6}|\\d{8}', max: 8, column: false }),
    choice(
      'vReason',
      ['Reason', 'Motivo'],
      {
        CUSTOMER_DEMAND: ['Customers ask', 'Lo piden los clientes'],
        PRESCRIPTION: ['On a prescription', 'En una receta'],
        SUBSTITUTE: ['Substitute', 'Sustituto'],
      },
      { required: true },
    ),
    reference('iPooId', ['For', 'Para'], 'placeOfOperation', { required: true }),
    choice('vKind', ['Kind', 'Tipo'], kinds, { section: 'pack', column: false }),
    reference('iManufacturerId', ['Maker here', 'Fabricante aquí'], 'manufacturer', { section: 'pack', column: false }),
    reference('iCategoryId', ['Category', 'Categoría'], 'category', { section: 'pack', column: false }),
    choice('vForm', ['Form', 'Forma'], productForms, { section: 'pack', column: false }),
    integer('iPackSize', ['Units a pack', 'Unidades por envase'], { min: 1, max: 1000, section: 'pack', column: false }),
    note('vNote', ['Note', 'Nota'], { max: 500, column: false }),
  ],
  unique: [
    {
      name: 'open',
      field: 'vName',
      keys: (fields) => [
        String(fields.vName ?? '')
          .normalize('NFKC')
          .trim()
          .replace(/\s+/g, ' ')
          .toLocaleLowerCase('en'),
      ],
    },
  ],
  frozen: ['approved', 'rejected', 'withdrawn'],
  stages: {
    initial: 'submitted',
    active: ['submitted', 'returned', 'approved'],
    names: {
      submitted: ['Submitted', 'Enviada'],
      returned: ['Returned', 'Devuelta'],
      approved: ['Approved', 'Aprobada'],
      rejected: ['Rejected', 'Rechazada'],
      withdrawn: ['Withdrawn', 'Retirada'],
    },
    actions: {
      resubmit: { from: ['returned'], to: 'submitted', label: ['Submit again', 'Enviar de nuevo'], right: 'create' },
      withdraw: { from: ['submitted', 'returned'], to: 'withdrawn', label: ['Withdraw', 'Retirar'], right: 'create', asksReason: true },
      sendBack: { from: ['submitted'], to: 'returned', label: ['Send back', 'Devolver'], right: 'approve', need: approval, asksReason: true },
      approve: {
        from: ['submitted'],
        to: 'approved',
        label: ['Approve', 'Aprobar'],
        right: 'approve',
        need: approval,
        notBy: ['create', 'resubmit'],
        requires: needed,
        tells: [...needed, 'vName', 'vHsn', 'nMrpPaise'],
      },
      reject: { from: ['submitted'], to: 'rejected', label: ['Reject', 'Rechazar'], right: 'approve', need: approval, asksReason: true },
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
