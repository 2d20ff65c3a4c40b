import type { FastifyInstance } from 'fastify';
import type { Reading } from '../reading.ts';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import { businessDay } from '#shared/core/day.ts';
import { inPoos } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { MinMaxFigures } from '#shared/families/document-wire.ts';
import { minMaxView } from '#shared/feeds/min-max.ts';
import type { MinMaxState } from '#shared/streams/stock/minmax/minmax.ts';
import type { ReplenishState } from '#shared/streams/stock/minmax/replenish.ts';
import { query } from '../../families/master/route-parts.ts';
import type { Clock, KeptViews, ServerParts } from '../../core/parts.ts';
import type { Prepare } from '../../store/handle.ts';

const days = 90;
const usualLeadDays = 2;

/**
 * Figures of products at a place. Projected stock is what is available or to be put away, plus incoming
 * transfers that no indent counts, open orders, and open indents. A day counts as stocked when something was
 * on hand at its end.
 */
const sql = `
with wanted as (
  select m.id, m.code, m.name, (m.fields->>'iPackSize')::int as pack from master_rows m
  where m.kind = 'product' and not m.cancelled and m.stage = 'active'
    and (m.id = any($2::int[]) or ($4 and exists (select 1 from stock_items s where s.product_id = m.id and s.poo_id = $1)))
), moves as (
  select product_id, (at at time zone 'Asia/Kolkata')::date as day,
    sum(case when to_bucket is null then 0 else qty end) - sum(case when from_bucket is null then 0 else qty end) as delta,
    sum(case when type = 'StockDispatched' then qty else 0 end) as sold
  from stock_ledger where poo_id = $1 and product_id in (select id from wanted) group by 1, 2
), lives as (
  select product_id, day, lead(day) over (partition by product_id order by day) as next, sum(delta) over (partition by product_id order by day) as held, sold from moves
), demand as (
  select product_id, sum(sold) filter (where day > $3::date - ${days}) as sold,
    sum(greatest(0, least(coalesce(next, $3::date + 1), $3::date + 1) - greatest(day, $3::date - ${days - 1}))) filter (where held > 0) as stocked
  from lives group by 1
)
select w.id as "productId", w.code, w.name as product, coalesce(w.pack, 1) as "packSize",
  coalesce(s.available, 0)::int as available,
  (coalesce(s.available, 0) + coalesce(s.hold, 0) + coalesce(t.qty, 0) + coalesce(o.qty, 0) + coalesce(i.qty, 0))::int as projected,
  coalesce(d.sold, 0)::int as sold, coalesce(d.stocked, 0)::int as "stockedDays", coalesce(v.lead, ${usualLeadDays})::int as "leadDays"
from wanted w
left join lateral (select sum(available) as available, sum("inwardHold") as hold from stock_items where poo_id = $1 and product_id = w.id) s on true
left join lateral (
  select sum((l->>'qty')::int - coalesce((select sum((k->>'qty')::int) from jsonb_array_elements(l->'links') k), 0)) as qty
  from document_states d, jsonb_array_elements(d.state->'lines') l
  where d.kind = 'stockTransfer' and d.state->>'stage' = 'inTransit' and (d.state->'header'->>'toPooId')::int = $1 and (l->>'productId')::int = w.id) t on true
left join lateral (
  select sum(((l->>'packs')::int - (l->>'receivedPacks')::int) * (l->>'packSize')::int) as qty
  from document_rows r join document_states d on d.kind = r.kind and d.id = r.id, jsonb_array_elements(d.state->'lines') l
  where r.kind = 'purchaseOrder' and not r.closed and r.poo_id = $1 and (l->>'productId')::int = w.id) o on true
left join lateral (
  select sum((l->>'open')::int + (l->>'onTransfer')::int) as qty
  from document_rows r join document_states d on d.kind = r.kind and d.id = r.id, jsonb_array_elements(d.state->'lines') l
  where r.kind = 'indent' and not r.closed and r.poo_id = $1 and (l->>'productId')::int = w.id) i on true
left join lateral (
  select min((v.fields->>'iLeadDays')::int) as lead from master_rows v
  where v.kind = 'vendorProduct' and not v.cancelled and v.status = 1 and (v.fields->>'iProductId')::int = w.id) v on true
left join demand d on d.product_id = w.id
order by w.name limit 5000`;

/** Figures of the named products, and with `all` of everything that the place ever had. */
async function figuresOf(
  pool: Reading,
  pooId: number,
  productIds: readonly number[],
  { today, all }: { readonly today: string; readonly all: boolean },
): Promise<readonly MinMaxFigures[]> {
  return (await pool.query<MinMaxFigures>(sql, [pooId, productIds, today, all])).rows;
}

const mostId = 2_147_483_647;
/** A stream key may be any text; the tables hold whole numbers. */
const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= mostId;

/** The data for proposals and replenishments. */
export function minMaxFacts(parts: {
  readonly pool: Reading;
  readonly clock: Clock;
  readonly views: KeptViews;
}): Readonly<Record<string, Prepare>> {
  const today = (): string => businessDay(parts.clock.now());
  return {
    'minmax/propose': async (_command, _input, { pooId, productId }: MinMaxState) => {
      if (!isId(pooId) || !isId(productId)) return {};
      const [found] = await figuresOf(parts.pool, pooId, [productId], { today: today(), all: false });
      if (!found) return {};
      const { sold, stockedDays, leadDays } = found;
      return { figures: { sold, stockedDays, leadDays } };
    },
    'replenishment/run': async (_command, _input, { pooId }: ReplenishState) => {
      if (!isId(pooId)) return {};
      const rules = [...parts.views.get(minMaxView).rows.values()].filter(
        (row) => row.pooId === pooId && row.live !== null,
      );
      const figures = await figuresOf(
        parts.pool,
        pooId,
        rules.map(({ productId }) => productId),
        { today: today(), all: false },
      );
      const projected = new Map(figures.map((one) => [one.productId, one.projected]));
      return {
        projected: rules.flatMap(({ productId, live }) =>
          live && projected.has(productId)
            ? [{ productId, ...live, projected: projected.get(productId) ?? 0 }]
            : [],
        ),
      };
    },
  };
}

/** The figures behind the levels of a place. */
export function minMaxRoutes(
  app: FastifyInstance,
  {
    server,
    views,
    reached,
  }: {
    readonly server: ServerParts;
    readonly views: KeptViews;
    readonly reached: (head: number) => Promise<void>;
  },
): void {
  app.get(
    '/min-max-figures',
    { config: { need: 'Inventory/minMaxList:view' as const } },
    async (request): Promise<{ rows: readonly MinMaxFigures[] }> => {
      const { poo } = query(request, z.object({ poo: recordNumber }));
      if (!inPoos(request.viewer!, poo)) throw refuse('pooNotMapped', 403, { poo: String(poo) });
      await reached(server.log.head());
      const ruled = [...views.get(minMaxView).rows.values()]
        .filter(({ pooId }) => pooId === poo)
        .map(({ productId }) => productId);
      const today = businessDay(server.clock.now());
      return { rows: await figuresOf(server.pool, poo, ruled, { today, all: true }) };
    },
  );
}
