import { addDays } from '#shared/core/day.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import type { Measure, ReportValue } from '#shared/families/report-measure.ts';
import { daysIn } from '#shared/families/report-period.ts';
import type { ReportGroup, ReportSummary } from '#shared/families/report-wire.ts';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { ChartSeries } from '#web/parts/chart/chart-props.ts';
import { groupText, valueText, type Naming } from './cells.ts';
import type { ReportFilters } from './use-report-state.ts';

/** A day on which nothing happened is a zero, not a gap; longer periods show only the days with rows. */
const mostEmptyDays = 100;
/** Bars with names that a chart has room for; its table and the groups hold the others. */
const mostBars = 12;

interface Category {
  readonly key: ReportValue;
  readonly label: string;
}

export interface ChartData {
  /** What the chart counts or sums. */
  readonly what: string;
  readonly byDay: boolean;
  /** Names stand beside their bars; days run from left to right. */
  readonly sideways: boolean;
  /** Only whole numbers are shown. */
  readonly counts: boolean;
  readonly categories: readonly Category[];
  /** Categories beyond the largest. */
  readonly cut: number;
  readonly series: readonly (ChartSeries & { readonly key: string | null })[];
  readonly format: (value: number) => string;
}

const isDay = ({ kind }: ReportColumn): boolean => kind === 'datetime' || kind === 'date';

/** The chart of a report: days in their order, named values from the largest. */
export function chartData(
  def: ReportDef,
  summary: ReportSummary,
  naming: Naming,
  texts: { readonly rows: string; readonly empty: string },
): ChartData | null {
  const { chart, columns } = def;
  const by = columns.find(({ name }) => name === chart.by);
  if (!by) return null;
  const of = columns.find(({ name }) => name === chart.of);
  const value = (group: ReportGroup): number =>
    of === undefined ? group.rows : (group.totals[of.name] ?? 0);
  const sideways = !isDay(by) && by.kind !== 'month' && chart.kind !== 'line';
  const all = keysOf(by, summary, sideways && !by.options ? value : null);
  const keys = sideways ? all.slice(0, mostBars) : all;
  const what = of ? naming.label(`column.${of.name}`) : texts.rows;
  return {
    what,
    byDay: isDay(by),
    sideways,
    counts: of === undefined || of.kind === 'number',
    categories: keys.map((key) => ({ key, label: groupText(by, key, naming) || texts.empty })),
    cut: all.length - keys.length,
    series: seriesOf(def, summary.chart, keys, value, naming, what),
    format: formatOf(of, naming),
  };
}

/** A whole figure of rupees without its paise, so that an axis stays short. */
function formatOf(of: ReportColumn | undefined, naming: Naming): (value: number) => string {
  if (of === undefined) return (value) => formatNumber(value, 0);
  if (of.kind === 'money') return (value) => formatMoney(value).replace(/[.,]00$/, '');
  return (value) => valueText(of, value, naming);
}

function keysOf(
  by: ReportColumn,
  summary: ReportSummary,
  sizeOf: ((group: ReportGroup) => number) | null,
): readonly ReportValue[] {
  const sizes = new Map<ReportValue, number>();
  for (const group of summary.chart) {
    const key = group.keys[0] ?? null;
    sizes.set(key, (sizes.get(key) ?? 0) + (sizeOf?.(group) ?? 0));
  }
  if (by.options) return [...by.options, null].filter((key) => sizes.has(key));
  if (sizeOf) return [...sizes].toSorted(([, a], [, b]) => b - a).map(([key]) => key);
  const found = [...sizes.keys()];
  if (!isDay(by) || summary.from === '') return found;
  const days = daysIn(summary);
  if (days > mostEmptyDays) return found.filter((key) => key !== null);
  return Array.from({ length: days }, (_, i) => addDays(summary.from, i));
}

function seriesOf(
  { chart, columns }: ReportDef,
  groups: readonly ReportGroup[],
  keys: readonly ReportValue[],
  value: (group: ReportGroup) => number,
  naming: Naming,
  what: string,
): ChartData['series'] {
  const split = columns.find(({ name }) => name === chart.split);
  const names = split
    ? (split.options ?? [...new Set(groups.map(({ keys: [, own] }) => String(own ?? '')))])
    : [null];
  return names
    .map((name) => {
      const mine = groups.filter(({ keys: [, own] }) => name === null || String(own ?? '') === name);
      const sums = new Map(mine.map((group) => [group.keys[0] ?? null, value(group)]));
      const tone: ChartSeries['tone'] =
        name === null || !split?.tones ? undefined : (split.tones[name] ?? 'plain');
      return {
        key: name,
        name: name === null || !split ? what : groupText(split, name, naming),
        values: keys.map((key) => sums.get(key) ?? 0),
        ...(tone === undefined ? {} : { tone }),
      };
    })
    .filter(({ values }) => names.length === 1 || values.some((one) => one > 0));
}

/** Whether the rows behind a bar can be shown: its column, or that of its parts, is a filter. */
export const canPick = (def: ReportDef): boolean =>
  [def.chart.by, def.chart.split].some((name) => name !== undefined && filterOf(def, name) !== undefined);

const filterOf = (def: ReportDef, column: string): ReportDef['filters'][number] | undefined =>
  def.filters.find((filter) => filter.kind !== 'find' && filter.name === column);

/** The filters that leave only the rows behind a part of the chart; null where none does. */
export function picked(
  def: ReportDef,
  { where }: Pick<ReportFilters, 'where'>,
  { category, series }: { readonly category: ReportValue; readonly series: string | null },
): Partial<ReportFilters> | null {
  const by = filterOf(def, def.chart.by);
  const split = def.chart.split === undefined ? undefined : filterOf(def, def.chart.split);
  const named: Record<string, readonly string[]> = {};
  if (by && by.kind !== 'period' && category !== null) named[def.chart.by] = [String(category)];
  if (split && split.kind !== 'period' && series !== null && series !== '')
    named[def.chart.split!] = [series];
  const day =
    by?.kind === 'period' && category !== null
      ? { period: null, from: String(category), to: String(category) }
      : {};
  if (Object.keys(named).length === 0 && !('from' in day)) return null;
  return { ...day, where: { ...where, ...named } };
}

/** The filter that leaves only the rows that a figure counts; null where no filter of the report does. */
export function rowsBehind(
  def: ReportDef,
  { where, among }: Measure,
): Readonly<Record<string, readonly string[]>> | null {
  const conditions = [where, among].filter((one) => one !== undefined);
  const isOpen = conditions.every(
    ({ column, in: values, atLeast, below }) =>
      values !== undefined &&
      atLeast === undefined &&
      below === undefined &&
      filterOf(def, column)?.kind === 'choice',
  );
  if (where === undefined || !isOpen) return null;
  return { ...(among?.in ? { [among.column]: among.in } : {}), [where.column]: where.in ?? [] };
}

/** A label within a sentence: `Stage` becomes `stage`, `GST %` stays. */
export const lowered = (label: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.replace(/^\p{Lu}/u, (first) => first.toLocaleLowerCase()) : label;
