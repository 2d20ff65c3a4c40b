import type { NewEvent } from '../../../core/event.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import type { DcState } from '../dc/state.ts';
import type { Credit } from '../invoice/credit.ts';
import { toOrder } from '../order/parts.ts';
import { cashLeft, owedBack } from '../order/advance.ts';
import type { OrderState, Part } from '../order/state.ts';
import { headerOf, lineOf } from './draft.ts';
import { noReturn, returnStream, type ReturnEvent, type ReturnLine } from './state.ts';

/** Streams that the refund of an undelivered parcel is decided over. */
export const refundReads = (pooId: number, today: string): Readonly<Record<'returnSeries', string>> => ({
  returnSeries: numberingStream(pooId, 'E', today),
});

/** The number of a return that the server raises itself. */
export function allotReturn(
  pooId: number,
  code: string,
  ctx: Pick<Raising, 'read' | 'today' | 'newNumber'>,
): { readonly id: string; readonly number: string; readonly event: NewEvent } {
  const id = String(ctx.newNumber('return'));
  const series = ctx.read['returnSeries'] as NumberingState;
  return { id, ...allot(series, { pooId, code }, 'E', ctx.today, id) };
}

interface Raising {
  readonly read: Readonly<Record<string, unknown>>;
  readonly today: string;
  readonly newNumber: (kind: string) => number;
}

/** Units that were not delivered, with those of them that really came back. */
export interface Undelivered {
  readonly parts: readonly Part[];
  readonly came: readonly Part[];
}

/** What is owed back once a parcel is credited: all that is recorded as paid too much for its order. */
export const undeliveredOwed = ({ header }: DcState, after: OrderState): number =>
  header.payment === 'PREPAID' ? owedBack(after) : 0;

/**
 * What was paid in advance for a parcel that the customer never got goes back: a return that waits for its refund at once, with the
 * credit note that was issued for the parcel.
 */
export function undeliveredRefund(
  dc: DcState,
  { parts, came }: Undelivered,
  order: OrderState,
  { creditNoteNumber }: Pick<Credit, 'creditNoteNumber'>,
  creditPaise: number,
  ctx: Raising,
): readonly NewEvent[] {
  if (creditPaise === 0) return [];
  const lines = parts.flatMap(({ lineId, qty }): readonly ReturnLine[] => {
    const sold = dc.lines.find((line) => line.id === lineId);
    const receivedQty = came.find((one) => one.lineId === lineId)?.qty ?? 0;
    return sold ? [{ ...lineOf(sold, null), qty, receivedQty }] : [];
  });
  const { pooId, place } = dc;
  const { id, number, event } = allotReturn(pooId, place.code, ctx);
  const header = {
    ...noReturn(id).header,
    ...headerOf(dc),
    cashPaid: cashLeft(order) >= creditPaise,
    ofAdvance: true,
    note: order.number,
    reason: 'NOT_DELIVERED',
    pickup: false,
  } as const;
  const own = ({ type, data }: ReturnEvent): NewEvent => ({
    stream: returnStream(id),
    type,
    data: { ...data },
  });
  return [
    own({ type: 'CustomerReturnDrafted', data: { number, pooId, place, header, lines } }),
    event,
    own({ type: 'UndeliveredRefundDue', data: { creditNoteNumber, creditPaise } }),
    toOrder(order.id, { type: 'OrderRefunded', data: { paise: creditPaise, ref: number } }),
  ];
}
