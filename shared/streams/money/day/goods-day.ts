import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../../core/stream.ts';
import { dayClosed } from './cash.ts';
import { tillStream, type TillState } from './till.ts';

const read = 'goodsTill';

/** Whether people move goods of a place with this command. */
export const isGoodsCommand = (def: object): boolean => 'movesGoods' in def;

function closed(pooId: number, ctx: Ctx): Refusal | null {
  // Timers and policies finish what was decided while the day was open.
  if (ctx.viewer.kind !== 'person') return null;
  const place = ctx.directory.poo(pooId)?.name ?? String(pooId);
  return dayClosed(ctx.read[read] as TillState, ctx.today, place);
}

/**
 * A command by which people move goods of a place. Refused once that place has submitted its day: nothing is dated into a closed day
 * until accounts reopen it. Reads the drawer across days, not the day itself, so that no scan conflicts with a receipt.
 */
export function movesGoods<S, I>(
  pooOf: (state: NoInfer<S>) => number,
  def: CommandDef<S, I>,
): CommandDef<S, I> & { readonly movesGoods: true } {
  return {
    ...def,
    movesGoods: true,
    reads: (input, state, ctx) => ({ ...def.reads?.(input, state, ctx), [read]: tillStream(pooOf(state)) }),
    decide: (state, input, ctx) => {
      const decision = def.decide(state, input, ctx);
      if (isRefusal(decision)) return decision;
      return closed(pooOf(state), ctx) ?? decision;
    },
  };
}

export const atOwnPlace = ({ pooId }: { readonly pooId: number }): number => pooId;
