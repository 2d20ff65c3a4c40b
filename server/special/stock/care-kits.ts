import type { Reading } from '../reading.ts';
import type { CareKitState } from '#shared/streams/care/cccase/carekit.ts';
import type { KitContents } from '#shared/streams/sales/cckit/issue.ts';
import type { CareKitReturnState } from '#shared/streams/sales/cckit/state.ts';
import type { Prepare } from '../../store/handle.ts';
import { freeGoods } from './sale-goods.ts';

/** Which bundle a kit consists of, and which goods might serve it; record and ledger decide. */
export function careKits(pool: Reading): Readonly<Record<string, Prepare>> {
  return {
    async 'cckitret/prepare'(_command, _input, _state, read): Promise<KitContents> {
      const { kit } = read['kit'] as CareKitState;
      const { rows } = await pool.query<{
        id: number;
        components: readonly { readonly iProductId: number }[] | null;
      }>(
        `select id, fields->'components' as components from master_rows
         where kind = 'bundle' and status = 1 and not cancelled and fields->>'vKitType' = $1 order by id limit 1`,
        [String(kit?.iKitTypeId ?? '')],
      );
      const [found] = rows;
      return {
        bundleId: found?.id ?? null,
        productIds: (found?.components ?? []).map(({ iProductId }) => iProductId),
      };
    },
    'cckitret/issue': async (_command, _input, { pooId, lines }: CareKitReturnState) =>
      freeGoods(
        pool,
        pooId,
        lines.map(({ productId }) => productId),
      ),
  };
}
