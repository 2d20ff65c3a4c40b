import { documentTranslations } from '../../documents/refusals.ts';
import { saleRefusals } from '../refusals.ts';

export const invoiceTranslations = documentTranslations({
  en: {
    ...saleRefusals.en,
    'stage.issued': 'Issued',
    'stage.partCredited': 'Partly credited',
    'stage.credited': 'Credited',
    'stage.closed': 'Closed',
    TaxInvoiceIssued: 'Invoice issued',
    InvoiceChanged: 'Changed',
    InvoiceFileAttached: 'File attached',
    InvoiceFileRemoved: 'File removed',
    CreditNoteIssued: 'Credit note issued',
    InvoicePrinted: 'Printed',
    InvoiceCredited: 'Credited',
    InvoicePaymentReceived: 'Paid at the counter',
    InvoiceClosed: 'Closed',
  },
  es: {
    ...saleRefusals.es,
    'stage.issued': 'Emitida',
    'stage.partCredited': 'Abonada en parte',
    'stage.credited': 'Abonada',
    'stage.closed': 'Cerrada',
    TaxInvoiceIssued: 'Factura emitida',
    InvoiceChanged: 'Modificada',
    InvoiceFileAttached: 'Archivo adjuntado',
    InvoiceFileRemoved: 'Archivo quitado',
    CreditNoteIssued: 'Nota de crédito emitida',
    InvoicePrinted: 'Impresa',
    InvoiceCredited: 'Abonada',
    InvoicePaymentReceived: 'Cobrada en el mostrador',
    InvoiceClosed: 'Cerrada',
  },
});
