import type { Event, NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { scale } from '../../../core/money.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { DeliveryState } from '../../delivery/parcel/state.ts';
import type { InvoiceState } from '../../sales/invoice/state.ts';
import { invoiceTotals } from '../../sales/invoice/state.ts';
import type { Part } from '../../sales/order/state.ts';
import { agentNow } from './incentive.ts';
import {
  incentiveStream,
  type IncentiveAgent,
  type IncentiveEvent,
  type IncentiveSource,
  type ReversalCause,
} from './state.ts';

/** Units of one line of an invoice that an incentive was earned with. */
export interface EarnedLine {
  readonly lineId: string;
  /** Units of the invoice's line, and their taxable value. */
  readonly soldQty: number;
  readonly taxable: number;
  /** Of them delivered, and kept by the customer on the day. */
  readonly qty: number;
  /** Of them refused at the door and not yet credited: never earned. */
  readonly undelivered: number;
  /** Of the earned units, those that came back since. */
  readonly returned: number;
}
/** What one invoice of an order earned. */
export interface Earned extends IncentiveSource, IncentiveAgent {
  readonly customerId: number | null;
  readonly day: string;
  readonly basePaise: number;
  readonly paise: number;
  readonly lines: readonly EarnedLine[];
}
export interface EarnedNow extends Earned {
  readonly reversedPaise: number;
  readonly credits: readonly string[];
}

export type EarningEvent =
  | Event<'EarningAccrued', Earned>
  | Event<
      'EarningReversed',
      {
        readonly invoiceId: string;
        readonly cause: ReversalCause;
        readonly creditNoteId: string | null;
        readonly returned: readonly Part[];
        readonly undelivered: readonly Part[];
        readonly paise: number;
      }
    >
  /** A customer on credit paid at the counter. */
  | Event<'EarningReceived', { readonly entryId: string; readonly invoice: string; readonly paise: number }>;

export interface EarningState {
  /** Of the order. */
  readonly id: string;
  readonly earned: readonly EarnedNow[];
  readonly received: readonly {
    readonly entryId: string;
    readonly invoice: string;
    readonly paise: number;
  }[];
}
export const earningStream = (orderId: string): string => `earning-${orderId}`;
export const noEarning = (id: string): EarningState => ({ id, earned: [], received: [] });

const unitsOf = (parts: readonly Part[], lineId: string): number =>
  parts.reduce((sum, one) => sum + (one.lineId === lineId ? one.qty : 0), 0);

export function evolveEarning(state: EarningState, event: RecordedEventOf<EarningEvent>): EarningState {
  switch (event.type) {
    case 'EarningAccrued':
      return { ...state, earned: [...state.earned, { ...event.data, reversedPaise: 0, credits: [] }] };
    case 'EarningReversed': {
      const { invoiceId, creditNoteId, returned, undelivered, paise } = event.data;
      return {
        ...state,
        earned: state.earned.map((one) =>
          one.invoiceId === invoiceId
            ? {
                ...one,
                reversedPaise: one.reversedPaise + paise,
                credits: creditNoteId === null ? one.credits : [...one.credits, creditNoteId],
                lines: one.lines.map((line) => ({
                  ...line,
                  returned: line.returned + unitsOf(returned, line.lineId),
                  undelivered: line.undelivered - unitsOf(undelivered, line.lineId),
                })),
              }
            : one,
        ),
      };
    }
    case 'EarningReceived':
      return { ...state, received: [...state.received, event.data] };
    default:
      return state;
  }
}

const valueOf = (lines: readonly EarnedLine[], units: (line: EarnedLine) => number): number =>
  lines.reduce((sum, line) => sum + scale([line.taxable, units(line)], line.soldQty), 0);

/** The taxable value of the units that were delivered. */
export const baseOf = (lines: readonly EarnedLine[]): number => valueOf(lines, ({ qty }) => qty);
export const incentiveOn = (basePaise: number, rateBp: number): number => scale([basePaise, rateBp], 10_000);

/** Units of an invoice that the customer has, less what was credited before. */
export function earnedLines(invoice: InvoiceState, parcel: DeliveryState): readonly EarnedLine[] {
  const credited = parcel.creditNoteNumber !== null;
  return invoice.lines.map((line) => {
    const accepted = unitsOf(parcel.accepted, line.id);
    const refused = line.qty - accepted;
    const returned = line.creditedQty - (credited ? refused : 0);
    return {
      ...{ lineId: line.id, soldQty: line.qty, taxable: line.taxable, returned: 0 },
      qty: Math.max(0, accepted - Math.max(0, returned)),
      undelivered: credited ? 0 : refused,
    };
  });
}

/** Whether the customer has paid: in advance, the rest at the door, or on credit at the counter since. */
export function isCollected(
  invoice: InvoiceState,
  parcel: DeliveryState,
  received: EarningState['received'],
): boolean {
  const { payment, advancePaise } = invoice.header;
  // Without recorded payments a prepaid order counts as paid.
  if (payment === 'PREPAID' && advancePaise === undefined) return true;
  if (payment !== 'CREDIT') return parcel.cod !== null;
  const owed = invoiceTotals(invoice).payable - invoice.creditedPaise;
  const paid = received
    .filter((one) => one.invoice === invoice.number)
    .reduce((sum, { paise }) => sum + paise, 0);
  return paid >= owed;
}

const toEarning = (orderId: string, { type, data }: EarningEvent): NewEvent => ({
  stream: earningStream(orderId),
  type,
  data: { ...data },
});
const toAccount = (dsaId: number, { type, data }: IncentiveEvent): NewEvent => ({
  stream: incentiveStream(dsaId),
  type,
  data: { ...data },
});

const sourceOf = (one: IncentiveSource): IncentiveSource => ({
  ...{ key: one.key, saleId: one.saleId, sale: one.sale, orderId: one.orderId, order: one.order },
  ...{ invoiceId: one.invoiceId, invoice: one.invoice },
  ...{ planId: one.planId, plan: one.plan, planFrom: one.planFrom, rateBp: one.rateBp },
});

/** An accrual: the order keeps how it was computed, the agent's account gets the amount. */
export const accrued = (earned: Earned): readonly NewEvent[] => {
  const { dsaId, agent, iPooId, day, basePaise, paise } = earned;
  return [
    toEarning(earned.orderId, { type: 'EarningAccrued', data: earned }),
    toAccount(dsaId, {
      type: 'IncentiveAccrued',
      data: { ...sourceOf(earned), dsaId, agent, iPooId, day, basePaise, paise },
    }),
  ];
};

interface Reversing {
  readonly cause: ReversalCause;
  readonly documentId: string | null;
  readonly document: string | null;
  /** Units of the invoice's lines; everything that is left, where there are none. */
  readonly parts: readonly Part[] | null;
}

/**
 * A reversal of what came back, computed over everything that came back so far, so that a full return reverses exactly what was
 * accrued.
 */
export function reversed(
  earned: EarnedNow,
  { cause, documentId, document, parts }: Reversing,
  ctx: Pick<Ctx, 'directory'>,
): readonly NewEvent[] {
  const back = earned.lines.map((line) => {
    const left = line.qty - line.returned;
    if (parts === null) return { line, undelivered: 0, returned: left };
    const qty = unitsOf(parts, line.lineId);
    // A parcel that rides back has first the units that were refused.
    const undelivered = cause === 'rto' ? Math.min(qty, line.undelivered) : 0;
    return { line, undelivered, returned: Math.min(qty - undelivered, left) };
  });
  const before = valueOf(earned.lines, ({ returned }) => returned);
  const after = valueOf(
    back.map(({ line, returned }) => ({ ...line, returned: line.returned + returned })),
    ({ returned }) => returned,
  );
  const paise = Math.min(earned.paise, incentiveOn(after, earned.rateBp)) - earned.reversedPaise;
  const unitsBack = (of: 'returned' | 'undelivered'): readonly Part[] =>
    back.filter((one) => one[of] > 0).map((one) => ({ lineId: one.line.lineId, qty: one[of] }));
  const account = agentNow(earned.dsaId, earned.agent, ctx);
  return [
    toEarning(earned.orderId, {
      type: 'EarningReversed',
      data: {
        ...{ invoiceId: earned.invoiceId, cause, creditNoteId: documentId, paise },
        ...{ returned: unitsBack('returned'), undelivered: unitsBack('undelivered') },
      },
    }),
    ...(paise > 0
      ? [
          toAccount(earned.dsaId, {
            type: 'IncentiveReversed',
            data: {
              ...account,
              ...sourceOf(earned),
              ...{ cause, documentId, document, basePaise: after - before, paise },
            },
          }),
        ]
      : []),
  ];
}
