import type { NewEvent } from '../../../core/event.ts';
import { allot, type NumberingState } from '../../core/numbering.ts';
import type { Deciding } from '../../documents/commands.ts';
import { deadlineOf, type DebitHeader, type DebitLine } from '../debitnote/state.ts';
import type { RtvState } from './state.ts';

/** The debit note for goods that were handed over, drafted and issued: the original invoices, rates and values. */
export function debitNoteOf(
  state: RtvState,
  ctx: Deciding,
): { readonly id: string; readonly number: string; readonly events: readonly NewEvent[] } {
  const id = String(ctx.newNumber('debitnote'));
  const place = { pooId: state.pooId, code: state.place.code };
  const { number, event } = allot(ctx.read['series'] as NumberingState, place, 'B', ctx.today, id);
  const lines = state.lines.map(
    ({
      id: lineId,
      barcodeId,
      product,
      batch,
      hsn,
      invoiceNo,
      invoiceDate,
      qty,
      valuePaise,
      gstBp,
    }): DebitLine => ({
      ...{ id: lineId, barcodeId, product, batch, hsn, invoiceNo, invoiceDate, qty, valuePaise, gstBp },
    }),
  );
  const { supplierId, supplier, gstin, stateCode } = state.header;
  const header: DebitHeader = {
    ...{ supplierId, supplier, gstin, stateCode },
    source: 'RTV',
    sourceId: state.id,
    sourceNumber: state.number,
    deadline: deadlineOf(lines),
    note: null,
  };
  const stream = `debitnote-${id}`;
  return {
    id,
    number,
    events: [
      {
        stream,
        type: 'DebitNoteDrafted',
        data: { number, pooId: state.pooId, place: state.place, header, lines },
      },
      { stream, type: 'DebitNoteIssued', data: {} },
      event,
    ],
  };
}
