import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { FileState } from '../../core/file.ts';
import { stockStream, type StockState } from '../item/state.ts';
import type { BarcodeEdit, BarcodeState, EditRequested } from './state.ts';

const editInput = z.strictObject({
  pooId: z.int().positive(),
  batch: fields
    .text(20)
    .transform((text) => text.toUpperCase())
    .refine((text) => /^[A-Z0-9./-]+$/.test(text), 'badFormat'),
  mfg: fields.blankable(fields.date()),
  expiry: fields.blankable(fields.date()),
  mrpPaise: z.int('badFormat').min(1, 'badFormat').max(99_99_999_00, 'badFormat'),
  reason: fields.note(250, 10),
  fileId: fields.text(80),
});
const decidedInput = z.looseObject({ requestId: fields.text(60), approvalId: z.int().positive().nullish() });

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
    if (state.edit) return refuse('editPending', 409, { name: state.edit.by.name });
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
      requestId: ctx.newId(),
      ref: state.label,
      requestedBy: { empId: viewer.empId, name: viewer.name },
      iPooId: pooId,
      reason,
      subjectVersion: state.version + 1,
      fileId,
      product: state.product,
      before,
      after: to,
    };
    return [{ type: 'BarcodeEditRequested', data: { ...data } }];
  },
});

export const linkApproval = command<BarcodeState, z.output<typeof decidedInput>>({
  input: decidedInput,
  need: 'system',
  decide: (state, { requestId, approvalId }) =>
    state.edit?.requestId === requestId
      ? [{ type: 'BarcodeEditLinked', data: { requestId, approvalId } }]
      : refuse('noLongerNeeded', 409),
});

const held = (stocks: readonly StockState[]): StockState | undefined =>
  stocks.find(({ buckets }) => buckets.reserved + buckets.picked > 0);

/** The label is corrected, unless units of it are reserved or picked meanwhile. */
export const applyEdit = command<BarcodeState, z.output<typeof decidedInput>>({
  input: decidedInput,
  need: 'system',
  reads: (_input, state) =>
    Object.fromEntries(state.places.map((pooId) => [`s${pooId}`, stockStream(pooId, Number(state.id))])),
  decide: (state, { requestId, approvalId = null }, ctx) => {
    if (state.edit?.requestId !== requestId) return refuse('noLongerNeeded', 409);
    const busy = held(state.places.map((pooId) => ctx.read[`s${pooId}`] as StockState));
    if (busy) return [{ type: 'BarcodeEditFailed', data: { requestId, approvalId, why: 'unitsHeld' } }];
    return [
      { type: 'BarcodeEditApproved', data: { requestId, approvalId } },
      { type: 'BarcodeAttributesChanged', data: { ...state.edit.to, places: state.places } },
    ];
  },
});

export const rejectEdit = command<BarcodeState, z.output<typeof decidedInput>>({
  input: decidedInput,
  need: 'system',
  decide: (state, { requestId, approvalId = null }) =>
    state.edit?.requestId === requestId
      ? [{ type: 'BarcodeEditRejected', data: { requestId, approvalId } }]
      : refuse('noLongerNeeded', 409),
});

export const withdrawEdit = command<BarcodeState, object>({
  input: z.strictObject({}),
  need: 'Inventory/stockBarcodeEdit:create',
  decide: (state, _input, ctx) => {
    if (!state.edit) return refuse('noLongerNeeded', 409);
    if (state.edit.by.empId !== ctx.viewer.empId) return refuse('ownOnly', 403);
    return [
      {
        type: 'BarcodeEditWithdrawn',
        data: { requestId: state.edit.requestId, approvalId: state.edit.approvalId },
      },
    ];
  },
});
