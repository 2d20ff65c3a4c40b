import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
  type Person,
} from '../../documents/state.ts';
import type { StockRef } from '../../stock/item/state.ts';

export const shortReasons = ['NOT_FOUND', 'DAMAGED', 'BLOCKED', 'CUSTOMER'] as const;
export type ShortReason = (typeof shortReasons)[number];

export interface PickHeader {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly pincode: string;
  readonly slotDate: string | null;
  readonly slotWindow: string;
  readonly payment: string;
  readonly rxId: number | null;
  /** Something of it must stay cold. */
  readonly cold: boolean;
  /** Something of it needs a prescription. */
  readonly strict: boolean;
}
export interface PickLine {
  readonly id: string;
  readonly orderLineId: string;
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly packSize: number;
  readonly storage: string;
  /** Not on lists of earlier versions. */
  readonly schedules?: readonly string[];
  readonly minLifeDays: number;
  readonly barcodeId: number;
  readonly label: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly mrpPaise: number;
  readonly trayId: number;
  readonly tray: string;
  readonly qty: number;
  readonly picked: number;
  readonly short: number;
}
export interface PickState extends DocumentState<PickHeader, PickLine> {
  readonly picker: Person | null;
  /** Until when the picker alone works on it. */
  readonly until: string | null;
  readonly scans: readonly string[];
  readonly parcels: number;
  readonly weightG: number | null;
  readonly coldBox: boolean;
  readonly dcId: string | null;
  /** Why nobody picks on: the prescription that replaces its own is not checked yet. */
  readonly held: { readonly rxId: number; readonly ref: string; readonly reason: string } | null;
}

export const pickNames = {
  drafted: 'PickListCreated',
  changed: 'PickListChanged',
  attached: 'PickListFileAttached',
  detached: 'PickListFileRemoved',
  printed: 'PickListPrinted',
} as const;

export type PickEvent =
  | DraftEvents<typeof pickNames, PickHeader, PickLine>
  | Event<'PickingStarted', { readonly until: string }>
  | Event<
      'PickScanned',
      { readonly lineId: string; readonly qty: number; readonly scanId: string; readonly until: string }
    >
  | Event<'PickScanReversed', { readonly lineId: string; readonly qty: number }>
  | Event<
      'PickBatchSwapped',
      {
        readonly lineId: string;
        readonly reason: ShortReason;
        readonly note: string | null;
        /** Units that the skipped batch gives up. */
        readonly qty: number;
        readonly lines: readonly PickLine[];
      }
    >
  | Event<
      'PickShortRecorded',
      {
        readonly lineId: string;
        readonly qty: number;
        readonly reason: ShortReason;
        readonly note: string | null;
      }
    >
  /** Goods of the list must not leave any more; the picker who has it is told. */
  | Event<
      'PickBatchBlocked',
      {
        readonly barcodeId: number;
        readonly batch: string;
        readonly product: string;
        readonly reason: string;
        readonly picker: number | null;
      }
    >
  /** Another prescription replaces that of the list; the picker who has it is told. */
  | Event<
      'PickListHeld',
      {
        readonly rxId: number;
        readonly ref: string;
        readonly reason: string;
        readonly picker: number | null;
        readonly number: string;
      }
    >
  | Event<'PickListUnheld', { readonly ref: string }>
  /** The prescription of the list stays replaced: the list ends, and its picker gets a notice. */
  | Event<
      'PickListReplaced',
      { readonly rxId: number; readonly ref: string; readonly picker: number | null; readonly number: string }
    >
  | Event<'PickingFinished', object>
  | Event<
      'PickListPacked',
      { readonly parcels: number; readonly weightG: number | null; readonly coldBox: boolean }
    >
  | Event<'PickListReassigned', { readonly to: Person }>
  /** Whoever picks it gets a notice, unless they were notified of its end already. */
  | Event<
      'PickListCancelled',
      {
        readonly reason: string;
        readonly putBack: boolean;
        readonly picker?: number | null;
        readonly number?: string;
      }
    >
  | Event<'PickGoodsPutBack', { readonly lineId: string; readonly qty: number; readonly last: boolean }>
  | Event<'PickDcMade', { readonly dcId: string; readonly dcNumber: string }>;

export const pickLife = documentLife('pick', {
  created: { print: 'printed', start: 'picking', scan: 'picking', reassign: 'created', cancel: 'cancelled' },
  printed: { print: 'printed', start: 'picking', scan: 'picking', reassign: 'printed', cancel: 'cancelled' },
  picking: {
    start: 'picking',
    scan: 'picking',
    reverse: 'picking',
    swap: 'picking',
    short: 'picking',
    finish: 'picked',
    reassign: 'picking',
    cancel: 'putBack',
  },
  picked: { pack: 'packed', reopen: 'picking', reverse: 'picking', cancel: 'putBack' },
  packed: { makeDc: 'dcMade', cancel: 'putBack' },
  putBack: { putBack: 'cancelled' },
  dcMade: {},
  cancelled: {},
});

export const noPick = (id: string): PickState => ({
  ...noDocument<PickHeader, PickLine>(id, {
    orderId: '',
    orderNumber: '',
    customerId: null,
    customer: '',
    pincode: '',
    slotDate: null,
    slotWindow: 'MORNING',
    payment: 'COD',
    rxId: null,
    cold: false,
    strict: false,
  }),
  picker: null,
  until: null,
  scans: [],
  parcels: 0,
  weightG: null,
  coldBox: false,
  dcId: null,
  held: null,
});

/** Units of a line that still wait to be picked. */
export const leftToPick = ({ qty, picked, short }: Pick<PickLine, 'qty' | 'picked' | 'short'>): number =>
  Math.max(0, qty - picked - short);
export const pickRef = ({ id, number }: Pick<PickState, 'id' | 'number'>, line: string): StockRef => ({
  type: 'pick',
  id,
  line,
  number,
});
const mostScans = 500;

export function evolvePick(state: PickState, event: RecordedEventOf<PickEvent>): PickState {
  const next = evolveDraft<PickHeader, PickLine, PickState>(pickNames, pickLife.initial, state, event);
  if (next)
    return event.type === 'PickListPrinted' && state.stage === 'created'
      ? stepped(next, event, 'print', 'printed')
      : next;
  switch (event.type) {
    case 'PickingStarted':
      return {
        ...stepped(state, event, 'start', 'picking'),
        picker: { empId: event.actor.empId, name: event.actor.name },
        until: event.data.until,
      };
    case 'PickScanned': {
      const { lineId, qty, scanId, until } = event.data;
      return {
        ...withLine(state, lineId, (line: PickLine) => ({ ...line, picked: line.picked + qty })),
        version: event.version,
        scans: [...state.scans, scanId].slice(-mostScans),
        until,
      };
    }
    case 'PickScanReversed': {
      const { lineId, qty } = event.data;
      return {
        ...withLine(state, lineId, (line: PickLine) => ({ ...line, picked: line.picked - qty })),
        version: event.version,
        stage: 'picking',
      };
    }
    case 'PickBatchSwapped': {
      const { lineId, qty, lines } = event.data;
      const kept = state.lines.flatMap((line) => {
        if (line.id !== lineId) return [line];
        const left = { ...line, qty: line.qty - qty };
        return left.qty > 0 ? [left] : [];
      });
      return { ...state, version: event.version, lines: [...kept, ...lines] };
    }
    case 'PickShortRecorded': {
      const { lineId, qty } = event.data;
      return {
        ...withLine(state, lineId, (line: PickLine) => ({ ...line, short: line.short + qty })),
        version: event.version,
      };
    }
    case 'PickBatchBlocked':
      return stepped(state, event, 'blocked', state.stage, `${event.data.product} ${event.data.batch}`);
    case 'PickListHeld': {
      const { rxId, ref, reason } = event.data;
      const note = `${ref}: ${reason}`;
      return { ...stepped(state, event, 'hold', state.stage, note), held: { rxId, ref, reason } };
    }
    case 'PickListReplaced':
    case 'PickListUnheld':
      return { ...stepped(state, event, 'unhold', state.stage, event.data.ref), held: null };
    case 'PickingFinished':
      return stepped(state, event, 'finish', 'picked');
    case 'PickListPacked':
      return { ...stepped(state, event, 'pack', 'packed'), ...event.data };
    case 'PickListReassigned':
      return { ...state, version: event.version, picker: event.data.to, until: null };
    case 'PickListCancelled':
      return stepped(state, event, 'cancel', event.data.putBack ? 'putBack' : 'cancelled', event.data.reason);
    case 'PickGoodsPutBack': {
      const { lineId, qty, last } = event.data;
      const back = withLine(state, lineId, (line: PickLine) => ({ ...line, picked: line.picked - qty }));
      return last ? stepped(back, event, 'putBack', 'cancelled') : { ...back, version: event.version };
    }
    case 'PickDcMade':
      return { ...stepped(state, event, 'makeDc', 'dcMade', event.data.dcNumber), dcId: event.data.dcId };
    default:
      return state;
  }
}
