import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, purchaseLine, type DocumentTotals } from '../../../core/gst.ts';
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
import type { ProductFacts } from '../product-facts.ts';
import { noSupplier, type SupplierFacts } from '../supplier-copy.ts';

export interface PoHeader extends SupplierFacts {
  /** Business day on which the goods are expected. */
  readonly expectedOn: string | null;
  readonly validityDays: number;
  readonly terms: string | null;
  /** Made from indents: one such draft per place and supplier. */
  readonly fromIndents: boolean;
}

/** Units of an indent's line that this line orders, and how many of them arrived. */
export interface IndentLink {
  readonly indentId: string;
  readonly lineId: string;
  readonly qty: number;
  readonly received: number;
}
export interface PoLine extends ProductFacts {
  readonly id: string;
  readonly packs: number;
  readonly freePacks: number;
  readonly ptrPaise: number;
  readonly discBp: number;
  readonly gstBp: number;
  readonly receivedPacks: number;
  readonly receivedFree: number;
  readonly links: readonly IndentLink[];
}
export interface PoState extends DocumentState<PoHeader, PoLine> {
  readonly revision: number;
  /** The approvers of an order that needs two. */
  readonly approvals: readonly Person[];
  readonly sentBy: 'email' | 'print' | null;
}

export const poNames = {
  drafted: 'PoDrafted',
  changed: 'PoChanged',
  attached: 'PoFileAttached',
  detached: 'PoFileRemoved',
  printed: 'PoPrinted',
} as const;

export interface ReceivedLine {
  readonly lineId: string;
  readonly packs: number;
  readonly free: number;
}
export type PoEvent =
  | DraftEvents<typeof poNames, PoHeader, PoLine>
  | Event<'PoSubmitted', object>
  | Event<'PoFirstApproved', object>
  | Event<'PoApproved', object>
  | Event<'PoRejected', { readonly reason: string }>
  | Event<'PoRevised', { readonly revision: number }>
  | Event<
      'PoSentToSupplier',
      { readonly channel: 'email' | 'print'; readonly revision: number; readonly lapsesAt: string }
    >
  | Event<
      'PoReceiptRecorded',
      {
        readonly greId: string;
        readonly lines: readonly ReceivedLine[];
        readonly indents: readonly IndentMove[];
      }
    >
  | Event<'PoFullyReceived', object>
  | Event<'PoShortClosed', { readonly reason: string; readonly indents: readonly IndentMove[] }>
  | Event<'PoCancelled', { readonly reason: string; readonly indents: readonly IndentMove[] }>
  | Event<'PoLapsed', object>;

export interface IndentMove {
  readonly indentId: string;
  readonly lineId: string;
  readonly qty: number;
}

export const poLife = documentLife('po', {
  draft: { change: 'draft', submit: 'submitted', cancel: 'cancelled' },
  submitted: { approve: 'approved', approveFirst: 'submitted', reject: 'rejected', cancel: 'cancelled' },
  rejected: { revise: 'draft', cancel: 'cancelled' },
  approved: { send: 'sent', revise: 'draft', cancel: 'cancelled' },
  sent: {
    revise: 'draft',
    receive: 'partlyReceived',
    receiveAll: 'received',
    shortClose: 'shortClosed',
    cancel: 'cancelled',
    lapse: 'lapsed',
    send: 'sent',
  },
  lapsed: { send: 'sent', receive: 'partlyReceived', receiveAll: 'received', shortClose: 'shortClosed' },
  partlyReceived: { receive: 'partlyReceived', receiveAll: 'received', shortClose: 'shortClosed' },
  received: {},
  shortClosed: {},
  cancelled: {},
});

export const noPo = (id: string): PoState => ({
  ...noDocument<PoHeader, PoLine>(id, {
    ...noSupplier,
    expectedOn: null,
    validityDays: 15,
    terms: null,
    fromIndents: false,
  }),
  revision: 1,
  approvals: [],
  sentBy: null,
});

/** Tax-exclusive lines; IGST where the supplier's state differs from the place's. */
export function poTotals({
  header,
  lines,
  place,
}: Pick<PoState, 'header' | 'lines' | 'place'>): DocumentTotals {
  return documentTotals(lines.map((line) => poLineTax(line, isInterState(header, place))));
}
export const isInterState = (header: SupplierFacts, place: PoState['place']): boolean =>
  header.stateCode !== '' && header.stateCode !== place.stateCode;
export const poLineTax = (
  { ptrPaise, packs, discBp, gstBp }: Pick<PoLine, 'ptrPaise' | 'packs' | 'discBp' | 'gstBp'>,
  interState: boolean,
) => purchaseLine({ ptrPaise, packs, discBp, rateBp: gstBp, interState });

export const openPacks = ({ packs, receivedPacks }: PoLine): number => Math.max(0, packs - receivedPacks);

/** Units of the indents behind a receipt: the links of a line are served in their sequence. */
export function servedIndents(
  lines: readonly PoLine[],
  came: readonly ReceivedLine[],
): readonly IndentMove[] {
  return came.flatMap(({ lineId, packs, free }) => {
    const line = lines.find(({ id }) => id === lineId);
    let units = (packs + free) * (line?.packSize ?? 1);
    return (line?.links ?? []).flatMap((link) => {
      const qty = Math.min(units, link.qty - link.received);
      units -= qty;
      return qty > 0 ? [{ indentId: link.indentId, lineId: link.lineId, qty }] : [];
    });
  });
}

/** Units of indents that did not arrive. */
export function owedIndents(lines: readonly PoLine[]): readonly IndentMove[] {
  return lines.flatMap(({ links }) =>
    links.flatMap(({ indentId, lineId, qty, received }) =>
      qty > received ? [{ indentId, lineId, qty: qty - received }] : [],
    ),
  );
}

function receivedLines(
  state: PoState,
  came: readonly ReceivedLine[],
  indents: readonly IndentMove[],
): PoState {
  return came.reduce<PoState>(
    (next, { lineId, packs, free }) =>
      withLine(next, lineId, (line) => ({
        ...line,
        receivedPacks: line.receivedPacks + packs,
        receivedFree: line.receivedFree + free,
        links: line.links.map((link) => {
          const served = indents.find((one) => one.indentId === link.indentId && one.lineId === link.lineId);
          return served ? { ...link, received: Math.min(link.qty, link.received + served.qty) } : link;
        }),
      })),
    state,
  );
}

export function evolvePo(state: PoState, event: RecordedEventOf<PoEvent>): PoState {
  const draft = evolveDraft<PoHeader, PoLine, PoState>(poNames, poLife.initial, state, event);
  if (draft) return draft;
  switch (event.type) {
    case 'PoSubmitted':
      return { ...stepped(state, event, 'submit', 'submitted'), approvals: [] };
    case 'PoFirstApproved':
      return {
        ...stepped(state, event, 'approveFirst', 'submitted'),
        approvals: [...state.approvals, { empId: event.actor.empId, name: event.actor.name }],
      };
    case 'PoApproved':
      return stepped(state, event, 'approve', 'approved');
    case 'PoRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'PoRevised':
      return { ...stepped(state, event, 'revise', 'draft'), revision: event.data.revision };
    case 'PoSentToSupplier':
      return { ...stepped(state, event, 'send', 'sent', event.data.channel), sentBy: event.data.channel };
    case 'PoReceiptRecorded':
      return stepped(
        receivedLines(state, event.data.lines, event.data.indents),
        event,
        'receive',
        'partlyReceived',
      );
    case 'PoFullyReceived':
      return stepped(state, event, 'receiveAll', 'received');
    case 'PoShortClosed':
      return stepped(state, event, 'shortClose', 'shortClosed', event.data.reason);
    case 'PoCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    case 'PoLapsed':
      return stepped(state, event, 'lapse', 'lapsed');
    default:
      return state;
  }
}
