import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import { uploadId } from '../../../core/record-id.ts';
import { addDays, businessDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { FileState } from '../../core/file.ts';
import { firstOf } from '../../documents/commands.ts';
import { cashDayStream, cashLimitRefused, cashReads, customerCash, receive } from '../../money/day/cash.ts';
import type { CashEntry } from '../../money/day/state.ts';
import { deliveredEvents, partlyDeliveredEvents, toDc } from '../../sales/dc/outcome.ts';
import { dcStream, type DcState } from '../../sales/dc/state.ts';
import { orderStream } from '../../sales/order/parts.ts';
import { barcodeStream } from '../../stock/barcode/state.ts';
import { blockedAmong } from '../../stock/item/moves.ts';
import type { CodePrepared } from './assign.ts';
import { handOverCode } from './code.ts';
import {
  doorDue,
  doorModes,
  goesBack,
  inventory,
  notYours,
  outside,
  own,
  parcelLimits,
  partsWrong,
  runs,
  wrong,
  type Deciding,
} from './rules.ts';
import { allOf, failReasons, restOf, type Cod, type DeliveryState, type Proof } from './state.ts';

const part = z.strictObject({
  lineId: fields.text(24),
  qty: z.int('badFormat').min(0, 'badFormat').max(99_99_999),
});
const atDoor = {
  code: handOverCode.nullish(),
  receiver: fields.blankable(fields.text(80)).optional(),
  fileId: fields.blankable(uploadId()).optional(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  cod: z
    .strictObject({
      paise: z.int('badFormat').min(0, 'badFormat').max(9_99_99_99_999),
      mode: z.enum(doorModes),
    })
    .nullish(),
  /** When the rider did it, where that was without a connection. */
  doneAt: texts.token().max(30).nullish(),
};
const deliverInput = z.strictObject(atDoor);
type Delivered = z.output<typeof deliverInput>;
type Paid = Pick<Delivered, 'cod'>;

const doorReads = (
  input: Pick<Delivered, 'fileId' | 'cod'>,
  state: DeliveryState,
  ctx: { readonly today: string },
) => ({
  dc: dcStream(state.id),
  order: orderStream(state.orderId),
  ...Object.fromEntries(state.lines.map(({ barcodeId }) => [`b${barcodeId}`, barcodeStream(barcodeId)])),
  ...(input.fileId ? { file: `file-${input.fileId}` } : {}),
  ...(state.statementId === null && input.cod ? cashReads(state.pooId, ctx.today) : {}),
  ...(input.cod?.mode === 'cash' && state.customerId !== null
    ? { cash: cashDayStream(state.customerId, ctx.today) }
    : {}),
});
/** Over the counter a recalled batch is kept; a rider says what happened at a door, which nothing undoes. */
const blockedAtCounter = (state: DeliveryState, ctx: Deciding): Refusal | null =>
  state.mode === 'CUSTOMER_PICKUP' ? blockedAmong(state.lines, ctx.read) : null;
const fileWrong = (fileId: string | null | undefined, ctx: Deciding): Refusal | null => {
  const file: FileState | undefined = ctx.read['file'];
  return fileId && (!file?.exists || file.by !== ctx.actor.empId)
    ? refuse('notInList', 422, { label: 'fileId' }, 'fileId')
    : null;
};

/** How it is known that the customer has it: the code that was sent to them, or a photograph and a name. */
function proofOf(input: Delivered, ctx: Deciding): Proof | Refusal {
  const about = {
    receiver: input.receiver ?? null,
    fileId: input.fileId ?? null,
    lat: input.lat ?? null,
    lng: input.lng ?? null,
    doneAt: input.doneAt ?? null,
  };
  const wrongFile = fileWrong(input.fileId, ctx);
  if (wrongFile) return wrongFile;
  if (input.code) {
    const found = (ctx.prepared as CodePrepared | undefined)?.code;
    if (found?.used || (found && !found.ok && found.left <= 0 && !found.expired))
      return refuse('doorCodeUsed', 429, undefined, 'code');
    if (!found || found.expired) return refuse('doorCodeExpired', 422, undefined, 'code');
    return found.ok ? { how: 'code', ...about } : refuse('otpWrong', 422, { n: found.left }, 'code');
  }
  return about.fileId !== null && about.receiver !== null
    ? { how: 'photo', ...about }
    : refuse('proofNeeded', 422, undefined, 'code');
}

/** What was collected is exactly what is due; nobody may take too much cash of one person on a day. */
function codOf(state: DeliveryState, input: Paid, due: number, ctx: Deciding): Cod | Refusal {
  const paid = input.cod ?? null;
  if ((paid?.paise ?? 0) !== due)
    return refuse('codMismatch', 422, { due: inRupees(due), got: inRupees(paid?.paise ?? 0) }, 'cod');
  if (paid?.mode === 'cash' && state.customerId !== null && due > 0) {
    const over = cashLimitRefused(ctx.read['cash'], due, state.customer);
    if (over) return over;
  }
  return { paise: due, mode: due > 0 ? (paid?.mode ?? null) : null };
}
/** Money of a parcel on a run is the run's until that is settled; any other goes into today's books at once. */
function bookedOf(state: DeliveryState, cod: Cod, ctx: Deciding): readonly NewEvent[] {
  if (cod.mode === null || cod.paise === 0) return [];
  const { id, number, customerId, customer, statementId, pooId } = state;
  const entry: CashEntry = {
    entryId: `parcel-${id}`,
    mode: cod.mode,
    paise: cod.paise,
    ref: { type: 'delivery', id, number },
    customerId,
    from: customer,
    carriedFrom: null,
  };
  return [
    ...(cod.mode === 'cash' && customerId !== null
      ? [customerCash(customerId, ctx.today, cod.paise, number)]
      : []),
    ...(statementId === null ? receive(ctx, pooId, [entry]) : []),
  ];
}

/** The customer has all of it. */
export const deliver = command<DeliveryState, Delivered>({
  input: deliverInput,
  need: runs('view'),
  reads: doorReads,
  decide: (state, input, ctx) => {
    const no = firstOf(
      outside(state, ctx),
      wrong(state, 'handedOver', 'out', 'undelivered'),
      notYours(state, ctx),
      blockedAtCounter(state, ctx),
    );
    if (no) return no;
    const proof = proofOf(input, ctx);
    if (isRefusal(proof)) return proof;
    const cod = codOf(state, input, state.codDuePaise, ctx);
    if (isRefusal(cod)) return cod;
    return [
      own(state, { type: 'ParcelDelivered', data: { proof, cod, reason: null } }),
      ...deliveredEvents(ctx.read['dc'] as DcState, { codPaise: cod.paise, how: proof.how }),
      ...bookedOf(state, cod, ctx),
    ];
  },
});

const partInput = z.strictObject({
  ...atDoor,
  accepted: z.array(part).max(500),
  why: fields.note(250, 5),
});
/** The customer takes some of it and pays for that; the rest rides back. */
export const deliverPart = command<DeliveryState, z.output<typeof partInput>>({
  input: partInput,
  need: runs('view'),
  reads: doorReads,
  decide: (state, input, ctx) => {
    const no = firstOf(
      outside(state, ctx),
      wrong(state, 'handedOver', 'out', 'undelivered'),
      notYours(state, ctx),
      blockedAtCounter(state, ctx),
      partsWrong(state.lines, input.accepted),
    );
    if (no) return no;
    const accepted = input.accepted.filter(({ qty }) => qty > 0);
    const refused = restOf(state, accepted);
    if (accepted.length === 0) return refuse('noneAccepted', 422);
    if (refused.length === 0) return refuse('allAccepted', 422);
    const proof = proofOf(input, ctx);
    if (isRefusal(proof)) return proof;
    const due = doorDue(state, refused);
    const cod = codOf(state, input, due, ctx);
    if (isRefusal(cod)) return cod;
    return [
      own(state, { type: 'ParcelPartlyDelivered', data: { proof, cod, accepted, refused, why: input.why } }),
      ...partlyDeliveredEvents(ctx.read['dc'] as DcState, accepted, cod.paise),
      ...bookedOf(state, cod, ctx),
    ];
  },
});

const failInput = z.strictObject({
  reason: z.enum(failReasons),
  note: fields.blankable(fields.note(250, 3)).optional(),
  fileId: fields.blankable(uploadId()).optional(),
  doneAt: texts.token().max(30).nullish(),
});
/** Not delivered. Refused, tried three times, or cold for too long: it goes back for good. */
export const fail = command<DeliveryState, z.output<typeof failInput>>({
  input: failInput,
  need: runs('view'),
  reads: (input, state) => ({
    dc: dcStream(state.id),
    ...(input.fileId ? { file: `file-${input.fileId}` } : {}),
  }),
  decide: (state, input, ctx) => {
    const no = firstOf(
      outside(state, ctx),
      wrong(state, 'handedOver', 'out'),
      notYours(state, ctx),
      fileWrong(input.fileId, ctx),
    );
    if (no) return no;
    const n = state.attempts.length + 1;
    const back = goesBack(state, input.reason, ctx.now);
    return [
      own(state, {
        type: 'DeliveryAttemptFailed',
        data: {
          n,
          reason: input.reason,
          note: input.note ?? null,
          fileId: input.fileId ?? null,
          doneAt: input.doneAt ?? null,
        },
      }),
      toDc(state.id, { type: 'DcUndelivered', data: { n, reason: input.reason } }),
      ...(back === null
        ? []
        : [
            own(state, { type: 'RtoInitiated', data: { parts: allOf(state), reason: back } }),
            toDc(state.id, { type: 'DcRtoStarted', data: { reason: back } }),
          ]),
    ];
  },
});

/** The customer gets a code of their own for the door; made by the server as the parcel goes out. */
export const sendDoorCode = command<DeliveryState, object>({
  input: z.strictObject({}),
  need: 'system',
  decide: (state, _input, ctx) => {
    const until = (ctx.prepared as CodePrepared | undefined)?.until;
    return state.stage === 'out' && until !== undefined
      ? [own(state, { type: 'DeliveryOtpIssued', data: { until } })]
      : refuse('noLongerNeeded', 409);
  },
});

const markInput = z.strictObject({
  reason: fields.note(250, 10),
  fileId: uploadId(),
  cod: atDoor.cod,
});
/** Somebody in the shop says that it was delivered, with a paper that shows it; never the rider. */
export const markDelivered = command<DeliveryState, z.output<typeof markInput>>({
  input: markInput,
  need: inventory('markAsDeliverd', 'edit'),
  versioned: true,
  reads: doorReads,
  decide: (state, input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'handedOver', 'out', 'undelivered'));
    if (no) return no;
    if (state.agent?.empId !== null && state.agent?.empId === ctx.actor.empId)
      return refuse('riderMarks', 403);
    const wrongFile = fileWrong(input.fileId, ctx);
    if (wrongFile) return wrongFile;
    const last = addDays(businessDay(Date.parse(state.handedAt ?? state.movedAt)), parcelLimits.markDays);
    if (ctx.today > last) return refuse('markTooLate', 422, { n: parcelLimits.markDays });
    const cod = codOf(state, input, state.codDuePaise, ctx);
    if (isRefusal(cod)) return cod;
    const proof: Proof = {
      how: 'file',
      receiver: null,
      fileId: input.fileId,
      lat: null,
      lng: null,
      doneAt: null,
    };
    return [
      own(state, { type: 'ParcelDelivered', data: { proof, cod, reason: input.reason } }),
      ...deliveredEvents(ctx.read['dc'] as DcState, { codPaise: cod.paise, how: 'marked' }),
      ...bookedOf(state, cod, ctx),
    ];
  },
});
