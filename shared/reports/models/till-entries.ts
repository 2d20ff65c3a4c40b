import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { evolveDay, noDay, payModes, type DayState } from '../../streams/money/day/state.ts';

export const entryKinds = ['opening', 'receipt', 'petty', 'refund', 'bank', 'difference'] as const;

/**
 * One row per movement of money at a place: income and payments, with the balance of the drawer after it.
 * Only cash moves the drawer; other payments count as in and out at once. Money in paise.
 */
export const tillEntries = {
  name: 'till_entries',
  version: 1,
  streams: ['dayend'],
  subject: ({ stream }) => (streamName(stream) === 'dayend' ? streamKey(stream) : null),
  fold: (before, event, id) => evolveDay(before ?? noDay(id), event as Parameters<typeof evolveDay>[1]),
  rows: (day, id) => {
    if (!day.exists) return [];
    const opened = day.steps.find(({ type }) => type === 'DayOpened');
    const counted = day.steps.findLast(({ type }) => ['DayEndCounted', 'DayEndSubmitted'].includes(type));
    const entries = [
      {
        key: 'opening',
        kind: 'opening',
        at: opened?.at ?? `${day.date}T00:00:00.000Z`,
        by: opened?.by.name ?? null,
        mode: 'cash',
        ref: null as string | null,
        about: null as string | null,
        paise: day.floatPaise,
      },
      ...day.receipts.map((one) => ({
        key: one.entryId,
        kind: 'receipt',
        ...{ at: one.at, by: one.by, mode: one.mode, ref: one.ref.number, about: one.from, paise: one.paise },
      })),
      ...day.petty.map((one) => ({
        key: one.entryId,
        kind: 'petty',
        ...{ at: one.at, by: one.by, mode: 'cash', ref: null, about: one.purpose, paise: -one.paise },
      })),
      ...day.refunds.map((one) => ({
        key: one.entryId,
        kind: 'refund',
        ...{ at: one.at, by: one.by, mode: 'cash', ref: one.ref.number, about: one.to, paise: -one.paise },
      })),
      ...day.toBank.map((one, n) => ({
        key: `${one.depositId}-${n}`,
        kind: 'bank',
        ...{ at: one.at, by: one.by, mode: 'cash', ref: one.number, about: null, paise: -one.paise },
      })),
      ...(day.count && day.count.differencePaise !== 0 && counted
        ? [
            {
              key: 'difference',
              kind: 'difference',
              ...{ at: counted.at, by: counted.by.name, mode: 'cash', ref: null, about: day.count.reason },
              paise: day.count.differencePaise,
            },
          ]
        : []),
    ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    let balance = 0;
    return entries.map(({ key, paise, ...entry }) => {
      if (entry.mode === 'cash') balance += paise;
      return {
        ...entry,
        id: `${id}:${key}`,
        dayId: id,
        day: day.date,
        iPooId: day.pooId,
        received: Math.max(0, paise),
        paid: Math.max(0, -paise),
        balance,
        stage: day.stage,
      };
    });
  },
} satisfies ReportModel<DayState>;

export const tillColumns = {
  at: { name: 'at', kind: 'datetime', width: 140 },
  day: { name: 'day', kind: 'date', width: 110 },
  dayId: { name: 'dayId', kind: 'id', width: 110, hidden: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  kind: { name: 'kind', kind: 'choice', width: 130, options: entryKinds },
  mode: { name: 'mode', kind: 'choice', width: 110, options: payModes },
  ref: { name: 'ref', kind: 'id', width: 160 },
  about: { name: 'about', kind: 'person', width: 190, unmask: 'Inventory/dayendsubmission:view' },
  received: { name: 'received', kind: 'money', width: 110, total: 'sum' },
  paid: { name: 'paid', kind: 'money', width: 110, total: 'sum' },
  balance: { name: 'balance', kind: 'money', width: 120 },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
