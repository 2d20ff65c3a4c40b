import type { NewEvent } from '../../../core/event.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import type { Deciding } from '../../documents/commands.ts';
import { overlap, scopeStream, type CountScopeState } from './book.ts';
import { noCount } from './state.ts';

/** Streams that the count of a tray is opened over. */
export const trayCountReads = (pooId: number, today: string): Readonly<Record<string, string>> => ({
  countScope: scopeStream(pooId),
  countSeries: numberingStream(pooId, 'S', today),
});

/** Opens a count of a tray in which goods were not found, unless an open count has that tray already. */
export function openTrayCount(
  at: {
    readonly pooId: number;
    readonly place: { readonly code: string; readonly stateCode: string };
    readonly trayId: number;
    readonly tray: string;
    readonly note: string;
  },
  ctx: Pick<Deciding, 'read' | 'today' | 'newNumber' | 'actor'>,
): readonly NewEvent[] {
  const { pooId, place, trayId, tray, note } = at;
  const id = String(ctx.newNumber('count'));
  if (trayId === 0 || overlap(ctx.read['countScope'] as CountScopeState, id, trayId) !== null) return [];
  const series = ctx.read['countSeries'] as NumberingState;
  const { number, event } = allot(series, { pooId, code: place.code }, 'S', ctx.today, id);
  const header = { ...noCount(id).header, trayId, tray, note };
  return [
    {
      stream: `count-${id}`,
      type: 'CountSessionOpened',
      data: { number, pooId, place, header, lines: [] },
    },
    event,
    {
      stream: scopeStream(pooId),
      type: 'CountScopeTaken',
      data: { countId: id, trayId, by: ctx.actor.name },
    },
  ];
}
