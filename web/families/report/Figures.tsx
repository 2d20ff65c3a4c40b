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
          </div>
        </Tooltip>
      ))}
    </dl>
  );
}
