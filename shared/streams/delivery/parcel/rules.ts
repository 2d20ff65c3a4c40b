import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { creditOf, documentTotals, taxOfInclusive } from '../../../core/gst.ts';
import { inPoos, type Permission } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { NewEvent } from '../../../core/event.ts';
import { atLine } from '../../documents/commands.ts';
import type { Part } from '../../sales/order/state.ts';
import { foreignLabel, unscanned } from './parcel-label.ts';
import {
  deliveryStream,
  type DeliveryEvent,
  type DeliveryState,
  type FailReason,
  type ParcelStage,
} from './state.ts';

export type Deciding = Ctx & { readonly id: string };

export const lmd = (flag: string): Permission => `Out Bound/assigning-LMD:${flag}` as Permission;
export const runs = (flag: string): Permission => `Delivery/deleveryStatementList:${flag}` as Permission;
export const inventory = (entity: string, flag: string): Permission =>
  `Inventory/${entity}:${flag}` as Permission;

/** A code of a hand-over, at the counter or a door. */
export const codeShape = /^\d{6}$/;
/** How money is taken at a door or over the counter; a link is paid to us without anybody's hand. */
export const doorModes = ['cash', 'upi', 'card'] as const;

export const parcelLimits = {
  /** A rider has so many stops; parcels for one address are one stop. */
  stops: 25,
  /** An answer to an assignment. */
  answerMs: 10 * 60_000,
  attempts: 3,
  codeIssues: 3,
  codeTries: 3,
  pickupCodeMs: 15 * 60_000,
  /** A cold parcel on the road. */
  coldMs: 8 * 3_600_000,
  markDays: 7,
  /** Life that goods need to go back to the shelf. */
  shelfDays: 30,
} as const;

/** A carrier has or had it in hand: it stays on its run, whose money it counts for. */
export const handed: ReadonlySet<ParcelStage> = new Set([
  'handedOver',
  'out',
  'undelivered',
  'delivered',
  'rto',
  'rtoReceived',
  'closed',
]);
const carried: ReadonlySet<ParcelStage> = new Set(['assigned', 'accepted', 'handedOver', 'out']);
const stopOf = ({ customerId, customer, address, pincode }: DeliveryState): string =>
  JSON.stringify([customerId ?? customer, address, pincode]);

/**
 * Why a parcel that was not delivered goes back for good: refused, damaged, tried often enough, or cold for too
 * long. Null where it is tried again.
 */
export function goesBack(
  { attempts, cold, handedAt }: Pick<DeliveryState, 'attempts' | 'cold' | 'handedAt'>,
  reason: FailReason,
  now: number,
): FailReason | 'COLD' | null {
  if (cold && handedAt !== null && now - Date.parse(handedAt) > parcelLimits.coldMs) return 'COLD';
  return reason === 'REFUSED' || reason === 'DAMAGED' || attempts.length + 1 >= parcelLimits.attempts
    ? reason
    : null;
}

/** How many addresses a rider goes to apart from that of this parcel. */
export function otherStops(parcels: Iterable<DeliveryState>, agentId: number, parcel: DeliveryState): number {
  const stops = new Set<string>();
  for (const one of parcels)
    if (one.id !== parcel.id && one.agent?.empId === agentId && carried.has(one.stage))
      stops.add(stopOf(one));
  stops.delete(stopOf(parcel));
  return stops.size;
}

export const own = (state: Pick<DeliveryState, 'id'>, { type, data }: DeliveryEvent): NewEvent => ({
  stream: deliveryStream(state.id),
  type,
  data: { ...data },
});

export function outside(state: Pick<DeliveryState, 'pooId' | 'code' | 'exists'>, ctx: Ctx): Refusal | null {
  if (!state.exists) return refuse('notFound', 404);
  return ctx.viewer.kind !== 'person' || inPoos(ctx.viewer, state.pooId)
    ? null
    : refuse('pooNotMapped', 403, { poo: state.code });
}

export function wrong(state: DeliveryState, ...allowed: readonly ParcelStage[]): Refusal | null {
  return allowed.includes(state.stage)
    ? null
    : refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.${state.stage}`,
        allowed: allowed.map((stage) => `stage.${stage}`),
      });
}

/** Only the rider who carries it; a parcel that the customer fetches is handed out by whoever works in the shop. */
export function notYours(state: DeliveryState, ctx: Ctx): Refusal | null {
  if (ctx.viewer.kind !== 'person' || state.agent?.empId === ctx.viewer.empId) return null;
  if (state.agent?.empId === null && ctx.may(runs('edit'))) return null;
  return refuse('notYourParcel', 403, { agent: state.agent?.name ?? '–' });
}

/** Codes as they were read from the labels of parcels. */
export const scannedLabels = z.array(fields.text(24)).max(100, 'tooManyItems').default([]);

/** Goods leave by what was scanned: the label of every parcel, and no other. */
export function labelsWrong(
  state: Pick<DeliveryState, 'number' | 'parcels'>,
  labels: readonly string[],
): Refusal | null {
  const foreign = foreignLabel(state, labels);
  if (foreign !== undefined)
    return refuse('labelForeign', 422, { label: foreign, dc: state.number }, 'labels');
  const missing = unscanned(state, labels);
  return missing.length === 0 ? null : refuse('labelsMissing', 422, { labels: missing.join(', ') }, 'labels');
}

/** Quantities of lines as they were taken: each known, none above what the parcel has. */
export function partsWrong(lines: DeliveryState['lines'], parts: readonly Part[]): Refusal | null {
  const seen = new Set<string>();
  for (const [i, { lineId, qty }] of parts.entries()) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line || seen.has(lineId)) return atLine(refuse('notInList', 422, { label: 'lineId' }), i + 1);
    seen.add(lineId);
    if (qty > line.qty)
      return atLine(refuse('partTooMuch', 422, { product: line.product, n: line.qty }), i + 1);
  }
  return null;
}

/** What is collected at the door for a part of the parcel: not what was paid in advance or online before. */
export const doorDue = (
  state: Pick<DeliveryState, 'lines' | 'payablePaise' | 'codDuePaise'>,
  refused: readonly Part[],
): number => Math.max(0, state.codDuePaise - (state.payablePaise - dueForPart(state, refused)));

/** What the invoice comes to without the goods that were refused: exactly what the credit note will leave of it. */
export function dueForPart(
  state: Pick<DeliveryState, 'lines' | 'payablePaise'>,
  refused: readonly Part[],
): number {
  const credited = refused.flatMap(({ lineId, qty }) => {
    const line = state.lines.find(({ id }) => id === lineId);
    return line && qty > 0
      ? [taxOfInclusive(creditOf({ paise: line.totalPaise, qty: line.qty }, qty, 0), 0, false)]
      : [];
  });
  return Math.max(0, state.payablePaise - documentTotals(credited).payable);
}
