import type { ReactNode } from 'react';
import { addDays } from '#shared/core/day.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import type { ReportValue } from '#shared/families/report-measure.ts';
import { daysIn } from '#shared/families/report-period.ts';
import { reportLimits, type ReportGroup, type ReportSummary } from '#shared/families/report-wire.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { Chart } from '#web/parts/chart/Chart.tsx';
import type { ChartSeries } from '#web/parts/chart/chart-props.ts';
import { FigureTable, type FigureColumn } from '#web/parts/FigureTable.tsx';
import { measureText } from './Figures.tsx';
import { groupText, valueText, type Naming } from './cells.ts';
import type { TranslateReport } from './translations.ts';
import type { ReportState } from './use-report-state.ts';

interface SideProps {
  readonly def: ReportDef;
  readonly summary: ReportSummary;
  readonly state: ReportState;
  readonly naming: Naming;
  readonly t: TranslateReport;
}

/** A day on which nothing happened is a zero, not a gap; longer periods show only the days with rows. */
const mostEmptyDays = 100;

function categoriesOf(column: ReportColumn, summary: ReportSummary): readonly ReportValue[] {
  const found = [...new Set(summary.chart.map(({ keys }) => keys[0] ?? null))];
  const byDay = column.kind === 'datetime' || column.kind === 'date';
  if (column.options) return [...column.options, null].filter((key) => found.includes(key));
  if (!byDay || summary.from === '') return found;
  const days = daysIn(summary);
  if (days > mostEmptyDays) return found.filter((key) => key !== null);
  return Array.from({ length: days }, (_, i) => addDays(summary.from, i));
}

/** Axes show rupees, not paise. */
function scaledValue(columns: readonly ReportColumn[], name: string, value: number): number {
  return columns.find((one) => one.name === name)?.kind === 'money' ? value / 100 : value;
}

function seriesOf(
  { chart, columns }: ReportDef,
  groups: readonly ReportGroup[],
  categories: readonly ReportValue[],
  naming: Naming,
  rows: string,
): readonly ChartSeries[] {
  const split = columns.find(({ name }) => name === chart.split);
  const names = split
    ? (split.options ?? [...new Set(groups.map(({ keys }) => String(keys[1] ?? '')))])
    : [null];
  return names
    .map((name) => {
      const mine = groups.filter(({ keys }) => name === null || String(keys[1] ?? '') === name);
      const counts = new Map(
        mine.map((group) => [
          group.keys[0] ?? null,
          chart.of === undefined ? group.rows : scaledValue(columns, chart.of, group.totals[chart.of] ?? 0),
        ]),
      );
      return {
        name: name === null || !split ? rows : groupText(split, name, naming),
        values: categories.map((key) => counts.get(key) ?? 0),
      };
    })
    .filter(({ values }) => names.length === 1 || values.some((value) => value > 0));
}

export function ReportChart({ def, summary, state, naming, t }: SideProps): ReactNode {
  const by = def.columns.find(({ name }) => name === def.chart.by);
  if (!by) return null;
  const byDay = by.kind === 'datetime' || by.kind === 'date';
  const categories = categoriesOf(by, summary);
  const labels = categories.map((key) => groupText(by, key, naming) || t('empty'));
  const filterable = def.filters.some((filter) => 'column' in filter && filter.column === by.name);
  const what = def.chart.of === undefined ? t('rows') : naming.label(`column.${def.chart.of}`);
  return (
    <Chart
      title={t('chart', {
        what,
        by: byDay ? t('byDay') : naming.label(`column.${by.name}`).toLocaleLowerCase(),
      })}
      kind={def.chart.kind}
      categories={labels}
      series={seriesOf(def, summary.chart, categories, naming, what)}
      {...(filterable
        ? {
            onPick: (label: string) => {
              const key = categories[labels.indexOf(label)];
              if (key === null || key === undefined) return;
              if (byDay) state.put({ period: null, from: String(key), to: String(key) });
              else state.put({ where: { ...state.filters.where, [by.name]: [String(key)] } });
            },
          }
        : {})}
    />
  );
}

/** The groups of the chosen column with their rows and totals; a group can become a filter. */
export function Groups({ def, summary, state, naming, t }: SideProps): ReactNode {
  const column = def.columns.find(({ name }) => name === state.filters.group);
  if (!column) return null;
  const name = naming.label(`column.${column.name}`);
  const filterable = def.filters.some(
    (filter) => (filter.kind === 'place' || filter.kind === 'choice') && filter.name === column.name,
  );
  const totals = def.columns.filter(({ total }) => total !== undefined);
  const shown = (group: ReportGroup): ReactNode => {
    const key = group.keys[0] ?? null;
    const text = groupText(column, key, naming) || t('empty');
    if (!filterable || key === null) return text;
    return (
      <button
        type="button"
        className="ops-link"
        aria-label={t('showOnly', { name: text })}
        onClick={() =>
          state.put({ where: { ...state.filters.where, [column.name]: [String(key)] }, group: null })
        }
      >
        {text}
      </button>
    );
  };
  const columns: readonly FigureColumn<ReportGroup>[] = [
    { key: 'key', label: name, cell: shown },
    { key: 'rows', label: t('rows'), figures: true, cell: ({ rows }) => formatNumber(rows, 0) },
    ...totals.map((one): FigureColumn<ReportGroup> => ({
      key: one.name,
      label: naming.label(`column.${one.name}`),
      figures: true,
      cell: (group) => valueText(one, group.totals[one.name] ?? null, naming) || '–',
    })),
    ...def.measures
      .filter(({ kind, where }) => !(kind === 'count' && where === undefined))
      .map((one): FigureColumn<ReportGroup> => ({
        key: `measure.${one.name}`,
        label: naming.label(`measure.${one.name}`),
        figures: true,
        cell: (group) => measureText(def, one, group.measures[one.name]),
      })),
  ];
  return (
    <section className="rp-groups" aria-label={t('grouped', { name })}>
      <FigureTable
        label={t('grouped', { name })}
        columns={columns}
        rows={summary.groups}
        id={({ keys }) => String(keys[0] ?? '')}
      />
      {summary.groupsCut && <p className="ops-muted">{t('groupsCut', { count: reportLimits.groups })}</p>}
    </section>
  );
}
