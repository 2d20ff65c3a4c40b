import type { Reading } from '../reading.ts';
import type { CountState } from '#shared/streams/stock/count/state.ts';
import type { Prepare } from '../../store/handle.ts';

/** Barcodes within a count's scope that the ledger has on the shelves but none of its lines has. */
export function uncounted(pool: Reading): Readonly<Record<string, Prepare>> {
  const find: Prepare = async (_command, _input, state: CountState) => {
    const counted = state.lines.map(({ barcodeId }) => barcodeId);
    const { trayId } = state.header;
    const { rows } = await pool.query<{ id: number }>(
      trayId === null
        ? `select barcode_id as id from stock_items where poo_id = $1 and available + reserved > 0 and barcode_id <> all($2::int[]) order by 1 limit 1000`
        : `select barcode_id as id from stock_trays where poo_id = $1 and qty > 0 and barcode_id <> all($2::int[]) and tray_id = $3 order by 1 limit 1000`,
      trayId === null ? [state.pooId, counted] : [state.pooId, counted, trayId],
    );
    return { unscanned: rows.map(({ id }) => id) };
  };
  return { 'count/submit': find, 'count/addUnscanned': find };
}
