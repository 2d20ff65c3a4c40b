import type { z } from 'zod';
import { reference } from '../../../core/reference.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import type { CareKitState } from '../../care/cccase/carekit.ts';
import type { CustomerState } from '../../customers/customer.ts';
import type { PatientState } from '../../customers/patient.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlace,
  placeStream,
  reasonInput,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import { allocate, minLifeAtSale } from '../../stock/item/allocate.ts';
import { moveInTurn } from '../../stock/item/moves.ts';
import type { StockState } from '../../stock/item/state.ts';
import { candidatesOf, goodsReads, type FoundGoods } from '../order/allocate.ts';
import { careKitLife, type CareKitHeader, type CareKitLine, type CareKitReturnState } from './state.ts';

/** The bundle that a kit of this type consists of, as the tables have it; its record decides. */
export interface KitContents {
  readonly bundleId: number | null;
  readonly productIds: readonly number[];
}
const contentReads = (found: KitContents | undefined): Readonly<Record<string, string>> =>
  found?.bundleId == null
    ? {}
    : {
        bundle: `master-bundle-${found.bundleId}`,
        ...Object.fromEntries(found.productIds.map((id) => [`p${id}`, `master-product-${id}`])),
      };

interface Component {
  readonly iProductId: number;
  readonly iQty: number;
  readonly bReturnable?: 0 | 1;
  readonly nMissingPaise?: number | null;
}

/** A line for each component of the bundle, under its place in it. */
function linesOf(bundle: MasterState, read: Ctx['read']): readonly CareKitLine[] {
  const components = (bundle.fields['components'] ?? []) as readonly Component[];
  return components.flatMap(({ iProductId, iQty, bReturnable = 0, nMissingPaise = 0 }, i) => {
    const product = read[`p${iProductId}`] as MasterState | undefined;
    if (!product?.exists) return [];
    const { vName, iPackSize, vStorage } = product.fields;
    return [
      {
        id: `k${i + 1}`,
        productId: iProductId,
        product: String(vName ?? ''),
        packSize: Number(iPackSize ?? 1),
        storage: String(vStorage ?? 'AMBIENT'),
        returnable: bReturnable === 1,
        unitChargePaise: bReturnable === 1 ? (nMissingPaise ?? 0) : 0,
        ...{ barcodeId: null, label: '', batch: '', expiry: null, qty: iQty },
        ...{ receivedQty: 0, restockQty: 0, damagedQty: 0, consumedQty: 0, missingQty: 0, chargePaise: 0 },
      },
    ];
  });
}

/** What a kit of this type consists of today; null where it is paper only. */
function contentsOf(
  kitType: number,
  ctx: Deciding,
): {
  readonly header: Pick<CareKitHeader, 'kitType' | 'bundleId' | 'bundle'>;
  lines: readonly CareKitLine[];
} | null {
  const found = ctx.prepared as KitContents | undefined;
  const bundle = ctx.read['bundle'] as MasterState | undefined;
  if (!bundle?.exists || bundle.cancelled || bundle.iStatus !== 1) return null;
  const { vKitType, dFrom, dTo, vName } = bundle.fields;
  const sold = String(dFrom ?? '') <= ctx.today && (dTo == null || ctx.today <= String(dTo));
  const lines = linesOf(bundle, ctx.read);
  if (vKitType !== String(kitType) || !sold || lines.length === 0) return null;
  return {
    header: { kitType: String(kitType), bundleId: found?.bundleId ?? 0, bundle: String(vName ?? '') },
    lines,
  };
}

/** A kit that care connect decided on is to be issued by the store of the patient's place, with the contents that its type has today. */
export const prepare = command<CareKitReturnState, object>({
  input: nothingInput,
  need: 'system',
  creates: true,
  reads: (_input, _state, { id }) => ({ kit: `carekit-${id}` }),
  readsNext: (_input, read) => {
    const { kit } = read['kit'] as CareKitState;
    return kit
      ? {
          patient: `patient-${kit.patientId}`,
          ...(kit.customerId === null ? {} : { customer: `customer-${kit.customerId}` }),
          ...(kit.pooId === null ? {} : { place: placeStream(kit.pooId) }),
        }
      : ({} as Record<string, string>);
  },
  readsPrepared: contentReads,
  decide: (state, _input, ctx) => {
    const { kit } = ctx.read['kit'] as CareKitState;
    if (!kit) return refuse('notFound', 404);
    const place = ctx.read['place'] as MasterState | undefined;
    const found = contentsOf(kit.iKitTypeId, ctx);
    const same = state.header.kitType === String(kit.iKitTypeId);
    if (state.exists && (same || state.stage !== 'toIssue')) return refuse('noLongerNeeded', 409);
    // Of another type now; where that is paper only, the store has nothing to issue.
    if (state.exists)
      return [
        found ? { type: 'CcKitRevised', data: found } : { type: 'CcKitNotIssued', data: { reason: null } },
      ];
    if (!found || kit.pooId === null || !place?.exists) return refuse('noLongerNeeded', 409);
    const patient = ctx.read['patient'] as PatientState | undefined;
    const customer = ctx.read['customer'] as CustomerState | undefined;
    const header: CareKitHeader = {
      ...found.header,
      patientId: kit.patientId,
      patient: patient?.name ?? '',
      customerId: kit.customerId,
      customer: customer?.name ?? patient?.name ?? '',
      month: kit.month,
      ...{ issuedOn: null, receivedBy: null, inspectedBy: null },
      ...{ chargePaise: 0, chargeMode: null, chargeRef: null },
    };
    const { vCode, vStateCode } = place.fields;
    return [
      {
        type: 'CcKitPrepared',
        data: {
          number: reference('CK', ctx.id),
          pooId: kit.pooId,
          place: { code: String(vCode ?? ''), stateCode: String(vStateCode ?? '') },
          header,
          lines: found.lines,
        },
      },
    ];
  },
});

interface Issued {
  readonly lines: readonly CareKitLine[];
  readonly moves: readonly NewEvent[];
}
/** First expiry first, over batches; all of it or nothing, for a kit goes out whole. */
function take(state: CareKitReturnState, ctx: Deciding): Issued | Refusal {
  const found = ctx.prepared as FoundGoods;
  const taken = new Map<number, number>();
  const items = new Map<number, StockState>();
  const lines: CareKitLine[] = [];
  const moves: NewEvent[] = [];
  for (const [i, line] of state.lines.entries()) {
    const candidates = candidatesOf(line.productId, found, ctx.read, taken);
    const { lines: got, shortage } = allocate(candidates, line.qty, ctx.today);
    if (shortage > 0)
      return atLine(
        refuse('stockInsufficient', 409, {
          n: line.qty - shortage,
          product: line.product,
          poo: state.place.code,
          asked: line.qty,
        }),
        i + 1,
      );
    for (const [n, { barcodeId, qty }] of got.entries()) {
      const id = n === 0 ? line.id : `${line.id}-${n + 1}`;
      const ref = { type: 'cckitret', id: state.id, line: id, number: state.number };
      const barcode = ctx.read[`b${barcodeId}`] as BarcodeState;
      const moved = moveInTurn(
        items.get(barcodeId) ?? (ctx.read[`s${barcodeId}`] as StockState),
        (['StockReserved', 'StockPicked', 'StockDispatched'] as const).map((type) => ({ type, qty, ref })),
        { today: ctx.today, barcode, minLifeDays: minLifeAtSale },
      );
      if (isRefusal(moved)) return atLine(moved, i + 1);
      items.set(barcodeId, moved.state);
      moves.push(...moved.events);
      taken.set(barcodeId, (taken.get(barcodeId) ?? 0) + qty);
      const { label, batch, expiry } = barcode;
      lines.push({ ...line, id, barcodeId, label, batch, expiry, qty });
    }
  }
  return { lines, moves };
}

/** The store hands the kit out: each component leaves the stock by its batch. */
export const issue = command<CareKitReturnState, object>({
  input: nothingInput,
  need: 'Inventory/ccKitReturn:create',
  versioned: true,
  lane: 'allocation',
  readsPrepared: goodsReads,
  decide: (state, _input, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, careKitLife, 'issue'));
    if (no) return no;
    const made = take(state, ctx);
    if (isRefusal(made)) return made;
    return [{ type: 'CcKitIssued', data: { lines: made.lines, on: ctx.today } }, ...made.moves];
  },
});

/** The kit stays in the store. */
export const drop = stepCommand<CareKitReturnState, z.output<typeof reasonInput>>({
  step: 'drop',
  event: 'CcKitNotIssued',
  input: reasonInput,
  need: 'Inventory/ccKitReturn:edit',
  life: careKitLife,
});
