import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import type { Measure } from '#shared/families/report-measure.ts';
import type { ReportSummary } from '#shared/families/report-wire.ts';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import { minutesText, secondsText } from './cells.ts';
import { rowsBehind } from './chart-data.ts';
import type { TranslateReport } from './translations.ts';
import type { ReportState } from './use-report-state.ts';

export function measureText(def: ReportDef, measure: Measure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (measure.kind === 'count' || measure.kind === 'distinct') return formatNumber(value, 0);
  if (measure.kind === 'share' || measure.kind === 'ratio') return `${formatNumber(value, 1)} %`;
  const column = def.columns.find(({ name }) => name === measure.of);
  const kind = column?.kind;
  if (kind === 'money') return formatMoney(value);
  if (kind === 'seconds') return secondsText(value);
  return kind === 'minutes' ? minutesText(value, column?.hours) : formatNumber(value, 1);
}

/** From this change on a percentage says nothing: the difference itself is shown. */
const mostPercent = 1_000;

/**
 * A figure beside that of the period before: percentages differ by points, everything else by a share of the
 * earlier value, or by its difference where that value is nothing or tiny.
 */
export function changeText(
  def: ReportDef,
  measure: Measure,
  value: number | null | undefined,
  before: number | null | undefined,
): string | null {
  if (value === null || value === undefined || before === null || before === undefined) return null;
  const isPercentage = measure.kind === 'share' || measure.kind === 'ratio';
  const change = isPercentage ? value - before : ((value - before) * 100) / Math.abs(before || 1);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  if (!isPercentage && (before === 0 || Math.abs(change) >= mostPercent))
    return value === before ? null : `${sign}${measureText(def, measure, Math.abs(value - before))}`;
  return `${sign}${formatNumber(Math.abs(change), 1)} ${isPercentage ? 'pp' : '%'}`;
}

function Before({
  def,
  summary,
  measure,
  t,
}: {
  def: ReportDef;
  summary: ReportSummary & { readonly before: object };
  measure: Measure;
  t: TranslateReport;
}): ReactNode {
  const value = summary.before.measures[measure.name];
  const change = changeText(def, measure, summary.measures[measure.name], value);
  return (
    <dd className="rp-before ops-figures">
      {t('before', { value: measureText(def, measure, value) })}
      {change && <b> {change}</b>}
    </dd>
  );
}

/** A figure whose rows a filter can show is a button that shows only them, and again all. */
function Figure({
  def,
  measure,
  state,
  label,
  children,
}: {
  def: ReportDef;
  measure: Measure;
  state: Pick<ReportState, 'filters' | 'put'>;
  label: string;
  children: string;
}): ReactNode {
  const rows = rowsBehind(def, measure);
  if (!rows) return children;
  const { where } = state.filters;
  const isShown = Object.entries(rows).every(([name, values]) => String(where[name]) === String(values));
  const others = Object.fromEntries(Object.entries(where).filter(([name]) => !(name in rows)));
  return (
    <button
      type="button"
      aria-label={`${children}: ${label}`}
      aria-pressed={isShown}
      onClick={() => state.put({ where: isShown ? others : { ...where, ...rows } })}
    >
      {children}
    </button>
  );
}

/** The figures above the table, over all rows of the filter; each explains itself. */
export function Figures({
  def,
  summary,
  state,
  own,
  t,
}: {
  def: ReportDef;
  summary: ReportSummary | undefined;
  state: Pick<ReportState, 'filters' | 'put'>;
  own: (key: string) => string;
  t: TranslateReport;
}): ReactNode {
  const before = summary?.before ? { ...summary, before: summary.before } : null;
  return (
    <dl className="rp-figures" aria-label={t('figures')}>
      {def.measures.map((measure) => (
        <Tooltip
          key={measure.name}
          label={own(`means.${measure.name}`)}
          multiline
          maw={320}
          withinPortal
          events={{ hover: true, focus: true, touch: true }}
        >
          <div tabIndex={rowsBehind(def, measure) ? -1 : 0}>
            <dt>{own(`measure.${measure.name}`)}</dt>
            <dd className="ops-figures">
              <Figure
                def={def}
                measure={measure}
                state={state}
                label={t('showRows', { name: own(`measure.${measure.name}`) })}
              >
                {summary ? measureText(def, measure, summary.measures[measure.name]) : '–'}
              </Figure>
            </dd>
            {before && <Before def={def} summary={before} measure={measure} t={t} />}
          </div>
        </Tooltip>
      ))}
    </dl>
  );
}
