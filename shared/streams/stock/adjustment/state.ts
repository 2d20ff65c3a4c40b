import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import type { StockLineFacts } from '../item/line-facts.ts';

export interface AdjustmentHeader {
  readonly reasonId: number | null;
  readonly reason: string;
  readonly direction: 'UP' | 'DOWN' | 'BOTH' | null;
  /** Goods lost, stolen or destroyed: the input tax is reversed. */
  readonly itcReversal: boolean;
  readonly needsPhoto: boolean;
  readonly note: string | null;
  /** The count that found it, and its counters, who do not approve it. */
  readonly count?: { readonly id: string; readonly number: string; readonly by: readonly number[] };
}
/** Excess (above 0) or missing (below 0) units. */
export interface AdjustmentLine extends StockLineFacts {
  readonly id: string;
  readonly systemQty: number;
  readonly qty: number;
  readonly valuePaise: number;
  /** The tray that was counted. */
  readonly trayId?: number | null;
}
export type AdjustmentState = DocumentState<AdjustmentHeader, AdjustmentLine>;

export const adjustmentNames = {
  drafted: 'StockAdjustmentDrafted',
  changed: 'StockAdjustmentChanged',
  attached: 'StockAdjustmentFileAttached',
  detached: 'StockAdjustmentFileRemoved',
  printed: 'StockAdjustmentPrinted',
} as const;
export type AdjustmentEvent =
  | DraftEvents<typeof adjustmentNames, AdjustmentHeader, AdjustmentLine>
  | Event<'StockAdjustmentProposed', object>
  | Event<
      'StockAdjustmentApproved',
      { readonly units: number; readonly valuePaise: number; readonly itcReversal: boolean }
    >
  | Event<'StockAdjustmentRejected', { readonly reason: string }>
  | Event<'RecountOrdered', { readonly reason: string }>;

export const adjustmentLife = documentLife('adjustment', {
  draft: { change: 'draft', submit: 'submitted' },
  submitted: { approve: 'posted', reject: 'rejected', recount: 'draft' },
  posted: {},
  rejected: {},
});
export const noAdjustment = (id: string): AdjustmentState =>
  noDocument<AdjustmentHeader, AdjustmentLine>(id, {
    reasonId: null,
    reason: '',
    direction: null,
    itcReversal: false,
    needsPhoto: false,
    note: null,
  });

export function evolveAdjustment(
  state: AdjustmentState,
  event: RecordedEventOf<AdjustmentEvent>,
): AdjustmentState {
  const draft = evolveDraft<AdjustmentHeader, AdjustmentLine, AdjustmentState>(
    adjustmentNames,
    adjustmentLife.initial,
    state,
    event,
  );
  if (draft) return draft;
  switch (event.type) {
    case 'StockAdjustmentProposed':
      return stepped(state, event, 'submit', 'submitted');
    case 'StockAdjustmentApproved':
      return stepped(state, event, 'approve', 'posted');
    case 'StockAdjustmentRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'RecountOrdered':
      return stepped(state, event, 'recount', 'draft', event.data.reason);
    default:
      return state;
  }
}
