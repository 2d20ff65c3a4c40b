import { z } from 'zod';
import { oneOf, text } from '../../../core/fields.ts';
import { uploadId } from '../../../core/record-id.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { RxFile } from '../pages.ts';
import { personOf } from '../person.ts';
import { rxRef } from '../references.ts';
import { picturesRead, picturesReserved, picturesTaken } from '../upload/pictures.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import { retainUntil } from './checking.ts';
import { deskItem, leaveDesk, stepRefused } from './desk.ts';
import { rxEvent, type SuppliedLine } from './events.ts';
import type { RxState } from './state.ts';
import { unitsLeft } from './state.ts';

/** The event of a supply; refused above the remaining units of a line, and on a replaced version. */
export function supplyOf(
  state: RxState,
  supplied: readonly SuppliedLine[],
  invoice: string,
  today: string,
  stream?: string,
): NewEvent | Refusal {
  if (state.stage === 'superseded')
    return refuse('rxSuperseded', 409, { ref: state.supersededBy?.ref ?? '' });
  const no = stepRefused(state, 'DISPENSED');
  if (no) return no;
  for (const one of supplied) {
    const line = state.lines.find((each) => each.no === one.no);
    if (!line) return refuse('lineUnknown', 422, { line: one.no });
    const wanted = supplied.filter((each) => each.no === one.no).reduce((sum, { qty }) => sum + qty, 0);
    const left = unitsLeft(state, line);
    if (wanted > left) return refuse('rxExhausted', 422, { line: one.no, left });
  }
  return rxEvent(
    {
      type: 'PrescriptionDispensed',
      data: {
        patientId: state.received!.patientId,
        supplied,
        invoice,
        retainUntil: retainUntil(today, state.lines),
      },
    },
    stream,
  );
}

/**
 * Sent when units of a line are supplied on an invoice. Never more than the remaining units, never on a
 * replaced version.
 */
export const recordSupply = command<RxState, { supplied: { no: number; qty: number }[]; invoice: string }>({
  input: z.object({
    supplied: z
      .array(
        z.object({ no: z.int('badFormat').min(1, 'badFormat'), qty: z.int('badFormat').min(1, 'badFormat') }),
      )
      .min(1, 'required')
      .max(40, 'tooManyItems'),
    invoice: text(40),
  }),
  need: 'system',
  decide: (state, { supplied, invoice }, ctx) => {
    const event = supplyOf(state, supplied, invoice, ctx.today);
    return isRefusal(event) ? event : [event];
  },
});

/** The document after a verbal prescription: from now on it is a prescription like any other. */
export const addImage = command<RxState, { fileIds: string[]; anyway?: boolean | undefined }>({
  input: z.object({
    fileIds: z.array(uploadId()).min(1, 'required').max(10, 'tooManyItems'),
    anyway: z.boolean().optional(),
  }),
  need: 'Prescription/AdhocPrescription:create',
  readsPrepared: ({ files = [] }: { readonly files?: readonly RxFile[] }) => picturesRead(files),
  decide(state, { fileIds, anyway }, ctx) {
    if (!state.received?.verbal || state.stage === 'lapsed' || state.stage === 'rejected')
      return refuse('notVerbal', 409);
    if (isRefusal(ctx.prepared)) return ctx.prepared;
    const files = (ctx.prepared as { files?: readonly RxFile[] }).files ?? [];
    if (files.length !== fileIds.length) return refuse('fileNotBrought', 422, undefined, 'fileIds');
    const { patientId } = state.received;
    const taken = picturesTaken(files, ctx.read, patientId, () => anyway ?? false, 'fileIds');
    if (taken) return taken;
    return [
      rxEvent({ type: 'PrescriptionImageAdded', data: { files, by: personOf(ctx) } }),
      ...picturesReserved(files, ctx.read, Number(ctx.id), patientId, ctx.today),
    ];
  },
});

/** Sent when the window of its supply, or the day of a verbal prescription, is over. */
export const lapse = command<RxState, { why: 'window' | 'verbal' }>({
  input: z.object({ why: oneOf(['window', 'verbal']) }),
  need: 'system',
  reads: (_input, _state, ctx) => ({
    entryItem: deskItem('entry', ctx.id),
    checkItem: deskItem('check', ctx.id),
  }),
  decide(state, { why }, ctx) {
    if (why === 'verbal' && !(state.received?.verbal && ctx.now >= Date.parse(state.received.verbal.until)))
      return refuse('noLongerNeeded', 409);
    if (why === 'window' && state.stage !== 'approved') return refuse('noLongerNeeded', 409);
    if (stepRefused(state, 'WINDOW_PASSED')) return refuse('noLongerNeeded', 409);
    const open = (['entry', 'check'] as const).flatMap((desk) => {
      const item = ctx.read[`${desk}Item`] as QueueItemState;
      return ['waiting', 'claimed', 'working', 'parked'].includes(item.stage)
        ? leaveDesk(desk, ctx.id, item.lease, 'QueueItemRemoved', 'lapsed')
        : [];
    });
    return [
      rxEvent({
        type: 'PrescriptionLapsed',
        data: { patientId: state.received!.patientId, why, ref: rxRef(ctx.id) },
      }),
      ...open,
    ];
  },
});
