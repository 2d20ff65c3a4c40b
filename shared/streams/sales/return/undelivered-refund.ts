import type { NewEvent } from '../../../core/event.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import type { DcState } from '../dc/state.ts';
import type { Credit } from '../invoice/credit.ts';
import type { Part } from '../order/state.ts';
import { headerOf, lineOf } from './draft.ts';
import { noReturn, type ReturnEvent, type ReturnLine } from './state.ts';

/** Streams that the refund of an undelivered parcel is decided over. */
export const refundReads = (pooId: number, today: string): Readonly<Record<'returnSeries', string>> => ({
  returnSeries: numberingStream(pooId, 'E', today),
});

/** Units that were not delivered, with those of them that really came back. */
export interface Undelivered {
  readonly parts: readonly Part[];
  readonly came: readonly Part[];
}

/**
 * What a prepaid parcel cost and the customer never got goes back: a return that waits for its refund at once, with the credit note
 * that was issued for it.
 */
export function undeliveredRefund(
  dc: DcState,
  { parts, came }: Undelivered,
  { creditNoteNumber, payablePaise }: Pick<Credit, 'creditNoteNumber' | 'payablePaise'>,
  ctx: {
    readonly read: Readonly<Record<string, unknown>>;
    readonly today: string;
    readonly newNumber: (kind: string) => number;
  },
): readonly NewEvent[] {
  if (dc.header.payment !== 'PREPAID' || payablePaise === 0) return [];
  const id = String(ctx.newNumber('return'));
  const lines = parts.flatMap(({ lineId, qty }): readonly ReturnLine[] => {
    const sold = dc.lines.find((line) => line.id === lineId);
    const receivedQty = came.find((one) => one.lineId === lineId)?.qty ?? 0;
    return sold ? [{ ...lineOf(sold, null), qty, receivedQty }] : [];
  });
  const { pooId, place } = dc;
  const { number, event } = allot(
    ctx.read['returnSeries'] as NumberingState,
    { pooId, code: place.code },
    'E',
    ctx.today,
    id,
  );
  const header = {
    ...noReturn(id).header,
    ...headerOf(dc),
    reason: 'NOT_DELIVERED',
    pickup: false,
  } as const;
  const own = ({ type, data }: ReturnEvent): NewEvent => ({
    stream: `return-${id}`,
    type,
    data: { ...data },
  });
  return [
    own({ type: 'CustomerReturnDrafted', data: { number, pooId, place, header, lines } }),
    event,
    own({ type: 'UndeliveredRefundDue', data: { creditNoteNumber, creditPaise: payablePaise } }),
  ];
}
