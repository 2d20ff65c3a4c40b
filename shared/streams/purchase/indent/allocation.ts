import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { IndentEvent, IndentState } from './state.ts';

const made = (id: string, event: IndentEvent): NewEvent => ({
  stream: `indent-${id}`,
  type: event.type,
  data: { ...event.data },
});

/** Why that many units of a line cannot be taken; null when they can. */
export function openSaysNo(indent: IndentState, lineId: string, qty: number): Refusal | null {
  const index = indent.lines.findIndex(({ id }) => id === lineId);
  const line = indent.lines[index];
  if (!indent.exists || !line) return refuse('notInList', 422, { label: 'lineId' }, 'lineId');
  if (indent.stage !== 'submitted' || line.open === 0)
    return {
      ...refuse('indentLineClosed', 409, { n: index + 1, state: `stage.${indent.stage}` }),
      line: index + 1,
    };
  return qty > line.open
    ? { ...refuse('overAllocate', 422, { n: qty, m: line.open }, 'qty'), line: index + 1 }
    : null;
}

/** Units of an indent's line are ordered with a purchase order. */
export function allocateToPo(
  indent: IndentState,
  lineId: string,
  qty: number,
  order: { readonly id: string; readonly number: string },
): NewEvent | Refusal {
  return (
    openSaysNo(indent, lineId, qty) ??
    made(indent.id, {
      type: 'IndentLineAllocatedToPo',
      data: { lineId, qty, poId: order.id, po: order.number },
    })
  );
}

/** Units of an indent's line are transferred from another place of ours. */
export function allocateToTransfer(
  indent: IndentState,
  lineId: string,
  qty: number,
  from: { readonly transferId: string; readonly pooId: number },
): NewEvent | Refusal {
  return (
    openSaysNo(indent, lineId, qty) ??
    made(indent.id, {
      type: 'IndentLineAllocatedToTransfer',
      data: { lineId, qty, transferId: from.transferId, fromPooId: from.pooId },
    })
  );
}
