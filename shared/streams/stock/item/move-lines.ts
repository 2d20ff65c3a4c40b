import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { atLine } from '../../documents/commands.ts';
import { moveInTurn, type WantedMove } from './moves.ts';
import type { Movement, StockRef, StockState } from './state.ts';

/** A document whose lines move goods; a line without a barcode moves none. */
interface Moving<L> {
  readonly id: string;
  readonly number: string;
  readonly lines: readonly L[];
}

/** The movements of all lines of a document; lines of the same goods are moved one after the other. Refuses with the line's number. */
export function moveLines<L extends { readonly id: string; readonly barcodeId: number | null }>(
  type: StockRef['type'],
  { id, number, lines }: Moving<L>,
  read: Readonly<Record<string, unknown>>,
  wanted: (line: L) => readonly (Omit<WantedMove, 'ref'> & { readonly type: Movement })[],
): readonly NewEvent[] | Refusal {
  const now = new Map<number, StockState>();
  const events: NewEvent[] = [];
  for (const [i, line] of lines.entries()) {
    const { barcodeId } = line;
    if (barcodeId === null) continue;
    const ref = { type, id, line: line.id, number };
    const moved = moveInTurn(
      now.get(barcodeId) ?? (read[`s${barcodeId}`] as StockState),
      wanted(line).map((move) => ({ ...move, ref })),
      null,
    );
    if (isRefusal(moved)) return atLine(moved, i + 1);
    now.set(barcodeId, moved.state);
    events.push(...moved.events);
  }
  return events;
}
