import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import { noSupplier, type SupplierFacts } from '../supplier-copy.ts';

export interface GatePassHeader extends SupplierFacts {
  /** Numbers of purchase orders as in the documents. */
  readonly orders: string | null;
  readonly transporter: string | null;
  readonly vehicle: string | null;
  readonly driver: string | null;
  readonly phone: string | null;
  readonly lrNo: string | null;
  readonly boxesDeclared: number | null;
  readonly boxesReceived: number | null;
  readonly boxesDamaged: number | null;
  /** °C with one decimal, when any cold goods arrived. */
  readonly coldTemp: number | null;
  readonly ewayNo: string | null;
  /** Business day. */
  readonly ewayTill: string | null;
}

/** An invoice that arrived with the goods; one receipt is entered for each. */
export interface InvoiceLine {
  readonly id: string;
  readonly invoiceNo: string;
  readonly invoiceDate: string | null;
  readonly valuePaise: number;
  readonly greId: string | null;
  readonly gre: string | null;
}
export type GatePassState = DocumentState<GatePassHeader, InvoiceLine>;

export const gatePassNames = {
  drafted: 'GatePassOpened',
  changed: 'GatePassCorrected',
  attached: 'GatePassFileAttached',
  detached: 'GatePassFileRemoved',
  printed: 'GatePassPrinted',
} as const;
export const refuseReasons = ['WRONG_PLACE', 'NO_ORDER', 'COLD_CHAIN', 'DAMAGED'] as const;

export type GatePassEvent =
  | DraftEvents<typeof gatePassNames, GatePassHeader, InvoiceLine>
  | Event<'GatePassRefused', { readonly reason: (typeof refuseReasons)[number]; readonly note: string }>
  | Event<'GatePassGreStarted', { readonly lineId: string; readonly greId: string; readonly gre: string }>
  | Event<'GatePassGreEnded', { readonly greId: string; readonly taken: boolean }>
  | Event<'GatePassClosed', object>
  | Event<'GatePassCancelled', { readonly reason: string }>;

export const gatePassLife = documentLife('gatepass', {
  open: { change: 'open', startGre: 'greStarted', refuse: 'refused', cancel: 'cancelled' },
  greStarted: { startGre: 'greStarted', reopen: 'open', close: 'closed' },
  closed: {},
  refused: {},
  cancelled: {},
});

export const noGatePass = (id: string): GatePassState =>
  noDocument<GatePassHeader, InvoiceLine>(id, {
    ...noSupplier,
    orders: null,
    transporter: null,
    vehicle: null,
    driver: null,
    phone: null,
    lrNo: null,
    boxesDeclared: null,
    boxesReceived: null,
    boxesDamaged: null,
    coldTemp: null,
    ewayNo: null,
    ewayTill: null,
  });

export function evolveGatePass(state: GatePassState, event: RecordedEventOf<GatePassEvent>): GatePassState {
  const draft = evolveDraft<GatePassHeader, InvoiceLine, GatePassState>(
    gatePassNames,
    gatePassLife.initial,
    state,
    event,
  );
  if (draft) return draft;
  switch (event.type) {
    case 'GatePassGreStarted': {
      const { lineId, greId, gre } = event.data;
      return withLine(stepped(state, event, 'startGre', 'greStarted'), lineId, (line) => ({
        ...line,
        greId,
        gre,
      }));
    }
    case 'GatePassGreEnded': {
      // A receipt that was cancelled leaves its invoice to be entered again.
      const lines = event.data.taken
        ? state.lines
        : state.lines.map((line) =>
            line.greId === event.data.greId ? { ...line, greId: null, gre: null } : line,
          );
      const stage = lines.every(({ greId }) => greId === null) ? 'open' : state.stage;
      return { ...state, version: event.version, lines, stage };
    }
    case 'GatePassClosed':
      return stepped(state, event, 'close', 'closed');
    case 'GatePassRefused':
      return stepped(state, event, 'refuse', 'refused', event.data.note);
    case 'GatePassCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return state;
  }
}
