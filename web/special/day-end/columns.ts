import { cashIn, expectedCash } from '#shared/streams/money/day/state.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import type { Translate } from '#web/locales/translations.ts';
import { gapTone, type DayRow, type DepositRow } from './row.ts';

type Place = (id: number | null) => string;
const sum = (list: readonly { readonly paise: number }[]): number =>
  list.reduce((all, { paise }) => all + paise, 0);
const stageTone = { open: 'info', toCountersign: 'warn', submitted: 'accent', verified: 'ok' } as const;

export function dayColumns(t: Translate, place: Place, narrow: boolean): readonly GridColumn<DayRow>[] {
  return [
    { key: 'date', label: t('column.date'), kind: 'date', width: 110, pinned: 'start' },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 150,
      flex: 1,
      text: (row) => place(row.pooId),
    },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 140,
      text: (row) => (row.missed && row.stage === 'open' ? t('missed') : t(`stage.${row.stage}`)),
      tone: (row) => (row.missed && row.stage === 'open' ? 'danger' : stageTone[row.stage]),
    },
    {
      key: 'expected',
      label: t('column.expected'),
      kind: 'money',
      width: 130,
      flash: true,
      value: expectedCash,
    },
    { key: 'floatPaise', label: t('column.float'), kind: 'money', width: 110, hidden: narrow },
    { key: 'in', label: t('column.cashIn'), kind: 'money', width: 120, hidden: narrow, value: cashIn },
    {
      key: 'petty',
      label: t('column.petty'),
      kind: 'money',
      width: 110,
      hidden: narrow,
      value: (row) => sum(row.petty),
    },
    {
      key: 'counted',
      label: t('column.counted'),
      kind: 'money',
      width: 120,
      hidden: narrow,
      value: (row) => row.count?.countedPaise ?? null,
    },
    {
      key: 'difference',
      label: t('column.difference'),
      kind: 'money',
      width: 110,
      value: (row) => row.count?.differencePaise ?? null,
      tone: (row) => gapTone(row.count?.differencePaise ?? null),
    },
  ];
}

export function depositColumns(
  t: Translate,
  place: Place,
  narrow: boolean,
): readonly GridColumn<DepositRow>[] {
  return [
    { key: 'number', label: t('column.number'), kind: 'id', width: 150, pinned: 'start' },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 150,
      flex: 1,
      text: (row) => place(row.pooId),
    },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 130,
      text: (row) => t(`deposit.${row.stage}`),
      tone: (row) =>
        row.stage === 'reconciled' || row.stage === 'resolved'
          ? 'ok'
          : row.stage === 'recorded'
            ? 'info'
            : 'danger',
    },
    { key: 'paise', label: t('column.amount'), kind: 'money', width: 120 },
    { key: 'depositedOn', label: t('column.depositedOn'), kind: 'date', width: 120, hidden: narrow },
    { key: 'bank', label: t('column.bank'), kind: 'text', width: 150, hidden: narrow },
    { key: 'slipNo', label: t('column.slip'), kind: 'id', width: 120, hidden: narrow },
    {
      key: 'by',
      label: t('column.by'),
      kind: 'text',
      width: 150,
      hidden: narrow,
      value: (row) => row.madeBy.name,
    },
  ];
}
