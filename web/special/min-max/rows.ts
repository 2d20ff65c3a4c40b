import type { MinMaxFigures } from '#shared/families/document-wire.ts';
import type { MinMaxRow } from '#shared/feeds/min-max.ts';
import { dailySales, levelsFrom, toOrder, type Levels } from '#shared/streams/stock/minmax/levels.ts';
import type { Row } from '#web/live/rows.ts';

export type LiveRule = MinMaxRow & Row;

/** A product of the place: its levels, if it has any, and the levels proposed by its demand. */
export interface LevelRow {
  readonly id: string;
  readonly productId: number;
  readonly product: string;
  readonly code: string;
  readonly packSize: number;
  readonly live: Levels | null;
  readonly pending: MinMaxRow['pending'];
  readonly proposal: Levels | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly multiple: number | null;
  readonly available: number | null;
  readonly projected: number | null;
  readonly toOrder: number;
  readonly ads: number | null;
  readonly sold: number | null;
  readonly stockedDays: number | null;
  readonly leadDays: number | null;
}
export type Show = 'all' | 'below' | 'none' | 'pending';

export function levelRows(
  pooId: number,
  rules: readonly LiveRule[],
  figures: readonly MinMaxFigures[],
): readonly LevelRow[] {
  const byProduct = new Map(rules.filter((one) => one.pooId === pooId).map((one) => [one.productId, one]));
  const known = new Map(figures.map((one) => [one.productId, one]));
  const ids = [...new Set([...byProduct.keys(), ...known.keys()])];
  return ids.map((productId): LevelRow => {
    const rule = byProduct.get(productId);
    const one = known.get(productId);
    const live = rule?.live ?? null;
    return {
      id: `${pooId}-${productId}`,
      productId,
      product: one?.product ?? rule?.product ?? '',
      code: one?.code ?? '',
      packSize: one?.packSize ?? 1,
      live,
      pending: rule?.pending ?? null,
      proposal: one ? levelsFrom(one) : null,
      min: live?.min ?? null,
      max: live?.max ?? null,
      multiple: live?.multiple ?? null,
      available: one?.available ?? null,
      projected: one?.projected ?? null,
      toOrder: live && one ? toOrder(live, one.projected) : 0,
      ads: one ? dailySales(one) : null,
      sold: one?.sold ?? null,
      stockedDays: one?.stockedDays ?? null,
      leadDays: one?.leadDays ?? null,
    };
  });
}

export const shows = (row: LevelRow, show: Show): boolean =>
  show === 'all' ||
  (show === 'below' && row.toOrder > 0) ||
  (show === 'none' && row.live === null) ||
  (show === 'pending' && row.pending !== null);
