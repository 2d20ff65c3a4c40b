import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  dayStages,
  evolveDay,
  expectedCash,
  noDay,
  type PayMode,
  type DayState,
} from '../../streams/money/day/state.ts';

const step = ({ steps }: DayState, type: string) => steps.findLast((one) => one.type === type) ?? null;
const received = ({ receipts }: DayState, mode: PayMode): number =>
  receipts.reduce((sum, one) => sum + (one.mode === mode ? one.paise : 0), 0);
const sumOf = (list: readonly { readonly paise: number }[]): number =>
  list.reduce((sum, { paise }) => sum + paise, 0);

/** One row per place and day: income, expected and actual cash, and who closed it. Money in paise. */
export const dayEnds = {
  name: 'day_ends',
  version: 1,
  streams: ['dayend'],
  subject: ({ stream }) => (streamName(stream) === 'dayend' ? streamKey(stream) : null),
  fold: (before, event, id) => evolveDay(before ?? noDay(id), event as Parameters<typeof evolveDay>[1]),
  rows: (day, id) => {
    if (!day.exists) return [];
    const submitted = step(day, 'DayEndSubmitted');
    const verified = day.stage === 'verified' ? step(day, 'DayEndVerified') : null;
    return [
      {
        id,
        day: day.date,
        iPooId: day.pooId,
        stage: day.stage,
        openedAt: step(day, 'DayOpened')?.at ?? null,
        receipts: day.receipts.length,
        opening: day.floatPaise,
        cash: received(day, 'cash'),
        upi: received(day, 'upi'),
        card: received(day, 'card'),
        link: received(day, 'link'),
        collected: sumOf(day.receipts),
        petty: sumOf(day.petty),
        refunds: sumOf(day.refunds),
        toBank: sumOf(day.toBank),
        expected: day.count?.expectedPaise ?? expectedCash(day),
        counted: day.count?.countedPaise ?? null,
        difference: day.count?.differencePaise ?? null,
        reason: day.count?.reason ?? null,
        carried: day.count?.carried.length ?? 0,
        submittedAt: day.stage === 'open' ? null : (submitted?.at ?? null),
        submittedBy: day.stage === 'open' ? null : (submitted?.by.name ?? null),
        verifiedAt: verified?.at ?? null,
        verifiedBy: verified?.by.name ?? null,
        reopens: day.steps.filter(({ type }) => type === 'DayReopened').length,
        missed: day.missed ? 'yes' : 'no',
        balanced: day.count === null ? null : day.count.differencePaise === 0 ? 'yes' : 'no',
      },
    ];
  },
} satisfies ReportModel<DayState>;

const money = <N extends string>(name: N) => ({ name, kind: 'money', width: 110, total: 'sum' }) as const;
const yesNo = <N extends string>(name: N) =>
  ({ name, kind: 'choice', width: 110, options: ['yes', 'no'] }) as const;
export const dayEndColumns = {
  day: { name: 'day', kind: 'date', width: 110 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  stage: { name: 'stage', kind: 'choice', width: 130, options: dayStages },
  openedAt: { name: 'openedAt', kind: 'datetime', width: 140 },
  receipts: { name: 'receipts', kind: 'number', width: 90, total: 'sum' },
  opening: { name: 'opening', kind: 'money', width: 110 },
  cash: money('cash'),
  upi: money('upi'),
  card: money('card'),
  link: money('link'),
  collected: money('collected'),
  petty: money('petty'),
  refunds: money('refunds'),
  toBank: money('toBank'),
  expected: money('expected'),
  counted: money('counted'),
  difference: money('difference'),
  reason: { name: 'reason', kind: 'text', width: 200 },
  carried: { name: 'carried', kind: 'number', width: 100, total: 'sum' },
  submittedAt: { name: 'submittedAt', kind: 'datetime', width: 140 },
  submittedBy: { name: 'submittedBy', kind: 'text', author: true, width: 150 },
  verifiedAt: { name: 'verifiedAt', kind: 'datetime', width: 140 },
  verifiedBy: { name: 'verifiedBy', kind: 'text', author: true, width: 150 },
  reopens: { name: 'reopens', kind: 'number', width: 90, total: 'sum' },
  missed: yesNo('missed'),
  balanced: yesNo('balanced'),
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const dayEndWords = {
  'column.day': { en: 'Day', es: 'Día' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.openedAt': { en: 'Opened', es: 'Abierto' },
  'column.receipts': { en: 'Receipts', es: 'Cobros' },
  'column.opening': { en: 'Opening float', es: 'Fondo inicial' },
  'column.cash': { en: 'Cash', es: 'Efectivo' },
  'column.upi': { en: 'UPI', es: 'UPI' },
  'column.card': { en: 'Card', es: 'Tarjeta' },
  'column.link': { en: 'Payment link', es: 'Enlace de pago' },
  'column.collected': { en: 'Collected', es: 'Cobrado' },
  'column.petty': { en: 'Petty cash', es: 'Caja chica' },
  'column.refunds': { en: 'Refunds', es: 'Reembolsos' },
  'column.toBank': { en: 'To the bank', es: 'Al banco' },
  'column.expected': { en: 'Expected cash', es: 'Efectivo esperado' },
  'column.counted': { en: 'Counted', es: 'Contado' },
  'column.difference': { en: 'Difference', es: 'Diferencia' },
  'column.reason': { en: 'Reason', es: 'Motivo' },
  'column.carried': { en: 'Runs not settled', es: 'Repartos sin liquidar' },
  'column.submittedAt': { en: 'Submitted', es: 'Enviado' },
  'column.submittedBy': { en: 'Submitted by', es: 'Enviado por' },
  'column.verifiedAt': { en: 'Verified', es: 'Verificado' },
  'column.verifiedBy': { en: 'Verified by', es: 'Verificado por' },
  'column.reopens': { en: 'Reopened', es: 'Reaperturas' },
  'column.missed': { en: 'Missed', es: 'Omitido' },
  'missed.yes': { en: 'Yes', es: 'Sí' },
  'missed.no': { en: 'No', es: 'No' },
  'column.balanced': { en: 'Balanced', es: 'Cuadra' },
  'balanced.yes': { en: 'Yes', es: 'Sí' },
  'balanced.no': { en: 'No', es: 'No' },
  'measure.days': { en: 'Days', es: 'Días' },
  'means.days': { en: 'Days of places in the period.', es: 'Días de los lugares en el período.' },
  'measure.collected': { en: 'Collected', es: 'Cobrado' },
  'means.collected': {
    en: 'Money received, in any payment mode.',
    es: 'Dinero recibido, por cualquier medio.',
  },
  'measure.difference': { en: 'Differences', es: 'Diferencias' },
  'means.difference': {
    en: 'Counted less expected cash; missing cash is negative.',
    es: 'Efectivo contado menos esperado; lo que falta es negativo.',
  },
} as const;

/** The common parts of both reports about day ends. */
export const dayEndReport = {
  model: dayEnds,
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'day', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['submittedBy', 'verifiedBy', 'reason'] },
  ],
  groups: ['iPooId', 'stage', 'day', 'submittedBy'],
  groupedBy: 'iPooId',
  drill: [
    {
      need: 'Inventory/dayendsubmission:view',
      href: ({ id }: { readonly id: string }) => `/purchaseanddispatch/dayendsubmission?id=${id}`,
    },
  ],
  sort: { column: 'day', way: 'desc' },
} as const;
