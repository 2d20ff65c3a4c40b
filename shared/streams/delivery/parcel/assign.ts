import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { employeeId } from '../../../core/record-id.ts';
import { firstOf } from '../../documents/commands.ts';
import type { Person } from '../../documents/state.ts';
import type { AttendanceRecord } from '../../people/attendance/record.ts';
import { dispatchEvents, dispatchReads, toDc } from '../../sales/dc/outcome.ts';
import { dcStream, noDc, type DcState } from '../../sales/dc/state.ts';
import { isH1 } from '../../sales/sold-product.ts';
import { blockedAmong } from '../../stock/item/moves.ts';
import { handOverCode } from './code.ts';
import {
  inventory,
  labelsWrong,
  lmd,
  notYours,
  outside,
  own,
  parcelLimits,
  runs,
  scannedLabels,
  wrong,
  type Deciding,
} from './rules.ts';
import { allOf, faceAgain, faceOf, type DeliveryState, type Mode, type ParcelStage } from './state.ts';

const dcOf = (ctx: Deciding): DcState => ctx.read['dc'];
/** The parcel's goods and order, found by what its face knows. */
export const parcelReads = (state: DeliveryState): Readonly<Record<string, string>> => ({
  dc: dcStream(state.id),
  ...dispatchReads({
    ...noDc(state.id),
    pooId: state.pooId,
    header: { ...noDc(state.id).header, orderId: state.orderId },
    lines: state.lines.map((line) => ({ ...noLine, barcodeId: line.barcodeId })),
  }),
});
const noLine: DcState['lines'][number] = {
  id: '',
  orderLineId: '',
  pickLineId: '',
  productId: 0,
  code: '',
  product: '',
  hsn: '',
  maker: '',
  schedules: [],
  packSize: 1,
  barcodeId: 0,
  label: '',
  batch: '',
  expiry: null,
  mrpPaise: 0,
  qty: 0,
  pricePaise: 0,
  discBp: 0,
  gstBp: 0,
  taxable: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
  total: 0,
  storage: '',
  rxNo: null,
  verified: 0,
  scannedBack: 0,
  accepted: 0,
  back: 0,
  returned: 0,
  returning: 0,
};

/** Schedule H1 is handed over in the shop only, whoever would carry it. */
function counterOnly(dc: DcState, mode: Mode): Refusal | null {
  const line = mode === 'CUSTOMER_PICKUP' ? undefined : dc.lines.find(isH1);
  return line ? refuse('counterOnly', 422, { product: line.product }) : null;
}

/** A checked parcel waits for somebody who carries it. */
export const open = command<DeliveryState, object>({
  input: z.strictObject({}),
  need: 'system',
  creates: true,
  reads: (_input, state) => ({ dc: dcStream(state.id) }),
  decide: (state, _input, ctx) => {
    const dc = dcOf(ctx);
    if ((state.exists && state.stage !== 'withdrawn') || dc.stage !== 'verified')
      return refuse('noLongerNeeded', 409);
    const face = faceOf(dc);
    const codDuePaise = Math.max(0, face.codDuePaise - state.paidOnlinePaise);
    return [own(state, { type: 'DeliveryOpened', data: { ...face, codDuePaise } })];
  },
});

/** Its challan is to be cancelled: nobody carries it any more. */
export const withdraw = command<DeliveryState, { why: string }>({
  input: z.strictObject({ why: fields.text(250) }),
  need: 'system',
  decide: (state, { why }) =>
    ['unassigned', 'assigned', 'accepted'].includes(state.stage)
      ? [
          own(state, { type: 'DeliveryWithdrawn', data: { why } }),
          ...(state.statementId === null
            ? []
            : [
                {
                  stream: `statement-${state.statementId}`,
                  type: 'DcRemovedFromStatement',
                  data: { dcId: state.id, why },
                },
              ]),
        ]
      : refuse('noLongerNeeded', 409),
});

/** Found before an assignment: how many other stops the rider has. */
interface AssignPrepared {
  readonly stops?: number;
}
const assignInput = z.strictObject({
  agentId: employeeId(),
  coldBox: z.enum(['yes', 'no']).default('no'),
});
export const assign = command<DeliveryState, z.output<typeof assignInput>>({
  input: assignInput,
  need: [lmd('create'), lmd('edit')],
  reads: ({ agentId }, state, ctx) => ({
    dc: dcStream(state.id),
    duty: `attendance-${agentId}-${ctx.today}`,
  }),
  decide: (state, { agentId, coldBox }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'unassigned', 'assigned', 'accepted'));
    if (no) return no;
    if (state.statementId !== null)
      return refuse('onOtherStatement', 409, { dc: state.number, statement: state.statement ?? '' });
    const dc = dcOf(ctx);
    if (dc.stage !== 'verified' && dc.stage !== 'undelivered')
      return refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.dc.${dc.stage}`,
        allowed: ['stage.dc.verified'],
      });
    const counter = counterOnly(dc, 'OWN');
    if (counter) return counter;
    const employee = ctx.directory.employee(agentId);
    if (!employee?.active || !employee.poos.includes(state.pooId))
      return refuse('notInList', 422, { label: 'agentId' }, 'agentId');
    const duty: AttendanceRecord | undefined = ctx.read['duty'];
    if (duty?.iCheckInCheckOutFlag !== 1 || duty.iCancelFlag === 1)
      return refuse('notOnDuty', 422, { agent: employee.name }, 'agentId');
    if (((ctx.prepared as AssignPrepared | undefined)?.stops ?? 0) >= parcelLimits.stops)
      return refuse('riderFull', 422, { agent: employee.name, n: parcelLimits.stops }, 'agentId');
    if (state.cold && coldBox !== 'yes') return refuse('coldBoxNeeded', 422, undefined, 'coldBox');
    const agent: Person = { empId: agentId, name: employee.name };
    return [
      own(state, {
        type: 'LmdAssigned',
        data: { mode: 'OWN', agent, partner: null, again: state.stage !== 'unassigned' },
      }),
    ];
  },
});

const partnerInput = z.strictObject({
  mode: z.enum(['HYPERLOCAL', 'TRANSPORT', 'CUSTOMER_PICKUP']),
  partner: fields.text(60),
  riderName: fields.text(80),
  riderPhone: fields.text(11),
  lrNo: fields.blankable(fields.text(30)).optional(),
});
/** A courier, a transporter with its receipt, or the customer who fetches it. They have no account: taking it counts as an answer. */
export const assignPartner = command<DeliveryState, z.output<typeof partnerInput>>({
  input: partnerInput,
  need: [lmd('create'), lmd('edit')],
  reads: (_input, state) => ({ dc: dcStream(state.id) }),
  decide: (state, input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'unassigned', 'assigned', 'accepted'));
    if (no) return no;
    if (state.statementId !== null)
      return refuse('onOtherStatement', 409, { dc: state.number, statement: state.statement ?? '' });
    const counter = counterOnly(dcOf(ctx), input.mode);
    if (counter) return counter;
    if (!/^\d{10,11}$/.test(input.riderPhone)) return refuse('invalidPhone', 422, undefined, 'riderPhone');
    if (input.mode === 'TRANSPORT' && !input.lrNo) return refuse('lrNeeded', 422, undefined, 'lrNo');
    const agent: Person = { empId: null, name: input.riderName };
    const partner = {
      name: input.partner,
      riderName: input.riderName,
      riderPhone: input.riderPhone,
      lrNo: input.lrNo ?? null,
    };
    return [
      own(state, {
        type: 'LmdAssigned',
        data: { mode: input.mode, agent, partner, again: state.stage !== 'unassigned' },
      }),
      own(state, { type: 'LmdAccepted', data: {} }),
    ];
  },
});

const taken: ReadonlySet<ParcelStage> = new Set(['accepted', 'handedOver', 'out']);
const withActor = ({ agent, stage }: DeliveryState, { viewer }: Deciding): boolean =>
  viewer.kind === 'person' && agent?.empId === viewer.empId && taken.has(stage);

/** Typed without a connection too: what the rider has already, for instance by a run, is not taken a second time. */
export const accept = command<DeliveryState, object>({
  input: z.strictObject({}),
  need: runs('view'),
  decide: (state, _input, ctx) =>
    outside(state, ctx) ??
    (withActor(state, ctx)
      ? []
      : (firstOf(wrong(state, 'assigned'), notYours(state, ctx)) ?? [
          own(state, { type: 'LmdAccepted', data: {} }),
        ])),
});
export const decline = command<DeliveryState, { reason: string }>({
  input: z.strictObject({ reason: fields.note(250, 5) }),
  need: runs('view'),
  decide: (state, { reason }, ctx) =>
    firstOf(outside(state, ctx), wrong(state, 'assigned'), notYours(state, ctx)) ?? [
      own(state, {
        type: 'LmdDeclined',
        data: { reason, agent: state.agent ?? { empId: null, name: '' }, face: faceAgain(state) },
      }),
    ],
});
/** Nobody answered within ten minutes: the parcel is given to somebody else. */
export const lapse = command<DeliveryState, { at: string }>({
  input: z.strictObject({ at: texts.token() }),
  need: 'system',
  decide: (state, { at }) =>
    state.stage === 'assigned' && state.assignedAt === at
      ? [
          own(state, {
            type: 'LmdDeclined',
            data: {
              reason: 'noAnswer',
              agent: state.agent ?? { empId: null, name: '' },
              face: faceAgain(state),
            },
          }),
        ]
      : refuse('noLongerNeeded', 409),
});

/** Found before a decision: whether a code was right, or that one was sent. */
export interface CodePrepared {
  readonly code?: {
    readonly ok: boolean;
    readonly left: number;
    readonly expired: boolean;
    readonly used?: true;
  };
  readonly until?: string;
}

/** A parcel that was out before does not ride again with a blocked batch: it is received as goods that came back. */
const homeForGood = (state: DeliveryState): readonly NewEvent[] => [
  ...(state.statementId === null
    ? []
    : [
        own(state, { type: 'TakenOffStatement', data: { statementId: state.statementId } }),
        {
          stream: `statement-${state.statementId}`,
          type: 'DcRemovedFromStatement',
          data: { dcId: state.id, why: 'batchBlocked' },
        },
      ]),
  own(state, { type: 'RtoInitiated', data: { parts: allOf(state), reason: 'BLOCKED' } }),
  toDc(state.id, { type: 'DcRtoStarted', data: { reason: 'BLOCKED' } }),
];

/** Goods leave the place here, and nowhere else. A parcel that was out before left already. */
export function handing(state: DeliveryState, labels: readonly string[], ctx: Deciding) {
  const unread = labelsWrong(state, labels);
  if (unread) return unread;
  const dc = dcOf(ctx);
  const agent = state.agent ?? { empId: null, name: '' };
  const mode = state.mode ?? 'OWN';
  const blocked = blockedAmong(dc.lines, ctx.read);
  if (blocked && dc.stage === 'undelivered') return homeForGood(state);
  const no = firstOf(blocked, counterOnly(dc, mode));
  if (no) return no;
  const leaves =
    dc.stage === 'undelivered'
      ? [toDc(dc.id, { type: 'DcDispatched', data: { mode, agent } })]
      : dispatchEvents(dc, ctx.read, { mode, agent }, ctx.today);
  return isRefusal(leaves)
    ? leaves
    : [own(state, { type: 'ParcelHandedOver', data: { agent, mode } }), ...leaves];
}

/** The courier's rider gets a code by message, which the shop asks for before the parcel is given out. */
export const issuePickupOtp = command<DeliveryState, object>({
  input: z.strictObject({}),
  need: [inventory('dunzoPickupOtpVerification', 'create'), lmd('create')],
  decide: (state, _input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'accepted'));
    if (no) return no;
    if (state.mode !== 'HYPERLOCAL' && state.mode !== 'CUSTOMER_PICKUP') return refuse('noCodeForMode', 422);
    if (state.codeLocked) return refuse('otpLocked', 429);
    if (state.codeIssues >= parcelLimits.codeIssues)
      return refuse('otpIssues', 422, { n: parcelLimits.codeIssues });
    const until = (ctx.prepared as CodePrepared | undefined)?.until;
    if (until === undefined) return refuse('otpExpired', 422, { m: 15 });
    return [own(state, { type: 'HandoverOtpIssued', data: { n: state.codeIssues + 1, until } })];
  },
});
export const verifyPickupOtp = command<DeliveryState, { code: string; labels: string[] }>({
  input: z.strictObject({ code: handOverCode, labels: scannedLabels }),
  need: inventory('dunzoPickupOtpVerification', 'create'),
  reads: (_input, state) => parcelReads(state),
  decide: (state, { labels }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'accepted'));
    if (no) return no;
    if (state.codeLocked) return refuse('otpLocked', 429);
    // Before the code, of which there are three tries.
    const unread = labelsWrong(state, labels);
    if (unread) return unread;
    const found = (ctx.prepared as CodePrepared | undefined)?.code;
    if (!found || found.expired) return refuse('otpExpired', 422, { m: 15 }, 'code');
    if (found.ok) return handing(state, labels, ctx);
    // A refusal would leave no trace: the wrong try is an event, and its answer says how many are left.
    const lock = found.left <= 0 ? [own(state, { type: 'HandoverOtpLocked', data: {} })] : [];
    return {
      events: [own(state, { type: 'HandoverOtpFailed', data: { left: found.left } }), ...lock],
      answer: { wrong: true, left: found.left },
    };
  },
});
export const unlockPickupOtp = command<DeliveryState, object>({
  input: z.strictObject({}),
  need: inventory('dunzoPickupOtpVerification', 'approve'),
  decide: (state, _input, ctx) =>
    firstOf(outside(state, ctx), state.codeLocked ? null : refuse('noLongerNeeded', 409)) ?? [
      own(state, { type: 'HandoverOtpUnlocked', data: {} }),
    ],
});

/** An own rider takes a parcel that stands on his statement; a transporter's receipt number stands for its signature. */
export const handOver = command<DeliveryState, { labels: string[] }>({
  input: z.strictObject({ labels: scannedLabels }),
  need: ['Delivery/deliveryStatement:create', lmd('create')],
  reads: (_input, state) => parcelReads(state),
  decide: (state, { labels }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'accepted'));
    if (no) return no;
    if (state.mode === 'HYPERLOCAL' || state.mode === 'CUSTOMER_PICKUP') return refuse('codeFirst', 422);
    if (state.mode === 'OWN' && state.statementId === null)
      return refuse('notOnStatement', 409, { dc: state.number });
    return handing(state, labels, ctx);
  },
});
