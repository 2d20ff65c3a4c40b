import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { phoneKey } from '../../../core/phone.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { dispositionCodes, type DispositionCode } from '../../calls/call/dispositions.ts';
import { itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import { ownerAt, uniqueStream, type UniqueState } from '../../core/unique.ts';
import { employeeId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { saleRef } from '../../prescriptions/references.ts';
import { orderStream } from '../order/parts.ts';
import { type OrderState } from '../order/state.ts';
import { orderTotals } from '../order/totals.ts';
import { saleRules } from './rules.ts';
import {
  disputeReasons,
  evolveSale,
  noSale,
  type DisputeReason,
  type DsaSaleEvent,
  type DsaSaleState,
} from './state.ts';
import { dsaSaleTranslations } from './translations.ts';

const right = (name: 'create' | 'edit' | 'approve') => `Prescription/dsa-sales-verification:${name}` as const;
const made = ({ type, data }: DsaSaleEvent): NewEvent => ({ type, data: { ...data } });
const actor = ({ viewer }: Ctx) => ({ empId: viewer.empId ?? 0, name: viewer.name });
const claimKey = (orderId: string): string => uniqueStream('dsasale', orderId);
const noOrder: readonly string[] = ['draft', 'submitted', 'cancelRequested', 'cancelled'];

/** What the tables know of a claim: the order of that number, and the papers of that affiliate. */
export interface ClaimPrepared {
  readonly orderId: string | null;
  readonly dsaId: number | null;
}
const claimInput = z.strictObject({
  order: fields.text(40, 3),
  /** The affiliate who brought it; whoever sends it, where it is left out. */
  empId: employeeId().optional(),
});

/** An affiliate claims an order that they brought; each order once, and only once their papers are verified. */
const claim = command<DsaSaleState, z.output<typeof claimInput>>({
  input: claimInput,
  need: [right('create'), right('edit')],
  creates: true,
  readsPrepared: ({ orderId, dsaId }: ClaimPrepared): Readonly<Record<string, string>> => ({
    ...(orderId === null ? {} : { order: orderStream(orderId), key: claimKey(orderId) }),
    ...(dsaId === null ? {} : { dsa: `master-dsa-${dsaId}` }),
  }),
  decide(state, { order: number, empId }, ctx) {
    if (state.stage !== 'none') return refuse('saleOver', 409);
    const { orderId, dsaId } = ctx.prepared as ClaimPrepared;
    const order = ctx.read['order'] as OrderState | undefined;
    if (orderId === null || !order?.exists || !inPoos(ctx.viewer, order.pooId))
      return refuse('notInList', 422, { label: 'field.order' }, 'order');
    const own = ctx.viewer.empId ?? 0;
    const seller = empId ?? own;
    if (seller !== own && !ctx.may(right('edit'))) return refuse('saleNotOwn', 403, undefined, 'empId');
    const person = ctx.directory.employee(seller);
    const dsa = ctx.read['dsa'] as MasterState | undefined;
    if (!person || dsaId === null || !dsa?.exists || dsa.cancelled)
      return refuse('notAffiliate', 422, undefined, 'empId');
    if (dsa.stage !== 'accVerified') return refuse('dsaNotPayable', 422, { name: person.name }, 'empId');
    if (noOrder.includes(order.stage)) return refuse('saleNoOrder', 409, { order: number }, 'order');
    const taken = ownerAt(ctx.read['key'] as UniqueState | undefined, ctx.now);
    if (taken !== null)
      return refuse(
        'saleClaimed',
        409,
        { order: number, ref: saleRef(taken.slice('dsasale-'.length)) },
        'order',
      );
    const { customerId, customer, phone } = order.header;
    if (person.phone !== null && phone !== '' && phoneKey(person.phone) === phoneKey(phone))
      return refuse('dsaSelfSale', 422, undefined, 'order');
    return [
      made({
        type: 'DsaSaleClaimed',
        data: {
          ...{ ref: saleRef(ctx.id), pooId: order.pooId, language: null, orderId, order: order.number },
          ...{ customerId, customer, phone, amountPaise: orderTotals(order).payable, dsaId },
          dsa: { empId: seller, name: person.name },
          claimedBy: actor(ctx),
        },
      }),
      { stream: claimKey(orderId), type: 'KeyReserved', data: { owner: `dsasale-${ctx.id}` } },
    ];
  },
});

/** Whoever sold it or claimed it does not verify it, and it is verified by whoever holds it. */
function notVerifier({ face, stage }: DsaSaleState, ctx: Ctx): Refusal | null {
  if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
  if (stage !== 'claimed' && stage !== 'disputed') return refuse('saleOver', 409);
  const { empId } = ctx.viewer;
  if (empId === face.dsa.empId || empId === face.claimedBy.empId) return refuse('saleBySeller', 403);
  const { lease } = ctx.read['item'] as QueueItemState;
  return lease && lease.empId === empId ? null : refuse('saleNotHeld', 423);
}
const held = (_input: unknown, _state: DsaSaleState, { id }: { readonly id: string }) => ({
  item: itemStream(saleRules.name, id),
});

const confirmInput = z.strictObject({ note: fields.note(250).optional() });
const disputeInput = z.strictObject({ reason: fields.oneOf(disputeReasons), note: fields.note(500, 5) });
const calledInput = z.strictObject({ callId: fields.id(), code: z.enum(dispositionCodes) });

/** A sale of a direct selling agent: claimed, confirmed by a call to the customer, or disputed and rejected. */
export const dsasale = defineStream<DsaSaleState, DsaSaleEvent>({
  name: 'dsasale',
  area: 'sales',
  numbered: true,
  state: 1,
  events: {
    DsaSaleClaimed: true,
    DsaSaleCalled: true,
    DsaSaleConfirmed: true,
    DsaSaleDisputed: true,
    DsaSaleRejected: true,
  },
  initial: noSale,
  about: {
    prefix: 'SV',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveSale,
  visible: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  commands: {
    claim,
    /** Asked when a call about it got its disposition. */
    noteCall: command<DsaSaleState, { callId: number; code: DispositionCode }>({
      input: calledInput,
      need: 'system',
      decide: ({ stage }, { callId, code }) =>
        stage === 'claimed' || stage === 'disputed'
          ? [made({ type: 'DsaSaleCalled', data: { callId, code, spoken: code === 'INFO_DONE' } })]
          : refuse('noLongerNeeded', 409),
    }),
    /** The customer said on the phone that this agent sold it; from then on it is payable. */
    confirm: command<DsaSaleState, z.output<typeof confirmInput>>({
      input: confirmInput,
      need: right('approve'),
      reads: (input, state, ctx) => ({
        ...held(input, state, ctx),
        ...(state.face
          ? { order: orderStream(state.face.orderId), dsa: `master-dsa-${state.face.dsaId}` }
          : {}),
      }),
      decide(state, { note }, ctx) {
        const no = notVerifier(state, ctx);
        if (no) return no;
        const { face, spokenIn } = state;
        if (spokenIn === null) return refuse('saleNotCalled', 422);
        if (state.stage === 'disputed' && note === undefined)
          return refuse('required', 422, { label: 'field.note' }, 'note');
        const order = ctx.read['order'] as OrderState;
        if (noOrder.includes(order.stage)) return refuse('saleNoOrder', 409, { order: order.number });
        if ((ctx.read['dsa'] as MasterState).stage !== 'accVerified')
          return refuse('dsaNotPayable', 422, { name: face?.dsa.name ?? '' });
        const amountPaise = orderTotals(order).payable;
        return [
          made({
            type: 'DsaSaleConfirmed',
            data: { by: actor(ctx), callId: spokenIn, amountPaise, note: note ?? null, orderId: order.id },
          }),
        ];
      },
    }),
    dispute: command<DsaSaleState, { reason: DisputeReason; note: string }>({
      input: disputeInput,
      need: right('edit'),
      reads: held,
      decide: (state, { reason, note }, ctx) =>
        notVerifier(state, ctx) ??
        (state.stage === 'disputed'
          ? refuse('saleDisputed', 409)
          : [made({ type: 'DsaSaleDisputed', data: { by: actor(ctx), reason, note } })]),
    }),
    /** Only what was disputed before is rejected. */
    reject: command<DsaSaleState, { reason: string }>({
      input: z.strictObject({ reason: fields.note(500, 5) }),
      need: right('approve'),
      reads: held,
      decide: (state, { reason }, ctx) =>
        notVerifier(state, ctx) ??
        (state.stage === 'disputed'
          ? [made({ type: 'DsaSaleRejected', data: { by: actor(ctx), reason } })]
          : refuse('saleNotDisputed', 409)),
    }),
  },
  translations: dsaSaleTranslations,
  story: [],
});
