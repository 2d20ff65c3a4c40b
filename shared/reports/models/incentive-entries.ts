import { businessDay, monthOf } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  dsaOf,
  evolveIncentive,
  noIncentive,
  type IncentiveEvent,
  type IncentiveSource,
  type IncentiveState,
} from '../../streams/money/incentive/state.ts';

export const incentiveKinds = ['accrual', 'reversal', 'adjustment', 'payout'] as const;
export const incentiveStates = ['open', 'closed', 'waiting', 'declined'] as const;
export const incentiveReasons = ['sale', 'return', 'rto', 'exit'] as const;

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly kind: (typeof incentiveKinds)[number];
  readonly state: (typeof incentiveStates)[number];
  readonly source: IncentiveSource | null;
  /** The invoice or the credit note. */
  readonly documentId: string | null;
  readonly document: string | null;
  readonly cause: (typeof incentiveReasons)[number] | null;
  readonly reason: string | null;
  readonly basePaise: number | null;
  readonly requestedPaise: number | null;
  /** Of the account; null while it does not count. */
  readonly paise: number | null;
  readonly balancePaise: number | null;
}
interface Account {
  readonly account: IncentiveState;
  readonly entries: readonly Entry[];
}
type Recorded = Parameters<typeof evolveIncentive>[1];

const blank = {
  ...{ source: null, documentId: null, document: null, cause: null, reason: null },
  ...{ basePaise: null, requestedPaise: null, paise: null, balancePaise: null },
} as const;
const sourceOf = (one: IncentiveSource): IncentiveSource => ({
  ...{ key: one.key, saleId: one.saleId, sale: one.sale, orderId: one.orderId, order: one.order },
  ...{ invoiceId: one.invoiceId, invoice: one.invoice },
  ...{ planId: one.planId, plan: one.plan, planFrom: one.planFrom, rateBp: one.rateBp },
});

/** The entry that an event adds; null when it only changes one. */
function entryOf(event: Recorded & { readonly at: string }, balancePaise: number): Entry | null {
  const mark = { ...blank, at: event.at, by: event.actor.name, balancePaise };
  const { type, data } = event as IncentiveEvent;
  switch (type) {
    case 'IncentiveAccrued':
      return {
        ...mark,
        ...{ id: `a-${data.key}`, kind: 'accrual', state: 'open', source: sourceOf(data), cause: 'sale' },
        ...{ documentId: data.invoiceId, document: data.invoice },
        ...{ basePaise: data.basePaise, paise: data.paise },
      };
    case 'IncentiveReversed':
      return {
        ...mark,
        ...{ id: `r-${data.key}-${data.documentId ?? data.cause}`, kind: 'reversal', state: 'open' },
        ...{ source: sourceOf(data), cause: data.cause },
        ...{ documentId: data.documentId ?? data.invoiceId, document: data.document ?? data.invoice },
        ...{ basePaise: -data.basePaise, paise: -data.paise },
      };
    case 'IncentiveAdjustmentRequested':
      return {
        ...mark,
        ...{ id: `j-${data.adjustmentId}`, kind: 'adjustment', state: 'waiting', reason: data.reason },
        ...{ requestedPaise: data.paise, balancePaise: null },
      };
    case 'IncentiveAdjusted':
      return {
        ...mark,
        ...{ id: `j-${data.adjustmentId}`, kind: 'adjustment', state: 'open', reason: data.reason },
        ...{ requestedPaise: data.paise, paise: data.paise },
      };
    case 'IncentivePaid':
      return {
        ...mark,
        ...{ id: `p-${event.version}`, kind: 'payout', state: 'closed', reason: data.reference },
        paise: -data.paise,
      };
    default:
      return null;
  }
}

/**
 * One row per entry of an agent's account, on the day on which it was entered: months that are over keep
 * their figures. An adjustment counts from its confirmation, a payout closes all before it. Money in paise.
 */
export const incentiveEntries: ReportModel<Account> = {
  name: 'incentive_entries',
  version: 2,
  streams: ['incentive'],
  subject: ({ stream }) => (streamName(stream) === 'incentive' ? streamKey(stream) : null),
  fold: (before, stored, id) => {
    const event = stored as unknown as Recorded & { readonly at: string };
    const account = evolveIncentive(before?.account ?? noIncentive(id), event);
    const added = entryOf(event, account.balancePaise);
    const { type, data } = event as IncentiveEvent;
    const declined = type === 'IncentiveAdjustmentDeclined' ? `j-${data.adjustmentId}` : null;
    const entries = (before?.entries ?? [])
      .filter((one) => one.id !== added?.id)
      .map((one): Entry => {
        if (one.id === declined) return { ...one, state: 'declined' };
        return type === 'IncentivePaid' && one.state === 'open' ? { ...one, state: 'closed' } : one;
      });
    return { account, entries: added ? [...entries, added] : entries };
  },
  rows: ({ account, entries }, id) =>
    entries.map((one) => {
      const day = businessDay(Date.parse(one.at));
      const counted = (kind: Entry['kind'], sign: 1 | -1): number | null =>
        one.kind === kind && one.paise !== null ? sign * one.paise : null;
      return {
        id: `${id}:${one.id}`,
        dsaId: String(dsaOf(id)),
        at: one.at,
        day,
        month: monthOf(day),
        employeeId: account.agent?.empId ?? null,
        employee: account.agent?.name ?? null,
        iPooId: account.iPooId,
        kind: one.kind,
        state: one.state,
        plan: one.source?.plan ?? null,
        planFrom: one.source?.planFrom ?? null,
        sale: one.source?.sale ?? null,
        order: one.source?.order ?? null,
        document: one.document,
        documentId: one.documentId,
        cause: one.cause,
        reason: one.reason,
        base: one.basePaise,
        rate: one.source === null ? null : `${one.source.rateBp / 100} %`,
        requested: one.requestedPaise,
        accrued: counted('accrual', 1),
        reversed: counted('reversal', -1),
        adjusted: counted('adjustment', 1),
        paid: counted('payout', -1),
        amount: one.paise,
        balance: one.balancePaise,
        by: one.by,
      };
    }),
};

const money = (name: string, width = 110) => ({ name, kind: 'money', width, total: 'sum' }) as const;
export const incentiveColumns = {
  at: { name: 'at', kind: 'datetime', width: 140 },
  day: { name: 'day', kind: 'date', width: 110, hidden: true },
  month: { name: 'month', kind: 'month', width: 90, hidden: true },
  employeeId: { name: 'employeeId', kind: 'number', width: 100, hidden: true },
  employee: { name: 'employee', kind: 'text', width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  kind: { name: 'kind', kind: 'choice', width: 120, options: incentiveKinds },
  state: { name: 'state', kind: 'choice', width: 110, options: incentiveStates },
  plan: { name: 'plan', kind: 'text', width: 140 },
  planFrom: { name: 'planFrom', kind: 'date', width: 120 },
  sale: { name: 'sale', kind: 'id', width: 110 },
  order: { name: 'order', kind: 'id', width: 150 },
  document: { name: 'document', kind: 'id', width: 150 },
  documentId: { name: 'documentId', kind: 'id', width: 100, hidden: true },
  cause: { name: 'cause', kind: 'choice', width: 120, options: incentiveReasons },
  reason: { name: 'reason', kind: 'text', width: 220 },
  base: money('base'),
  rate: { name: 'rate', kind: 'text', width: 80 },
  requested: { name: 'requested', kind: 'money', width: 110 },
  accrued: { ...money('accrued'), hidden: true },
  reversed: { ...money('reversed'), hidden: true },
  adjusted: { ...money('adjusted'), hidden: true },
  paid: { ...money('paid'), hidden: true },
  amount: money('amount'),
  balance: { name: 'balance', kind: 'money', width: 120 },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  dsaId: { name: 'dsaId', kind: 'id', width: 100, hidden: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;
