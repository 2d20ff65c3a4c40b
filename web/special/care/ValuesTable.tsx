import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ValueRow } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';
import { useClinicalName } from './use-care.ts';

export const flagTone = (flag: string): Tone =>
  flag === 'HH' || flag === 'LL' ? 'danger' : flag === 'N' ? 'muted' : 'warn';
/** A range such as `4–5.6`; blank where it has no bound. */
export const rangeText = (low: number | null, high: number | null): string =>
  low === null && high === null
    ? ''
    : [low, high].map((one) => (one === null ? '' : formatNumber(one, 2))).join('–');
export const shownValue = ({ value, text, unit }: Pick<ValueRow, 'value' | 'text' | 'unit'>): string =>
  value === null ? (text ?? '–') : `${formatNumber(value, 2)} ${unitText(unit)}`;

/** Readings or results, the newest first; what was crossed out stays in sight. */
export function ValuesTable({
  rows,
  onCorrect,
  onWrong,
  onOpen,
}: {
  rows: readonly ValueRow[];
  onCorrect?: (row: ValueRow) => void;
  onWrong?: (row: ValueRow) => void;
  onOpen?: (row: ValueRow) => void;
}): ReactNode {
  const t = useCareTranslations();
  const vital = useTranslations('vital').t;
  const nameOf = useClinicalName();
  return (
    <table className="care-table">
      <thead>
        <tr>
          <th>{t('when')}</th>
          <th>{t('what')}</th>
          <th style={{ textAlign: 'end' }}>{t('value')}</th>
          <th>{t('flag')}</th>
          <th>{t('range')}</th>
          <th>{t('told')}</th>
          <th>{t('by')}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-void={row.status !== 'final' || undefined}>
            <td className="ops-figures">{formatInstant(row.at)}</td>
            <td>{nameOf(row.name)}</td>
            <td className="ops-figures" style={{ textAlign: 'end' }}>
              {shownValue(row)}
            </td>
            <td>
              <StatusWord tone={row.status === 'final' ? flagTone(row.flag) : 'muted'}>
                {row.status === 'final' ? vital(`flag.${row.flag}`) : vital(`status.${row.status}`)}
              </StatusWord>
            </td>
            <td className="ops-figures ops-muted">{rangeText(row.low, row.high)}</td>
            <td className="ops-figures ops-muted">
              {row.original.value === null || row.original.unit === row.unit
                ? ''
                : `${formatNumber(row.original.value, 2)} ${unitText(row.original.unit)}`}
            </td>
            <td className="ops-muted">
              {row.facts['by']}
              {row.facts['reason'] && <p>{row.facts['reason']}</p>}
            </td>
            <td>
              <span className="care-actions">
                {onCorrect && row.status === 'final' && row.part === 0 && (
                  <Button size="compact-xs" variant="default" onClick={() => onCorrect(row)}>
                    {t('correct')}
                  </Button>
                )}
                {onWrong && row.status === 'final' && row.part === 0 && (
                  <Button size="compact-xs" variant="default" onClick={() => onWrong(row)}>
                    {t('inError')}
                  </Button>
                )}
                {onOpen && (
                  <Button size="compact-xs" variant="default" onClick={() => onOpen(row)}>
                    {t('openReport')}
                  </Button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
