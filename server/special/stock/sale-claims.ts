import type { Reading } from '../reading.ts';
import type { ClaimPrepared } from '#shared/streams/sales/dsasale/dsasale.ts';
import type { Prepare } from '../../store/handle.ts';

/** The order and the affiliate's documents that a claimed sale names. */
export function saleClaims(pool: Reading): Readonly<Record<string, Prepare>> {
  return {
    async 'dsasale/claim'(
      { viewer },
      { order, empId = viewer.empId ?? 0 }: { readonly order: string; readonly empId?: number },
    ): Promise<ClaimPrepared> {
      const { rows } = await pool.query<{ orderId: string | null; dsaId: number | null }>(
        `select (select id from document_rows where kind = 'customerOrder' and number = $1 limit 1) as "orderId",
           (select id from master_rows where kind = 'dsa' and not cancelled and (fields->>'iEmpId')::int = $2
            order by id desc limit 1) as "dsaId"`,
        [order.toUpperCase(), empId],
      );
      return rows[0] ?? { orderId: null, dsaId: null };
    },
  };
}
