import type { NewEvent } from '../../../core/event.ts';
import { rxParts, rxStream } from '../order/parts.ts';
import type { OrderState, Part } from '../order/state.ts';
import { orderParts } from './outcome.ts';
import type { DcState } from './state.ts';

/** What was supplied on the prescription with these units is taken back; where the order stays, they are promised to it again. */
export function rxBack(
  dc: DcState,
  parts: readonly Part[],
  order: OrderState,
  again: boolean,
): readonly NewEvent[] {
  const { rxId } = dc.header;
  const lines = rxParts(order, orderParts(dc, parts));
  if (rxId === null || lines.length === 0) return [];
  return [
    {
      stream: rxStream(rxId),
      type: 'PrescriptionSupplyReversed',
      data: { patientId: dc.header.patientId ?? 0, supplied: lines, invoice: dc.header.invoiceNumber },
    },
    ...(again
      ? [{ stream: rxStream(rxId), type: 'RxQuantityReserved', data: { orderId: order.id, lines } }]
      : []),
  ];
}
