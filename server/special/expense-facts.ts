import type { Reading } from './reading.ts';
import { businessDay } from '#shared/core/day.ts';
import { fieldTraceView, tracedKm } from '#shared/feeds/field-trace.ts';
import {
  defaultLimits,
  defaultStepLimits,
  type CategoryLimit,
  type ExpenseCategory,
} from '#shared/streams/people/expense/limits.ts';
import type { ExpensePrepared } from '#shared/streams/people/expense/decide.ts';
import type { ExpenseState } from '#shared/streams/people/expense/state.ts';
import type { Clock, Views } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';

/**
 * The limit of a category in force for a designation on a day; one for the place itself takes precedence over
 * one for all.
 */
async function limitInForce(
  pool: Reading,
  category: ExpenseCategory,
  designationId: number | null,
  pooIds: readonly number[] | 'all',
  day: string,
): Promise<CategoryLimit> {
  const { rows } = await pool.query<Readonly<Record<'cap' | 'rate' | 'first' | 'second', string | null>>>(
    `select fields->>'nDayCapPaise' as cap, fields->>'nKmRatePaise' as rate,
     fields->>'nFirstStepPaise' as first, fields->>'nSecondStepPaise' as second from master_rows
     where kind = 'accountsThreshold' and status = 1 and not cancelled and fields->>'vCategory' = $1
     and (fields->>'iDesignationId')::int = $2 and fields->>'dFrom' <= $3
     and (fields->>'iPooId' is null or (fields->>'iPooId')::int = any($4::int[]))
     order by fields->>'iPooId' is null, fields->>'dFrom' desc limit 1`,
    [category, designationId, day, pooIds === 'all' ? [] : pooIds],
  );
  const found = rows[0];
  const own = defaultLimits[category];
  if (!found) return own;
  const manager = Number(found.first ?? defaultStepLimits.manager);
  return {
    dayCapPaise: Number(found.cap ?? own.dayCapPaise),
    kmRatePaise: found.rate === null ? own.kmRatePaise : Number(found.rate),
    steps: { manager, accounts: Math.max(manager, Number(found.second ?? defaultStepLimits.accounts)) },
  };
}

/** The data for an expense: the money limits in force, and the length of that day's trace. */
export function expenseFacts(parts: {
  readonly pool: Reading;
  readonly clock: Clock;
  readonly views: Views;
}): Readonly<Record<string, Prepare>> {
  const limit = ({ viewer }: Parameters<Prepare>[0], category: ExpenseCategory): Promise<CategoryLimit> =>
    limitInForce(
      parts.pool,
      category,
      viewer.effectiveDesignationId,
      viewer.poos,
      businessDay(parts.clock.now()),
    );
  const writing: Prepare = async (
    command,
    input: { category: ExpenseCategory },
  ): Promise<ExpensePrepared> => ({
    limit: await limit(command, input.category),
  });
  const submitting: Prepare = async (command, _input, state: ExpenseState): Promise<ExpensePrepared> => ({
    limit: await limit(command, state.category),
    traceKm: tracedKm(parts.views.get(fieldTraceView).rows.get(`${state.by.empId}-${state.spentOn}`)),
  });
  return { 'expense/draft': writing, 'expense/change': writing, 'expense/submit': submitting };
}
