import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { lockedBy, raisedBy } from '../../approvals/decision.ts';
import { decisionCommands, withdrawCommand } from '../../approvals/decision-commands.ts';
import type { FileState } from '../../core/file.ts';
import { placeId, uploadId } from '../../../core/record-id.ts';
import { stockStream, type StockState } from '../item/state.ts';
import { labelEdit } from './label-edit.ts';
import type { BarcodeEdit, BarcodeState, EditRequested } from './state.ts';

const editInput = z.strictObject({
  pooId: placeId(),
  batch: fields
    .text(20)
    .transform((text) => text.toUpperCase())
    .refine((text) => /^[A-Z0-9./-]+$/.test(text), 'badFormat'),
  mfg: fields.blankable(fields.date()),
  expiry: fields.blankable(fields.date()),
  mrpPaise: z.int('badFormat').min(1, 'badFormat').max(99_99_999_00, 'badFormat'),
  reason: fields.note(250, 10),
  fileId: uploadId(),
});

const editOf = ({ batch, mfg, expiry, mrpPaise }: BarcodeEdit): BarcodeEdit => ({
  batch,
  mfg,
  expiry,
  mrpPaise,
});

/** Requests a correction of the label; a photograph shows it. */
export const requestEdit = command<BarcodeState, z.output<typeof editInput>>({
  input: editInput,
  need: 'Inventory/stockBarcodeEdit:create',
  versioned: true,
  reads: ({ fileId }) => ({ file: `file-${fileId}` }),
  decide: (state, { pooId, reason, fileId, ...to }, ctx) => {
    const { viewer } = ctx;
    if (!state.places.includes(pooId) || !inPoos(viewer, pooId) || viewer.empId === null)
      return refuse('pooNotMapped', 403, { poo: String(pooId) });
    const locked = lockedBy(state.edit, 'editPending');
    if (locked) return locked;
    const file: FileState = ctx.read['file'];
    if (!file.exists || file.by !== viewer.empId)
      return refuse('required', 422, { label: 'fileId' }, 'fileId');
    const before = editOf(state);
    if (JSON.stringify(before) === JSON.stringify(to)) return refuse('nothingChanged', 422);
    if (to.mfg !== null && to.expiry !== null && to.mfg >= to.expiry)
      return refuse('expiryBeforeMfg', 422, undefined, 'expiry');
    // A later expiry than on the label needs the right to decide about labels.
    if (
      to.expiry !== null &&
      before.expiry !== null &&
      to.expiry > before.expiry &&
      !ctx.may('Inventory/stockBarcodeEdit:approve')
    )
      return refuse('expiryLater', 403, undefined, 'expiry');
    const data: EditRequested = {
      ...raisedBy(ctx, { ref: state.label, iPooId: pooId, reason, subjectVersion: state.version + 1 }),
      fileId,
      product: state.product,
      before,
      after: to,
    };
    return [{ type: 'BarcodeEditRequested', data: { ...data } }];
  },
});

const held = (stocks: readonly StockState[]): StockState | undefined =>
  stocks.find(({ buckets }) => buckets.reserved + buckets.picked > 0);

const { linkApproval, applyEdit, rejectEdit } = decisionCommands(labelEdit, {
  waiting: ({ edit }: BarcodeState) => edit,
  reads: ({ places, id }) =>
    Object.fromEntries(places.map((pooId) => [`s${pooId}`, stockStream(pooId, Number(id))])),
  /** The label is corrected, unless units of it are reserved or picked meanwhile. */
  approve: ({ edit, places }, ctx) =>
    held(places.map((pooId) => ctx.read[`s${pooId}`] as StockState))
      ? { fails: 'unitsHeld' }
      : { and: [{ type: 'BarcodeAttributesChanged', data: { ...edit!.to, places } }] },
});
export { applyEdit, linkApproval, rejectEdit };

export const withdrawEdit = withdrawCommand<BarcodeState>('BarcodeEditWithdrawn', {
  need: 'Inventory/stockBarcodeEdit:create',
  waiting: ({ edit }) => edit,
  others: 'ownOnly',
});
