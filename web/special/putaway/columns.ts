import { monthAndYear } from '#shared/core/day.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { formatAge } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import type { LiveRow } from './row.ts';

const hour = 3_600_000;
const lateMs = 4 * hour;

export function putawayColumns(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<LiveRow>[] {
  const month = (day: string | null): string => (day === null ? '' : monthAndYear(day));
  const age = (row: LiveRow, now: number): number => now - Date.parse(row.since);
  return [
    { key: 'product', label: t('column.product'), kind: 'text', width: 200, flex: 2 },
    { key: 'label', label: t('column.label'), kind: 'id', width: 130 },
    { key: 'batch', label: t('column.batch'), kind: 'id', width: 120, hidden: narrow },
    {
      key: 'expiry',
      label: t('column.expiry'),
      kind: 'date',
      width: 90,
      hidden: narrow,
      text: (row) => month(row.expiry),
    },
    { key: 'left', label: t('column.left'), kind: 'number', width: 110, flash: true },
    {
      key: 'storage',
      label: t('column.storage'),
      kind: 'text',
      width: 110,
      text: (row) => t(`storage.${row.storage}`),
      tone: (row) => (row.storage === 'COLD' ? 'warn' : null),
    },
    {
      key: 'since',
      label: t('column.since'),
      kind: 'age',
      width: 90,
      hidden: narrow,
      text: (row, now) => formatAge(age(row, now)),
      tone: (row, now) => (age(row, now) >= lateMs ? 'danger' : null),
    },
    { key: 'number', label: t('column.number'), kind: 'id', width: 150, hidden: narrow },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 140,
      hidden: narrow,
      text: (row) => place(row.pooId),
    },
  ];
}
