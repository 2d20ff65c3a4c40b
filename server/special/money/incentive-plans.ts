import type { Reading } from '../reading.ts';
import type { EarningPrepared } from '#shared/streams/money/incentive/earning.ts';
import type { IncentivePlan } from '#shared/streams/money/incentive/state.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import type { Prepare } from '../../store/handle.ts';

/** Prepares accruals of incentives: the plan in force. */
export function incentivePlans(pool: Reading): Readonly<Record<string, Prepare>> {
  /** The latest version of the day; one for the place itself takes precedence over one for all. */
  const inForce: Prepare = async (
    _request,
    { day }: { readonly day: string },
    _state,
    { sale, order }: Readonly<{ sale?: unknown; order?: OrderState }>,
  ): Promise<EarningPrepared> => {
    if (sale === undefined || order === undefined) return { plan: null };
    const { rows } = await pool.query<IncentivePlan>(
      `select id::int as "planId", fields->>'vName' as plan, fields->>'dFrom' as "planFrom", (fields->>'nRateBp')::int as "rateBp"
       from master_rows where kind = 'incentivePlan' and status = 1 and not cancelled and fields->>'dFrom' <= $1
       and (fields->>'iPooId' is null or (fields->>'iPooId')::int = $2)
       order by fields->>'iPooId' is null, fields->>'dFrom' desc limit 1`,
      [day, order.pooId],
    );
    return { plan: rows[0] ?? null };
  };
  return {
    'earning/accrue': inForce,
    'earning/receive': inForce,
  };
}
