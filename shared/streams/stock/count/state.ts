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
import type { StockLineFacts } from '../item/line-facts.ts';

export interface CountHeader {
  /** The scope of the count: one tray, or the shelves of the whole place. */
  readonly trayId: number | null;
  readonly tray: string;
  readonly note: string | null;
}
export interface CountLine extends StockLineFacts {
  readonly id: string;
  readonly countedQty: number | null;
  /** The result of the first count, when the line is counted again. */
  readonly firstQty: number | null;
  /** Known once the count is submitted. */
  readonly systemQty: number | null;
  readonly variance: number | null;
  readonly valuePaise: number | null;
}
export interface CountState extends DocumentState<CountHeader, CountLine> {
  readonly round: number;
  /** The counters of this round and of earlier ones. */
  readonly counters: readonly number[];
  readonly counted: readonly number[];
}

export const countNames = {
  drafted: 'CountSessionOpened',
  changed: 'CountScanRecorded',
  attached: 'CountFileAttached',
  detached: 'CountFileRemoved',
  printed: 'CountPrinted',
} as const;

export interface FoundLine {
  readonly id: string;
  readonly systemQty: number;
  readonly variance: number;
  readonly valuePaise: number;
}
export type CountEvent =
  | DraftEvents<typeof countNames, CountHeader, CountLine>
  | Event<'CountLineCleared', { readonly lineId: string }>
  | Event<'CountUnscannedListed', { readonly barcodeIds: readonly number[] }>
  | Event<'CountUnscannedAdded', { readonly lines: readonly CountLine[] }>
  | Event<'CountSessionSubmitted', { readonly agreed: boolean; readonly found: readonly FoundLine[] }>
  | Event<'CountRecountOrdered', { readonly reason: string; readonly lineIds: readonly string[] }>
  | Event<
      'CountDifferencesProposed',
      { readonly adjustments: readonly { readonly id: string; readonly number: string }[] }
    >
  | Event<'CountSessionCancelled', { readonly reason: string }>;

export const countLife = documentLife('count', {
  counting: { change: 'counting', submit: 'differences', agree: 'agreed', cancel: 'cancelled' },
  differences: { recount: 'counting', propose: 'proposed', cancel: 'cancelled' },
  agreed: {},
  proposed: {},
  cancelled: {},
});
export const noCount = (id: string): CountState => ({
  ...noDocument<CountHeader, CountLine>(id, { trayId: null, tray: '', note: null }),
  round: 1,
  counters: [],
  counted: [],
});

export const differing = ({ lines }: Pick<CountState, 'lines'>): readonly CountLine[] =>
  lines.filter(({ variance }) => variance !== null && variance !== 0);

const withCounter = (state: CountState, empId: number | null): CountState =>
  empId === null || state.counters.includes(empId)
    ? state
    : { ...state, counters: [...state.counters, empId] };

export function evolveCount(state: CountState, event: RecordedEventOf<CountEvent>): CountState {
  const draft = evolveDraft<CountHeader, CountLine, CountState>(countNames, countLife.initial, state, event);
  if (draft)
    return event.type === 'CountScanRecorded' && (event.data.put ?? []).length > 0
      ? withCounter(draft, event.actor.empId)
      : draft;
  const { version } = event;
  switch (event.type) {
    case 'CountLineCleared':
      return {
        ...withLine(state, event.data.lineId, (line) => ({ ...line, countedQty: null })),
        version,
      };
    case 'CountUnscannedAdded':
      return { ...state, version, lines: [...state.lines, ...event.data.lines] };
    case 'CountSessionSubmitted': {
      const { agreed, found } = event.data;
      const byId = new Map(found.map((one) => [one.id, one]));
      const lines = state.lines.map((line) => ({ ...line, ...byId.get(line.id) }));
      return stepped({ ...state, lines }, event, 'submit', agreed ? 'agreed' : 'differences');
    }
    case 'CountRecountOrdered': {
      const again = new Set(event.data.lineIds);
      const lines = state.lines.map((line) =>
        again.has(line.id)
          ? {
              ...line,
              firstQty: line.countedQty,
              countedQty: null,
              systemQty: null,
              variance: null,
              valuePaise: null,
            }
          : line,
      );
      const counted = [...new Set([...state.counted, ...state.counters])];
      const next = { ...state, lines, counted, counters: [], round: state.round + 1 };
      return stepped(next, event, 'recount', 'counting', event.data.reason);
    }
    case 'CountDifferencesProposed':
      return stepped(state, event, 'propose', 'proposed');
    case 'CountSessionCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return { ...state, version };
  }
}
