import type { Reading } from '../reading.ts';
import { businessDay } from '#shared/core/day.ts';
import { creditsView } from '#shared/feeds/money.ts';
import type { ReceiptPrepared } from '#shared/streams/money/day/dayend.ts';
import type { DayState } from '#shared/streams/money/day/state.ts';
import { bankRowKey } from '#shared/streams/money/deposit/bank-sheet.ts';
import type { ImportPrepared } from '#shared/streams/money/deposit/bankstatement.ts';
import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import { readSheetRows } from '../../families/master/read-sheet.ts';
import type { Clock, KeptViews } from '../../core/parts.ts';
import type { Prepare } from '../../store/handle.ts';

function refusalOf(error: unknown): Refusal {
  if (isRefusal(error)) return error;
  throw error;
}

/** Prepares decisions about money: known credits, the invoice behind a number, and people excused from the day end. */
export function moneyPrepare(parts: {
  readonly pool: Reading;
  readonly clock: Clock;
  readonly views: KeptViews;
}): Readonly<Record<string, Prepare>> {
  const statement: Prepare = async (
    _request,
    { content }: { readonly content: string },
  ): Promise<ImportPrepared | Refusal> => {
    const sheet = await readSheetRows(Buffer.from(content, 'base64')).catch(refusalOf);
    if (isRefusal(sheet)) return { ...sheet, field: 'content' };
    const known = [...parts.views.get(creditsView).rows.values()].map((row) => bankRowKey(row.bank, row));
    return { sheet, known };
  };
  const excused: Prepare = async () => {
    const { rows } = await parts.pool.query<{ emp: number }>(
      `select (fields->>'iEmpId')::int as emp from master_rows where kind = 'dayEndExclusion' and not cancelled and status = 1
       and fields->>'dFrom' <= $1 and coalesce(fields->>'dTo', '9999') >= $1`,
      [businessDay(parts.clock.now())],
    );
    return { excused: rows.map(({ emp }) => emp) };
  };
  const invoiceOf = async (
    _request: unknown,
    { invoice }: { readonly invoice: string },
    { date, pooId }: DayState,
  ): Promise<ReceiptPrepared> => {
    const { rows } = await parts.pool.query<{ id: string; customerId: number | null }>(
      `select t.id, (t.state->'header'->>'customerId')::int as "customerId" from document_rows d
       join document_states t on t.kind = d.kind and t.id = d.id
       where d.kind = 'taxInvoice' and d.number = $1 and (t.state->>'pooId')::int = $2 limit 1`,
      [invoice.toUpperCase(), pooId],
    );
    return { invoiceId: rows[0]?.id ?? null, customerId: rows[0]?.customerId ?? null, date };
  };
  return {
    'bankstatement/import': statement,
    'dayend/remind': excused,
    'dayend/receiveAtCounter': invoiceOf,
  };
}
