import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import { note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { outOfPlace } from '../../documents/commands.ts';
import { approveCancel, rejectCancel, requestCancel } from './cancel.ts';
import { acknowledge, cancelEway, fail, recordEway, scan, scanBack, verify } from './check.ts';
import { evolveDc, noDc, type DcEvent, type DcState } from './state.ts';
import { invoiceStream, type InvoiceState } from '../invoice/state.ts';
import { dcTranslations } from './translations.ts';

/** The delivery challan of a parcel, issued together with its tax invoice. */
export const dc = defineStream<DcState, DcEvent>({
  name: 'dc',
  area: 'sales',
  numbered: true,
  state: 4,
  events: {
    DcGenerated: true,
    DcChanged: true,
    DcFileAttached: true,
    DcFileRemoved: true,
    DcPrinted: true,
    DcScanVerified: true,
    DcVerified: true,
    DcVerificationFailed: true,
    EwayBillRecorded: true,
    EwayBillCancelled: true,
    H1SupplyRecorded: true,
    H1SupplyReversed: true,
    DcCancelRequested: true,
    DcCancelRejected: true,
    DcCancelled: true,
    DcScannedBack: true,
    CancellationAcknowledged: true,
    DcDispatched: true,
    DcDelivered: true,
    DcPartlyDelivered: true,
    DcUndelivered: true,
    DcRtoStarted: true,
    DcRtoReceived: true,
    DcClosed: true,
    DcReturnAsked: true,
    DcReturnDropped: true,
    DcReturned: true,
    DcRefunded: true,
  },
  initial: noDc,
  evolve: evolveDc,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  files: (state) => state.files.map(({ fileId }) => fileId),
  commands: {
    scan,
    verify,
    fail,
    recordEway,
    cancelEway,
    requestCancel,
    approveCancel,
    rejectCancel,
    scanBack,
    acknowledge: movesGoods(atOwnPlace, acknowledge),
    /** Its parcel came to an end: the invoice leaves the day's work. */
    closeInvoice: command<DcState, object>({
      input: z.strictObject({}),
      need: 'system',
      reads: (_input, { header }) => ({ invoice: invoiceStream(header.invoiceId) }),
      decide: ({ header }, _input, ctx) => {
        const { exists, stage } = ctx.read['invoice'] as InvoiceState;
        return exists && stage !== 'closed'
          ? [{ stream: invoiceStream(header.invoiceId), type: 'InvoiceClosed', data: {} }]
          : refuse('noLongerNeeded', 409);
      },
    }),
    notePrint: command<DcState, { reason?: string | undefined }>({
      input: z.strictObject({ reason: note(250, 5).optional() }),
      need: 'signedIn',
      decide: (state, { reason }, ctx) => {
        const no = outOfPlace(state, ctx);
        if (no) return no;
        if (state.prints > 0 && !reason) return refuse('reprintReason', 422, undefined, 'reason');
        return {
          events: [{ type: 'DcPrinted', data: { copy: state.prints + 1, reason: reason ?? null } }],
          answer: { copy: state.prints + 1 },
        };
      },
    }),
  },
  translations: dcTranslations,
  story: [],
});
