import type { Reading } from '../reading.ts';
import type { Prepare } from '../../store/handle.ts';

/** The packs in a tray, before something is added to it. */
export function trayLoads(pool: Reading): Readonly<Record<string, Prepare>> {
  const load: Prepare = async (_command, input: { readonly trayId?: number; readonly toTrayId?: number }) => {
    const { rows } = await pool.query<{ packs: string | null }>(
      `select sum(ceil(t.qty::numeric / greatest(1, (b.facts->>'packSize')::int))) as packs from stock_trays t join stock_barcodes b on b.id = t.barcode_id where t.tray_id = $1`,
      [input.toTrayId ?? input.trayId ?? 0],
    );
    return { loadPacks: Number(rows[0]?.packs ?? 0) };
  };
  return { 'stock/putAway': load, 'stock/relocate': load };
}
