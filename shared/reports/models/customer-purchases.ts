import { businessDay, DAY_MS, monthOf, yearOf } from '../../core/day.ts';
import { streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { invoiceTotals } from '../../streams/sales/invoice/state.ts';
import type { EventOf } from '../../core/stream.ts';
import type { invoice } from '../../streams/sales/invoice/invoice.ts';

type Issue = 'TaxInvoiceIssued' | 'CreditNoteIssued';
interface Bought {
  readonly on: string;
  readonly paise: number;
  readonly credited: number;
  readonly pooId: number;
}
interface Purchases {
  readonly customer: string;
  /** Invoices by number. */
  readonly invoices: Readonly<Record<string, Bought>>;
}
type IssueEvent = Extract<EventOf<typeof invoice>, { type: Issue }>;
const isIssue = (event: EventOf<typeof invoice>): event is IssueEvent =>
  event.type === 'TaxInvoiceIssued' || event.type === 'CreditNoteIssued';
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
/** Months from one day's month to another's. */
const monthsBetween = (from: string, to: string): number =>
  12 * (Number(yearOf(to)) - Number(yearOf(from))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** The period within which a customer returned, of those for which repeat purchases are counted. */
export const returnTimes = ['d30', 'd60', 'd90', 'later', 'never'] as const;
function returnTime(gap: number | null): (typeof returnTimes)[number] {
  if (gap === null) return 'never';
  return gap <= 30 ? 'd30' : gap <= 60 ? 'd60' : gap <= 90 ? 'd90' : 'later';
}

/**
 * One row per customer who bought: the first and the next order day. Two invoices of one day are one order
 * day; a completely credited invoice is none. Money in paise.
 */
export const customerPurchases = {
  name: 'customer_purchases',
  version: 1,
  streams: ['invoice'],
  subject: (event: EventOf<typeof invoice>) => {
    if (streamName(event.stream) !== 'invoice' || !isIssue(event)) return null;
    const { customerId } = event.data.header;
    return customerId === null ? null : String(customerId);
  },
  // The invoices of a customer have numbers of their own.
  streamsOf: null,
  fold: (before, event) => {
    const issued = event.data;
    const { header } = issued;
    const invoices = before?.invoices ?? {};
    const { payable } = invoiceTotals(issued);
    if (event.type === 'TaxInvoiceIssued') {
      const on = header.issuedOn === '' ? businessDay(Date.parse(event.at)) : header.issuedOn;
      const bought = { on, paise: payable, credited: 0, pooId: issued.pooId };
      return { customer: header.customer, invoices: { ...invoices, [issued.number]: bought } };
    }
    const number = header.against?.number ?? '';
    const bought = invoices[number];
    return {
      customer: header.customer,
      invoices: bought
        ? { ...invoices, [number]: { ...bought, credited: bought.credited + payable } }
        : invoices,
    };
  },
  rows: ({ customer, invoices }, id) => {
    const kept = Object.values(invoices)
      .filter(({ paise, credited }) => credited < paise)
      .toSorted((a, b) => (a.on < b.on ? -1 : 1));
    const [first] = kept;
    if (!first) return [];
    const days = [...new Set(kept.map(({ on }) => on))];
    const [firstOn, secondOn] = [days[0] ?? first.on, days[1] ?? null];
    const gap = secondOn === null ? null : daysBetween(firstOn, secondOn);
    const cameIn = (month: number): 'yes' | 'no' =>
      days.some((on) => monthsBetween(firstOn, on) === month) ? 'yes' : 'no';
    return [
      {
        id,
        customerId: Number(id),
        customer,
        iPooId: first.pooId,
        cohort: monthOf(firstOn),
        firstOn,
        lastOn: days.at(-1) ?? firstOn,
        orderDays: days.length,
        invoices: kept.length,
        firstValue: kept.reduce((sum, one) => sum + (one.on === firstOn ? one.paise - one.credited : 0), 0),
        sold: kept.reduce((sum, { paise }) => sum + paise, 0),
        credited: kept.reduce((sum, one) => sum + one.credited, 0),
        net: kept.reduce((sum, { paise, credited }) => sum + paise - credited, 0),
        again: returnTime(gap),
        gapDays: gap,
        month1: cameIn(1),
        month2: cameIn(2),
        month3: cameIn(3),
        month6: cameIn(6),
        month12: cameIn(12),
      },
    ];
  },
} satisfies ReportModel<Purchases, IssueEvent>;

const yesNo = <N extends string>(name: N) =>
  ({ name, kind: 'choice', width: 95, options: ['yes', 'no'] }) as const;
export const purchaseHistoryColumns = {
  customerId: { name: 'customerId', kind: 'number', width: 100, hidden: true },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  cohort: { name: 'cohort', kind: 'month', width: 100 },
  firstOn: { name: 'firstOn', kind: 'date', width: 115 },
  lastOn: { name: 'lastOn', kind: 'date', width: 115 },
  ageDays: { name: 'ageDays', kind: 'number', width: 110, joined: true },
  orderDays: { name: 'orderDays', kind: 'number', width: 100, total: 'average' },
  invoices: { name: 'invoices', kind: 'number', width: 90, total: 'sum' },
  firstValue: { name: 'firstValue', kind: 'money', width: 120, total: 'sum' },
  sold: { name: 'sold', kind: 'money', width: 120, total: 'sum' },
  credited: { name: 'credited', kind: 'money', width: 110, total: 'sum' },
  net: { name: 'net', kind: 'money', width: 120, total: 'sum' },
  again: { name: 'again', kind: 'choice', width: 130, options: returnTimes, tones: { never: 'muted' } },
  gapDays: { name: 'gapDays', kind: 'number', width: 110, total: 'average' },
  month1: yesNo('month1'),
  month2: yesNo('month2'),
  month3: yesNo('month3'),
  month6: yesNo('month6'),
  month12: yesNo('month12'),
} as const satisfies Readonly<Record<string, ReportColumn>>;
