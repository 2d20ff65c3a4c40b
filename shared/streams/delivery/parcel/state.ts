import type { Event, RecordedEvent, RecordedEventOf } from '../../../core/event.ts';
import type { Person } from '../../documents/state.ts';
import type { PayMode } from '../../money/day/state.ts';
import type { DcState } from '../../sales/dc/state.ts';
import type { Part } from '../../sales/order/state.ts';

export const modes = ['OWN', 'HYPERLOCAL', 'TRANSPORT', 'CUSTOMER_PICKUP'] as const;
export type Mode = (typeof modes)[number];
export const failReasons = [
  'NOT_HOME',
  'UNREACHABLE',
  'NO_CASH',
  'ADDRESS',
  'REFUSED',
  'RESCHEDULE',
  'DAMAGED',
] as const;
export type FailReason = (typeof failReasons)[number];

export interface ParcelLine {
  readonly id: string;
  readonly product: string;
  readonly batch: string;
  readonly barcodeId: number;
  readonly qty: number;
  readonly totalPaise: number;
  /** Never goes back to the shelf once it has left: Schedule H1 and cold chain. */
  readonly once: boolean;
}
/** What everybody who carries the parcel needs to know of it. */
export interface ParcelFace {
  readonly number: string;
  readonly pooId: number;
  readonly code: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  readonly address: string;
  readonly pincode: string;
  readonly parcels: number;
  readonly weightG: number | null;
  readonly cold: boolean;
  readonly payablePaise: number;
  readonly codDuePaise: number;
  readonly slotDate: string | null;
  readonly slotWindow: string;
  readonly lines: readonly ParcelLine[];
}
export interface Partner {
  readonly name: string;
  readonly riderName: string;
  readonly riderPhone: string;
  readonly lrNo: string | null;
}
export interface Proof {
  readonly how: 'code' | 'photo' | 'file';
  readonly receiver: string | null;
  readonly fileId: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** When it happened, as the rider's device says; the log has the server's time. */
  readonly doneAt: string | null;
}
export interface Cod {
  readonly paise: number;
  readonly mode: PayMode | null;
}
export interface LineFate {
  readonly lineId: string;
  readonly restock: number;
  readonly damaged: number;
}

export type DeliveryEvent =
  | Event<'DeliveryOpened', ParcelFace>
  | Event<'DeliveryWithdrawn', { readonly why: string }>
  | Event<
      'LmdAssigned',
      {
        readonly mode: Mode;
        readonly agent: Person;
        readonly partner: Partner | null;
        readonly again: boolean;
      }
    >
  | Event<'LmdAccepted', object>
  | Event<'LmdDeclined', { readonly reason: string; readonly agent: Person; readonly face: ParcelFace }>
  | Event<'HandoverOtpIssued', { readonly n: number; readonly until: string }>
  | Event<'HandoverOtpFailed', { readonly left: number }>
  | Event<'HandoverOtpLocked', object>
  | Event<'HandoverOtpUnlocked', object>
  | Event<'PutOnStatement', { readonly statementId: string; readonly statement: string }>
  | Event<'TakenOffStatement', { readonly statementId: string }>
  | Event<'ParcelHandedOver', { readonly agent: Person; readonly mode: Mode }>
  | Event<'OutForDelivery', { readonly phone: string }>
  /** By a payment link, before it reached the door. */
  | Event<'ParcelPaidOnline', { readonly paise: number }>
  | Event<'DeliveryOtpIssued', { readonly until: string }>
  | Event<'DeliveryOtpFailed', { readonly left: number }>
  | Event<'ParcelDelivered', { readonly proof: Proof; readonly cod: Cod; readonly reason: string | null }>
  | Event<
      'ParcelPartlyDelivered',
      {
        readonly proof: Proof;
        readonly cod: Cod;
        readonly accepted: readonly Part[];
        readonly refused: readonly Part[];
        readonly why: string;
      }
    >
  | Event<
      'DeliveryAttemptFailed',
      {
        readonly n: number;
        readonly reason: FailReason;
        readonly note: string | null;
        readonly fileId: string | null;
        readonly doneAt: string | null;
      }
    >
  | Event<'RtoInitiated', { readonly parts: readonly Part[]; readonly reason: string }>
  | Event<'ParcelBackAtStore', { readonly statementId: string; readonly face: ParcelFace }>
  | Event<
      'RtoReceived',
      {
        readonly parts: readonly Part[];
        readonly lost: readonly Part[];
        readonly lostPaise: number;
        readonly creditNoteNumber: string;
        readonly again: boolean;
        readonly charged: Person | null;
      }
    >
  | Event<'RtoInspected', { readonly lines: readonly LineFate[] }>;

export const parcelStages = [
  'unassigned',
  'assigned',
  'accepted',
  'handedOver',
  'out',
  'undelivered',
  'delivered',
  'rto',
  'rtoReceived',
  'closed',
  'withdrawn',
] as const;
export type ParcelStage = (typeof parcelStages)[number];

export interface ParcelStep {
  readonly type: string;
  readonly by: Person;
  readonly at: string;
  readonly note: string | null;
}
export interface DeliveryState extends ParcelFace {
  /** The number of its challan's stream. */
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly stage: ParcelStage;
  readonly mode: Mode | null;
  readonly agent: Person | null;
  readonly partner: Partner | null;
  readonly assignedAt: string | null;
  readonly acceptedAt: string | null;
  readonly handedAt: string | null;
  readonly statementId: string | null;
  readonly statement: string | null;
  readonly codeIssues: number;
  readonly codeUntil: string | null;
  readonly codeLocked: boolean;
  readonly attempts: readonly { readonly n: number; readonly reason: FailReason; readonly at: string }[];
  readonly proof: Proof | null;
  /** Of what was to be collected, already paid by a link. */
  readonly paidOnlinePaise: number;
  readonly cod: Cod | null;
  readonly accepted: readonly Part[];
  /** What has to come back, or came. */
  readonly rto: readonly Part[];
  readonly rtoReason: string | null;
  readonly back: readonly Part[];
  readonly lostPaise: number;
  readonly creditNoteNumber: string | null;
  readonly openedAt: string;
  readonly movedAt: string;
  readonly steps: readonly ParcelStep[];
}

export const deliveryStream = (dcId: string): string => `delivery-${dcId}`;

export const noDelivery = (id: string): DeliveryState => ({
  id,
  exists: false,
  version: 0,
  number: '',
  pooId: 0,
  code: '',
  orderId: '',
  orderNumber: '',
  invoiceId: '',
  invoiceNumber: '',
  customerId: null,
  customer: '',
  phone: '',
  address: '',
  pincode: '',
  parcels: 0,
  weightG: null,
  cold: false,
  payablePaise: 0,
  codDuePaise: 0,
  slotDate: null,
  slotWindow: '',
  lines: [],
  stage: 'unassigned',
  mode: null,
  agent: null,
  partner: null,
  assignedAt: null,
  acceptedAt: null,
  handedAt: null,
  statementId: null,
  statement: null,
  codeIssues: 0,
  codeUntil: null,
  codeLocked: false,
  attempts: [],
  proof: null,
  paidOnlinePaise: 0,
  cod: null,
  accepted: [],
  rto: [],
  rtoReason: null,
  back: [],
  lostPaise: 0,
  creditNoteNumber: null,
  openedAt: '',
  movedAt: '',
  steps: [],
});

/** The parcel as its challan describes it. */
export function faceOf(dc: DcState): ParcelFace {
  const { header } = dc;
  return {
    number: dc.number,
    pooId: dc.pooId,
    code: dc.place.code,
    orderId: header.orderId,
    orderNumber: header.orderNumber,
    invoiceId: header.invoiceId,
    invoiceNumber: header.invoiceNumber,
    customerId: header.customerId,
    customer: header.customer,
    phone: header.phone,
    address: header.address,
    pincode: header.pincode,
    parcels: header.parcels,
    weightG: header.weightG,
    cold: header.cold,
    payablePaise: header.payablePaise,
    codDuePaise: header.codDuePaise,
    slotDate: header.slotDate,
    slotWindow: header.slotWindow,
    lines: dc.lines.map(({ id, product, batch, barcodeId, qty, total, storage, schedules }) => ({
      id,
      product,
      batch,
      barcodeId,
      qty,
      totalPaise: total,
      once: storage === 'COLD' || schedules.includes('H1'),
    })),
  };
}

/** What is told again of a parcel when it waits for a carrier once more. */
export function faceAgain(state: DeliveryState): ParcelFace {
  const { number, pooId, code, orderId, orderNumber, invoiceId, invoiceNumber, customerId, customer } = state;
  const { phone, address, pincode, parcels, weightG, cold, payablePaise, codDuePaise } = state;
  return {
    ...{ number, pooId, code, orderId, orderNumber, invoiceId, invoiceNumber, customerId, customer },
    ...{ phone, address, pincode, parcels, weightG, cold, payablePaise, codDuePaise },
    slotDate: state.slotDate,
    slotWindow: state.slotWindow,
    lines: state.lines,
  };
}

export const allOf = ({ lines }: Pick<DeliveryState, 'lines'>): readonly Part[] =>
  lines.map(({ id, qty }) => ({ lineId: id, qty }));
/** What is left of the parcel after some of it was taken. */
export const restOf = ({ lines }: Pick<DeliveryState, 'lines'>, taken: readonly Part[]): readonly Part[] =>
  lines
    .map(({ id, qty }) => ({ lineId: id, qty: qty - (taken.find(({ lineId }) => lineId === id)?.qty ?? 0) }))
    .filter(({ qty }) => qty > 0);

const personOf = ({ actor }: RecordedEvent): Person => ({ empId: actor.empId, name: actor.name });

export function evolveDelivery(before: DeliveryState, event: RecordedEventOf<DeliveryEvent>): DeliveryState {
  const step = (note: string | null = null): readonly ParcelStep[] => [
    ...before.steps,
    { type: event.type, by: personOf(event), at: event.at, note },
  ];
  const state: DeliveryState = { ...before, version: event.version, movedAt: event.at };
  switch (event.type) {
    case 'DeliveryOpened':
      return {
        ...noDelivery(state.id),
        ...event.data,
        paidOnlinePaise: before.paidOnlinePaise,
        exists: true,
        version: event.version,
        openedAt: event.at,
        movedAt: event.at,
        steps: step(),
      };
    case 'DeliveryWithdrawn':
      return { ...state, stage: 'withdrawn', steps: step(event.data.why) };
    case 'LmdAssigned': {
      const { mode, agent, partner } = event.data;
      return {
        ...state,
        stage: 'assigned',
        mode,
        agent,
        partner,
        assignedAt: event.at,
        codeIssues: 0,
        codeUntil: null,
        codeLocked: false,
        steps: step(agent.name),
      };
    }
    case 'LmdAccepted':
      return { ...state, stage: 'accepted', acceptedAt: event.at, steps: step() };
    case 'LmdDeclined':
      return {
        ...state,
        stage: 'unassigned',
        agent: null,
        mode: null,
        partner: null,
        steps: step(event.data.reason),
      };
    case 'HandoverOtpIssued':
      return { ...state, codeIssues: event.data.n, codeUntil: event.data.until, steps: step() };
    case 'HandoverOtpFailed':
      return { ...state, steps: step() };
    case 'HandoverOtpLocked':
      return { ...state, codeLocked: true, steps: step() };
    case 'HandoverOtpUnlocked':
      return { ...state, codeLocked: false, codeIssues: 0, codeUntil: null, steps: step() };
    case 'PutOnStatement':
      return { ...state, statementId: event.data.statementId, statement: event.data.statement };
    case 'TakenOffStatement':
      return { ...state, statementId: null, statement: null };
    case 'ParcelHandedOver':
      return { ...state, stage: 'handedOver', handedAt: event.at, steps: step(event.data.agent.name) };
    default:
      return evolveRoad(state, event, step);
  }
}

function evolveRoad(
  state: DeliveryState,
  event: RecordedEventOf<DeliveryEvent>,
  step: (note?: string | null) => readonly ParcelStep[],
): DeliveryState {
  switch (event.type) {
    case 'OutForDelivery':
      return { ...state, stage: 'out', steps: step() };
    case 'ParcelPaidOnline':
      return {
        ...state,
        codDuePaise: Math.max(0, state.codDuePaise - event.data.paise),
        paidOnlinePaise: state.paidOnlinePaise + event.data.paise,
        steps: step(),
      };
    case 'DeliveryOtpIssued':
      return { ...state, codeUntil: event.data.until };
    case 'DeliveryOtpFailed':
      return { ...state, steps: step() };
    case 'ParcelDelivered': {
      const { proof, cod, reason } = event.data;
      return { ...state, stage: 'delivered', proof, cod, accepted: allOf(state), steps: step(reason) };
    }
    case 'ParcelPartlyDelivered': {
      const { proof, cod, accepted, refused, why } = event.data;
      return { ...state, stage: 'rto', proof, cod, accepted, rto: refused, rtoReason: why, steps: step(why) };
    }
    case 'DeliveryAttemptFailed': {
      const { n, reason, note } = event.data;
      const attempts = [...state.attempts, { n, reason, at: event.at }];
      return { ...state, stage: 'undelivered', attempts, steps: step(note ?? reason) };
    }
    case 'RtoInitiated':
      return {
        ...state,
        stage: 'rto',
        rto: event.data.parts,
        rtoReason: event.data.reason,
        steps: step(event.data.reason),
      };
    case 'ParcelBackAtStore':
      return {
        ...state,
        stage: 'unassigned',
        agent: null,
        mode: null,
        partner: null,
        statementId: null,
        statement: null,
        steps: step(),
      };
    case 'RtoReceived': {
      const { parts, lostPaise, creditNoteNumber } = event.data;
      return {
        ...state,
        stage: 'rtoReceived',
        back: parts,
        lostPaise,
        creditNoteNumber,
        steps: step(creditNoteNumber),
      };
    }
    case 'RtoInspected':
      return { ...state, stage: 'closed', steps: step() };
    default:
      return state;
  }
}
