import { z } from 'zod';
import { note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { outOfPlace } from '../../documents/commands.ts';
import { evolveInvoice, noInvoice, type InvoiceEvent, type InvoiceState } from './state.ts';
import { invoiceTranslations } from './translations.ts';

/** A tax invoice, or a credit note of one: issued beside what it is about, never changed. */
export const invoice = defineStream<InvoiceState, InvoiceEvent>({
  name: 'invoice',
  area: 'sales',
  numbered: true,
  state: 2,
  events: {
    TaxInvoiceIssued: true,
    InvoiceChanged: true,
    InvoiceFileAttached: true,
    InvoiceFileRemoved: true,
    CreditNoteIssued: true,
    InvoicePrinted: true,
    InvoiceCredited: true,
    InvoicePaymentReceived: true,
    InvoiceClosed: true,
  },
  initial: noInvoice,
  evolve: evolveInvoice,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    notePrint: command<InvoiceState, { reason?: string | undefined }>({
      input: z.strictObject({ reason: note(250, 5).optional() }),
      need: 'Inventory/invoiceList:view',
      decide: (state, { reason }, ctx) => {
        const no = outOfPlace(state, ctx);
        if (no) return no;
        if (state.prints > 0 && !reason) return refuse('reprintReason', 422, undefined, 'reason');
        return {
          events: [{ type: 'InvoicePrinted', data: { copy: state.prints + 1, reason: reason ?? null } }],
          answer: { copy: state.prints + 1 },
        };
      },
    }),
    /** Out of the day's work: its parcel has come to an end. */
    close: command<InvoiceState, object>({
      input: z.strictObject({}),
      need: 'system',
      decide: (state) =>
        state.exists && state.stage !== 'closed'
          ? [{ type: 'InvoiceClosed', data: {} }]
          : refuse('noLongerNeeded', 409),
    }),
  },
  translations: invoiceTranslations,
  story: [],
});
