import type { ReactNode } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportGroup, type ReportSummary } from '#shared/families/report-wire.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { Chart } from '#web/parts/chart/Chart.tsx';
import { FigureTable, type FigureColumn } from '#web/parts/FigureTable.tsx';
import { measureText } from './Figures.tsx';
import { groupText, valueText, type Naming } from './cells.ts';
import { canPick, chartData, lowered, picked } from './chart-data.ts';
import type { TranslateReport } from './translations.ts';
import type { ReportState } from './use-report-state.ts';

interface SideProps {
  readonly def: ReportDef;
  readonly summary: ReportSummary;
  readonly state: ReportState;
  readonly naming: Naming;
  readonly t: TranslateReport;
}

export function ReportChart({ def, summary, state, naming, t }: SideProps): ReactNode {
  const data = chartData(def, summary, naming, { rows: t('rows'), empty: t('empty') });
  if (!data) return null;
  const by = data.byDay ? t('byDay') : lowered(naming.label(`column.${def.chart.by}`));
  const { cut } = data;
  return (
    <Chart
      title={
        cut > 0
          ? t('chartCut', { what: data.what, by, count: data.categories.length })
          : t('chart', { what: data.what, by })
      }
      kind={def.chart.kind}
      sideways={data.sideways}
      counts={data.counts}
      format={data.format}
      categories={data.categories.map(({ label }) => label)}
      series={data.series}
      {...(canPick(def)
        ? {
            onPick: (label: string, series: string) => {
              const change = picked(def, state.filters, {
                category: data.categories.find((one) => one.label === label)?.key ?? null,
                series: data.series.find(({ name }) => name === series)?.key ?? null,
              });
              if (change) state.put(change);
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
