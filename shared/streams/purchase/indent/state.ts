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
import type { ProductFacts } from '../product-facts.ts';

export const indentSources = ['MANUAL', 'SO', 'MINMAX'] as const;
export const shortCloseReasons = ['NOT_AVAILABLE', 'BANNED', 'PRICE'] as const;

export interface IndentHeader {
  readonly source: (typeof indentSources)[number];
  /** Business day. */
  readonly neededBy: string | null;
  readonly urgency: 'normal' | 'urgent';
  readonly note: string | null;
}

/** Base units; `qty` is always open + on order + on transfer + received + cancelled. */
export interface IndentLine extends ProductFacts {
  readonly id: string;
  readonly qty: number;
  readonly open: number;
  readonly onPo: number;
  readonly onTransfer: number;
  readonly received: number;
  readonly cancelled: number;
  /** Lines of customer orders that wait for these goods. */
  readonly orderLines: readonly string[];
}
export type IndentState = DocumentState<IndentHeader, IndentLine>;

export const indentNames = {
  drafted: 'IndentRaised',
  changed: 'IndentLineChanged',
  attached: 'IndentFileAttached',
  detached: 'IndentFileRemoved',
  printed: 'IndentPrinted',
} as const;

interface Moved {
  readonly lineId: string;
  readonly qty: number;
}
export type IndentEvent =
  | DraftEvents<typeof indentNames, IndentHeader, IndentLine>
  | Event<'IndentSubmitted', object>
  | Event<'IndentLineAllocatedToPo', Moved & { readonly poId: string; readonly po: string }>
  | Event<'IndentLineReleased', Moved & { readonly poId: string; readonly why: string }>
  | Event<
      'IndentLineAllocatedToTransfer',
      Moved & { readonly transferId: string; readonly fromPooId: number }
    >
  | Event<'IndentLineTransferReleased', Moved & { readonly transferId: string; readonly why: string }>
  | Event<'IndentLineReceived', Moved & { readonly from: 'onPo' | 'onTransfer' }>
  | Event<'IndentLineCancelled', Moved & { readonly reason: string }>
  | Event<'IndentLineShortClosed', Moved & { readonly reason: string }>
  | Event<'IndentRejected', { readonly reason: string }>
  | Event<'IndentCancelled', { readonly reason: string }>;

export const indentLife = documentLife('indent', {
  draft: { change: 'draft', submit: 'submitted', cancel: 'cancelled' },
  submitted: {
    change: 'submitted',
    allot: 'submitted',
    reject: 'rejected',
    cancel: 'cancelled',
    process: 'processed',
    settle: 'closed',
  },
  // Everything is ordered or on its way; units that a supplier does not deliver reopen it.
  processed: { reopen: 'submitted', settle: 'closed' },
  closed: {},
  rejected: {},
  cancelled: {},
});

export const noIndent = (id: string): IndentState =>
  noDocument<IndentHeader, IndentLine>(id, {
    source: 'MANUAL',
    neededBy: null,
    urgency: 'normal',
    note: null,
  });

/** Whether anything of the indent was ordered, moved, received or closed. */
export const isUntouched = ({ lines }: IndentState): boolean => lines.every((line) => line.open === line.qty);

/** The stage that follows from the lines of a submitted indent. */
function settled(state: IndentState): IndentState {
  if (state.stage !== 'submitted' && state.stage !== 'processed') return state;
  const open = state.lines.some((line) => line.open > 0);
  const waiting = state.lines.some((line) => line.onPo > 0 || line.onTransfer > 0);
  return { ...state, stage: open ? 'submitted' : waiting ? 'processed' : 'closed' };
}

/** `qty` units of a line from one of its parts to another. */
function moved(
  state: IndentState,
  version: number,
  { lineId, qty }: Moved,
  from: LinePart,
  to: LinePart,
): IndentState {
  return settled({
    ...withLine(state, lineId, (line) => ({ ...line, [from]: line[from] - qty, [to]: line[to] + qty })),
    version,
  });
}
type LinePart = 'open' | 'onPo' | 'onTransfer' | 'received' | 'cancelled';

export function evolveIndent(state: IndentState, event: RecordedEventOf<IndentEvent>): IndentState {
  const draft = evolveDraft<IndentHeader, IndentLine, IndentState>(
    indentNames,
    indentLife.initial,
    state,
    event,
  );
  if (draft) return settled(draft);
  const { version } = event;
  switch (event.type) {
    case 'IndentSubmitted':
      return settled(stepped(state, event, 'submit', 'submitted'));
    case 'IndentLineAllocatedToPo':
      return moved(state, version, event.data, 'open', 'onPo');
    case 'IndentLineReleased':
      return moved(state, version, event.data, 'onPo', 'open');
    case 'IndentLineAllocatedToTransfer':
      return moved(state, version, event.data, 'open', 'onTransfer');
    case 'IndentLineTransferReleased':
      return moved(state, version, event.data, 'onTransfer', 'open');
    case 'IndentLineReceived':
      return moved(state, version, event.data, event.data.from, 'received');
    case 'IndentLineCancelled':
    case 'IndentLineShortClosed':
      return moved(state, version, event.data, 'open', 'cancelled');
    case 'IndentRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'IndentCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return state;
  }
}
