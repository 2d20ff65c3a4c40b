import { businessDay } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  dayKey,
  evolveDay,
  noDay,
  type DayState,
  type MoneyRef,
  type PayMode,
} from '../../streams/money/day/state.ts';
import { invoiceTotals, type InvoiceEvent } from '../../streams/sales/invoice/state.ts';
import type { EventOf } from '../../core/stream.ts';
import type { invoice } from '../../streams/sales/invoice/invoice.ts';
import type { dayend } from '../../streams/money/day/dayend.ts';

interface CollectionDay {
  readonly till: DayState;
  readonly invoices: number;
  readonly sales: number;
  readonly prepaid: number;
  readonly credited: number;
}
type Issue = 'TaxInvoiceIssued' | 'CreditNoteIssued';
type Issued = Extract<InvoiceEvent, { type: Issue }>['data'];

const issuedDay = ({ header }: Issued, at: string): string =>
  header.issuedOn === '' ? businessDay(Date.parse(at)) : header.issuedOn;
type TillEvent = EventOf<typeof invoice | typeof dayend>;
type IssueEvent = Extract<TillEvent, { type: Issue }>;
const isIssue = (event: TillEvent): event is IssueEvent =>
  event.type === 'TaxInvoiceIssued' || event.type === 'CreditNoteIssued';

/**
 * One row per place and day with invoices or an open till: sales, payments, and the change of the customers'
 * debt. Money in paise. A run's money counts on the day on which the rider settles it.
 */
export const collectionDays = {
  name: 'collection_days',
  version: 3,
  streams: ['invoice', 'dayend'],
  subject: (event) => {
    if (streamName(event.stream) === 'dayend') return streamKey(event.stream);
    return isIssue(event) ? dayKey(event.data.pooId, issuedDay(event.data, event.at)) : null;
  },
  streamsOf: null,
  fold: (before, event, id) => {
    const now = before ?? { till: noDay(id), invoices: 0, sales: 0, prepaid: 0, credited: 0 };
    if (!isIssue(event))
      return { ...now, till: evolveDay(now.till, event as Parameters<typeof evolveDay>[1]) };
    const issued: Issued = event.data;
    const { payable } = invoiceTotals(issued);
    const { payment, advancePaise } = issued.header;
    if (event.type === 'CreditNoteIssued')
      return { ...now, credited: now.credited + payable, prepaid: now.prepaid - (advancePaise ?? 0) };
    return {
      ...now,
      invoices: now.invoices + 1,
      sales: now.sales + payable,
      prepaid: now.prepaid + (advancePaise ?? (payment === 'PREPAID' ? payable : 0)),
    };
  },
  rows: ({ till, invoices, sales, prepaid, credited }, id) => {
    const came = (mode: PayMode): number =>
      till.receipts.reduce((sum, one) => sum + (one.mode === mode ? one.paise : 0), 0);
    const out = (list: readonly { readonly paise: number }[]): number =>
      list.reduce((sum, { paise }) => sum + paise, 0);
    // What is paid in advance counts with its invoice, as prepaid; until then, and once it is free again, it is only in the drawer.
    const ofSales = <R extends { readonly ref: MoneyRef }>(list: readonly R[]): readonly R[] =>
      list.filter(({ ref }) => ref.type !== 'order');
    const byRiders = out(till.receipts.filter(({ ref }) => ref.type === 'statement'));
    const collected = prepaid + out(ofSales(till.receipts));
    const refunds = out(ofSales(till.refunds));
    return [
      {
        id,
        day: till.date,
        iPooId: till.pooId,
        invoices,
        sales,
        credited,
        prepaid,
        cash: came('cash'),
        upi: came('upi'),
        card: came('card'),
        link: came('link'),
        byRiders,
        collected,
        refunds,
        change: sales - credited - collected + refunds,
        deposited: out(till.toBank),
        till: till.exists ? till.stage : 'none',
      },
    ];
  },
} satisfies ReportModel<CollectionDay, TillEvent>;

const money = <N extends string>(name: N, width = 115) =>
  ({ name, kind: 'money', width, total: 'sum' }) as const;
export const collectionColumns = {
  day: { name: 'day', kind: 'date', width: 110 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  opening: { name: 'opening', kind: 'money', width: 120, joined: true },
  invoices: { name: 'invoices', kind: 'number', width: 90, total: 'sum' },
  sales: money('sales'),
  credited: money('credited'),
  prepaid: money('prepaid'),
  cash: money('cash'),
  upi: money('upi'),
  card: money('card'),
  link: money('link'),
  byRiders: money('byRiders'),
  collected: money('collected'),
  refunds: money('refunds'),
  change: money('change'),
  closing: { name: 'closing', kind: 'money', width: 120, joined: true },
  deposited: money('deposited'),
  till: {
    name: 'till',
    kind: 'choice',
    width: 130,
    options: ['none', 'open', 'toCountersign', 'submitted', 'verified'],
  },
} as const satisfies Readonly<Record<string, ReportColumn>>;
