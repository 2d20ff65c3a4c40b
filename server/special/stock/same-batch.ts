import type { Reading } from '../reading.ts';
import type { BarcodeState } from '#shared/streams/stock/barcode/state.ts';
import type { Prepare } from '../../store/handle.ts';

/** Other barcodes of the batch to be blocked: it may have arrived with several receipts. */
export function sameBatch(pool: Reading): Readonly<Record<string, Prepare>> {
  const find: Prepare = async (_command, _input, { id, productId, batch }: BarcodeState) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from stock_barcodes where product_id = $1 and batch = $2 and id <> $3 and blocked is null order by id limit 500`,
      [productId, batch, Number(id)],
    );
    return { siblings: rows.map((row) => row.id) };
  };
  return { 'barcode/block': find };
}
