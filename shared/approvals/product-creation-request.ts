import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { productDecision } from '../streams/approvals/productask/product-decision.ts';

/** A product that is not in the catalogue: decided here or on its record, with the same outcome. */
export const productCreationRequest = defineApproval({
  name: 'productCreationRequest',
  decision: productDecision,
  steps: () => [{ rule: 'holders' }],
  due: 24 * 60,
  expires: ({ data }) => data.expiresAt,
  before: ({ facts: { code, note: _note, ...facts } }) => ({ ...facts, number: code }),
  after: () => ({}),
  comment: true,
  recheck: 'effect',
  about: 'name',
  evidence: [
    { name: 'name', kind: 'text' },
    { name: 'maker', kind: 'text' },
    { name: 'composition', kind: 'text' },
    { name: 'pack', kind: 'text' },
    { name: 'mrp', kind: 'money' },
    { name: 'why', kind: 'status', of: 'why' },
    { name: 'number', kind: 'id' },
  ],
  lockScreen: ['name', 'maker'],
  columns: [
    { name: 'name', kind: 'text', width: 200 },
    { name: 'maker', kind: 'text', width: 180 },
    { name: 'mrp', kind: 'money', width: 100 },
  ],
  sources: [],
  subjectScreen: {
    route: '/approvals/productCreationRequest?id={id}',
    need: 'approvals/productCreationRequest:view',
  },
  translations: translations({
    en: {
      title: 'Product creation request',
      asked: 'New product',
      'column.subject': 'Product',
      'column.name': 'Proposed name',
      'column.maker': 'Manufacturer',
      'column.composition': 'Composition',
      'column.pack': 'Pack',
      'column.mrp': 'MRP',
      'column.why': 'Needed because',
      'column.number': 'Number',
      'why.CUSTOMER_DEMAND': 'Customers ask for it',
      'why.PRESCRIPTION': 'It is on a prescription',
      'why.SUBSTITUTE': 'It substitutes another product',
      'effect.approve': 'A draft of the product is created in the catalogue.',
      'effect.reject': 'No product is created; the requester sees your reason.',
      'fails.required': 'fields that the product needs are still empty',
      'fails.similarProduct':
        'a product with nearly this name exists; approve it on its record and say why it is another one',
    },
    es: {
      title: 'Solicitud de producto nuevo',
      asked: 'Producto nuevo',
      'column.subject': 'Producto',
      'column.name': 'Nombre propuesto',
      'column.maker': 'Fabricante',
      'column.composition': 'Composición',
      'column.pack': 'Envase',
      'column.mrp': 'PVP',
      'column.why': 'Hace falta porque',
      'column.number': 'Número',
      'why.CUSTOMER_DEMAND': 'Lo piden los clientes',
      'why.PRESCRIPTION': 'Está en una receta',
      'why.SUBSTITUTE': 'Sustituye a otro producto',
      'effect.approve': 'Se crea un borrador del producto en el catálogo.',
      'effect.reject': 'No se crea ningún producto; el solicitante ve su motivo.',
      'fails.required': 'faltan datos que el producto necesita',
      'fails.similarProduct':
        'existe un producto con casi el mismo nombre; apruébela en su ficha e indique por qué es otro',
    },
  }),
});
