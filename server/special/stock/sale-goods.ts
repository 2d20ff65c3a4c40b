import type { Reading } from '../reading.ts';
import type { FoundGoods } from '#shared/streams/sales/order/allocate.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import type { PickState } from '#shared/streams/sales/pick/state.ts';
import type { Prepare } from '../../store/handle.ts';

/** The most batches of one product that an allocation looks at, first expiry first. */
const mostBatches = 40;

/** Barcodes with free units of these products at a place, and the first tray of each. */
export async function freeGoods(
  pool: Reading,
  pooId: number,
  productIds: readonly number[],
): Promise<FoundGoods> {
  const { rows } = await pool.query<{ barcode_id: number; tray_id: number | null; tray: string | null }>(
    `select g.barcode_id, lies.tray_id, m.code as tray from (
       select s.barcode_id, s.product_id, row_number() over (partition by s.product_id order by b.expiry nulls last, s.first_at, s.barcode_id) as n
       from stock_items s join stock_barcodes b on b.id = s.barcode_id
       where s.poo_id = $1 and s.product_id = any($2::int[]) and s.available > 0 and b.blocked is null) g
     left join lateral (select t.tray_id from stock_trays t where t.poo_id = $1 and t.barcode_id = g.barcode_id order by t.qty, t.tray_id limit 1) lies on true
     left join master_rows m on m.kind = 'tray' and m.id = lies.tray_id
     where g.n <= $3`,
    [pooId, productIds, mostBatches],
  );
  return {
    pooId,
    goods: rows.map(({ barcode_id, tray_id, tray }) => ({
      barcodeId: barcode_id,
      trayId: tray_id ?? 0,
      tray: tray ?? '',
    })),
  };
}

/** Goods that might serve an order or a short line; the ledger decides. */
export function saleGoods(pool: Reading): Readonly<Record<string, Prepare>> {
  return {
    'order/createPickList': async (_command, _input, { pooId, lines }: OrderState) =>
      freeGoods(
        pool,
        pooId,
        lines.filter(({ open }) => open > 0).map(({ productId }) => productId),
      ),
    'pick/swap': async (_command, { lineId }: { lineId: string }, { pooId, lines }: PickState) =>
      freeGoods(
        pool,
        pooId,
        lines.filter(({ id }) => id === lineId).map(({ productId }) => productId),
      ),
  };
}
