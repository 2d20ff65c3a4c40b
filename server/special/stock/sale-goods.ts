import type { Reading } from '../reading.ts';
import type { FoundGoods, HeldByList } from '#shared/streams/sales/order/allocate.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import type { PickState } from '#shared/streams/sales/pick/state.ts';
import type { Prepare } from '../../store/handle.ts';

/** The most batches of one product that an allocation looks at, first expiry first. */
const mostBatches = 40;

interface FreeGoods extends FoundGoods {
  readonly goods: readonly (FoundGoods['goods'][number] & {
    readonly productId: number;
    readonly free: number;
  })[];
}

/** Barcodes with free units of these products at a place, and the first tray of each. */
export async function freeGoods(
  pool: Reading,
  pooId: number,
  productIds: readonly number[],
): Promise<FreeGoods> {
  const { rows } = await pool.query<{
    barcode_id: number;
    product_id: number;
    available: number;
    tray_id: number | null;
    tray: string | null;
  }>(
    `select g.barcode_id, g.product_id, g.available, lies.tray_id, m.code as tray from (
       select s.barcode_id, s.product_id, s.available, row_number() over (partition by s.product_id order by b.expiry nulls last, s.first_at, s.barcode_id) as n
       from stock_items s join stock_barcodes b on b.id = s.barcode_id
       where s.poo_id = $1 and s.product_id = any($2::int[]) and s.available > 0 and b.blocked is null) g
     left join lateral (select t.tray_id from stock_trays t where t.poo_id = $1 and t.barcode_id = g.barcode_id order by t.qty, t.tray_id limit 1) lies on true
     left join master_rows m on m.kind = 'tray' and m.id = lies.tray_id
     where g.n <= $3`,
    [pooId, productIds, mostBatches],
  );
  return {
    pooId,
    goods: rows.map(({ barcode_id, product_id, available, tray_id, tray }) => ({
      barcodeId: barcode_id,
      productId: product_id,
      free: available,
      trayId: tray_id ?? 0,
      tray: tray ?? '',
    })),
  };
}

/** Units of these products on pick lists of a place that have no challan yet. */
async function heldByLists(
  pool: Reading,
  pooId: number,
  productIds: readonly number[],
): Promise<readonly HeldByList[]> {
  const { rows } = await pool.query<HeldByList>(
    `select (l->>'productId')::int as "productId", d.number, coalesce(d.row->>'picker', '') as picker, sum((l->>'qty')::int - (l->>'short')::int)::int as qty
     from document_rows d join document_states t on t.kind = d.kind and t.id = d.id, jsonb_array_elements(t.state->'lines') l
     where d.kind = 'pickList' and not d.closed and d.poo_id = $1 and (l->>'productId')::int = any($2::int[])
     group by 1, 2, 3 order by 4 desc, 2`,
    [pooId, productIds],
  );
  return rows;
}

/** The goods, and where they are not enough, who has the rest. */
async function goodsFor(pool: Reading, pooId: number, wanted: readonly Wanted[]): Promise<FoundGoods> {
  const productIds = [...new Set(wanted.map(({ productId }) => productId))];
  const found = await freeGoods(pool, pooId, productIds);
  const scarce = productIds.filter((id) => {
    const asked = wanted.reduce((sum, one) => sum + (one.productId === id ? one.qty : 0), 0);
    const free = found.goods.reduce((sum, one) => sum + (one.productId === id ? one.free : 0), 0);
    return free < asked;
  });
  return scarce.length === 0 ? found : { ...found, held: await heldByLists(pool, pooId, scarce) };
}
interface Wanted {
  readonly productId: number;
  readonly qty: number;
}

/** Goods that might serve an order or a short line; the ledger decides. */
export function saleGoods(pool: Reading): Readonly<Record<string, Prepare>> {
  return {
    'order/createPickList': async (_command, _input, { pooId, lines }: OrderState) =>
      goodsFor(
        pool,
        pooId,
        lines.filter(({ open }) => open > 0).map(({ productId, open }) => ({ productId, qty: open })),
      ),
    'pick/swap': async (_command, { lineId }: { lineId: string }, { pooId, lines }: PickState) =>
      goodsFor(
        pool,
        pooId,
        lines.filter(({ id }) => id === lineId).map(({ productId, qty }) => ({ productId, qty })),
      ),
  };
}
