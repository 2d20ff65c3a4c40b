import type { GridColumn } from '#web/parts/grid/column.ts';
import type { GridRow } from '#web/parts/grid/source.ts';
import { formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import type { LevelRow } from './rows.ts';

type Shown = LevelRow & GridRow;

export function minMaxColumns(t: Translate, narrow: boolean): readonly GridColumn<Shown>[] {
  const number = (key: keyof LevelRow & string, width: number, more: Partial<GridColumn<Shown>> = {}) =>
    ({
      key,
      label: t(`column.${key}`),
      kind: 'number',
      width,
      hidden: narrow,
      ...more,
    }) satisfies GridColumn<Shown>;
  return [
    { key: 'product', label: t('column.product'), kind: 'text', width: 220, flex: 2 },
    { key: 'code', label: t('column.code'), kind: 'id', width: 100, hidden: true },
    number('min', 90, { hidden: false }),
    number('max', 90, { hidden: false }),
    number('multiple', 90, { hidden: true }),
    number('available', 100),
    number('projected', 100, {
      hidden: false,
      flash: true,
      tone: (row) => (row.toOrder > 0 ? 'danger' : null),
    }),
    number('toOrder', 100, { text: (row) => (row.toOrder > 0 ? formatNumber(row.toOrder) : '') }),
    number('ads', 100),
    number('sold', 100),
    number('stockedDays', 110),
    {
      key: 'proposal',
      label: t('column.proposal'),
      kind: 'text',
      width: 130,
      hidden: narrow,
      text: ({ proposal }) => (proposal ? `${proposal.min} – ${proposal.max}` : ''),
    },
    {
      key: 'pending',
      label: t('column.pending'),
      kind: 'text',
      width: 130,
      text: ({ pending }) => (pending ? `${pending.min} – ${pending.max}` : ''),
      tone: ({ pending }) => (pending ? 'accent' : null),
    },
  ];
}
