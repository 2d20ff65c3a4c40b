import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import type { Measure } from '#shared/families/report-measure.ts';
import type { ReportSummary } from '#shared/families/report-wire.ts';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import { minutesText, secondsText } from './cells.ts';
import type { TranslateReport } from './translations.ts';

export function measureText(def: ReportDef, measure: Measure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (measure.kind === 'count' || measure.kind === 'distinct') return formatNumber(value, 0);
  if (measure.kind === 'share' || measure.kind === 'ratio') return `${formatNumber(value, 1)} %`;
  const kind = def.columns.find(({ name }) => name === measure.of)?.kind;
  if (kind === 'money') return formatMoney(value);
  if (kind === 'seconds') return secondsText(value);
  return kind === 'minutes' ? minutesText(value) : formatNumber(value, 1);
}

/**
 * A figure beside that of the period before: percentages differ by points, everything else by a share of the
 * earlier value; without an earlier value there is no difference.
 */
export function changeText(
  measure: Measure,
  value: number | null | undefined,
  before: number | null | undefined,
): string | null {
  if (value === null || value === undefined || before === null || before === undefined) return null;
  const isPercentage = measure.kind === 'share' || measure.kind === 'ratio';
  if (!isPercentage && before === 0) return null;
  const change = isPercentage ? value - before : ((value - before) * 100) / Math.abs(before);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
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
  const change = changeText(measure, summary.measures[measure.name], value);
  return (
    <dd className="rp-before ops-figures">
      {t('before', { value: measureText(def, measure, value) })}
      {change && <b> {change}</b>}
    </dd>
  );
}

/** The figures above the table, over all rows of the filter; each explains itself. */
export function Figures({
  def,
  summary,
  own,
  t,
}: {
  def: ReportDef;
  summary: ReportSummary | undefined;
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
          <div tabIndex={0}>
            <dt>{own(`measure.${measure.name}`)}</dt>
            <dd className="ops-figures">
              {summary ? measureText(def, measure, summary.measures[measure.name]) : '–'}
            </dd>
            {before && <Before def={def} summary={before} measure={measure} t={t} />}
          </div>
        </Tooltip>
      ))}
    </dl>
  );
}
