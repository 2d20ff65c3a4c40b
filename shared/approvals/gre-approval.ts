import { inRupees } from '../core/money.ts';
import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { exceptionDecision } from '../streams/purchase/gre/exception-decision.ts';
import type { GreException } from '../streams/purchase/gre/exception.ts';

const dayMs = 86_400_000;
const mostLines = 20;

/** One exception as its approver sees it: agreed, received and invoiced values, and the cost. */
export function exceptionLine({ kind, product, ordered, received, invoiced, effectPaise }: GreException) {
  const agreed =
    ordered === null
      ? '–'
      : kind === 'PRICE' || kind === 'MRP'
        ? inRupees(ordered)
        : kind === 'TAX'
          ? `${ordered / 100} %`
          : String(ordered);
  return {
    code: kind,
    text: `${product} · ${agreed} / ${received} / ${invoiced} · ${inRupees(effectPaise)}`,
  };
}

/**
 * Differences between order, receipt and invoice beyond the tolerances: the effect in rupees, line by line.
 */
export const greApproval = defineApproval({
  name: 'gre-approval',
  decision: exceptionDecision,
  concerns: ({ data }) => data.madeBy,
  steps: () => [{ rule: 'holders', permission: 'approvals/gre-approval:approve' }],
  due: 240,
  expires: ({ at }) => new Date(Date.parse(at) + 7 * dayMs).toISOString(),
  before: ({ supplier, invoiceNo, kinds, exceptions, effectPaise }) => ({
    supplier,
    invoiceNo,
    kinds,
    lines: exceptions.slice(0, mostLines).map(exceptionLine),
    effect: effectPaise,
  }),
  after: () => ({}),
  amount: ({ effectPaise }) => effectPaise,
  amountFixed: true,
  recheck: 'effect',
  about: 'supplier',
  evidence: [
    { name: 'supplier', kind: 'text' },
    { name: 'invoiceNo', kind: 'id' },
    { name: 'kinds', kind: 'text', of: 'exception' },
    { name: 'lines', kind: 'text', of: 'exception' },
    { name: 'effect', kind: 'money' },
  ],
  lockScreen: ['supplier', 'kinds'],
  columns: [
    { name: 'supplier', kind: 'text', width: 180 },
    { name: 'kinds', kind: 'text', of: 'exception', width: 200 },
    { name: 'effect', kind: 'money', width: 120 },
  ],
  sources: ['purchase'],
  subjectScreen: { route: '/purchaseanddispatch/gre?id={id}', need: 'Inventory/gre:view' },
  translations: translations({
    en: {
      title: 'GRE Approval',
      asked: 'Goods receipt',
      'column.subject': 'Receipt',
      'column.supplier': 'Supplier',
      'column.invoiceNo': 'Invoice',
      'column.kinds': 'Exceptions',
      'column.lines': 'Lines: ordered / received / invoiced',
      'column.effect': 'Effect',
      'exception.PRICE': 'Price above the order',
      'exception.QTY_OVER': 'More than ordered',
      'exception.SHORT_LIFE': 'Short life',
      'exception.NO_PO': 'Without an order',
      'exception.TAX': 'Other GST rate',
      'exception.MRP': 'MRP changed',
      'effect.approve': 'The receipt can be confirmed into stock with these differences.',
      'effect.reject': 'The receipt is rejected; nothing of it becomes stock.',
    },
    es: {
      title: 'Aprobación de recepciones',
      asked: 'Recepción',
      'column.subject': 'Recepción',
      'column.supplier': 'Proveedor',
      'column.invoiceNo': 'Factura',
      'column.kinds': 'Excepciones',
      'column.lines': 'Líneas: pedido / recibido / facturado',
      'column.effect': 'Efecto',
      'exception.PRICE': 'Precio superior al pedido',
      'exception.QTY_OVER': 'Más de lo pedido',
      'exception.SHORT_LIFE': 'Caducidad corta',
      'exception.NO_PO': 'Sin pedido',
      'exception.TAX': 'Otro tipo de GST',
      'exception.MRP': 'PVP cambiado',
      'effect.approve': 'La recepción puede confirmarse en existencias con estas diferencias.',
      'effect.reject': 'La recepción se rechaza; nada de ella pasa a existencias.',
    },
  }),
});
