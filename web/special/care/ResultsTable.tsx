import type { ReactNode } from 'react';
import type { LabResult } from '#shared/streams/care/lab/results.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';
import { useClinicalName } from './use-care.ts';
import { flagTone, rangeText } from './ValuesTable.tsx';

/** The results of one report, with the range that holds for the patient and the laboratory's own. */
export function ResultsTable({ results }: { results: readonly LabResult[] }): ReactNode {
  const t = useCareTranslations();
  const vital = useTranslations('vital').t;
  const nameOf = useClinicalName();
  if (results.length === 0) return <p className="ops-muted">{t('notDigitized')}</p>;
  return (
    <table className="care-table">
      <thead>
        <tr>
          <th>{t('assay')}</th>
          <th style={{ textAlign: 'end' }}>{t('value')}</th>
          <th>{t('flag')}</th>
          <th>{t('range')}</th>
          <th>{t('labRange')}</th>
          <th>{t('told')}</th>
          <th>LOINC</th>
        </tr>
      </thead>
      <tbody>
        {results.map((one) => (
          <tr key={one.assayId}>
            <td>{nameOf(one.name)}</td>
            <td className="ops-figures" style={{ textAlign: 'end' }}>
              {one.value === null ? one.text : `${formatNumber(one.value, 2)} ${unitText(one.unit)}`}
            </td>
            <td>
              <StatusWord tone={flagTone(one.flag)}>{vital(`flag.${one.flag}`)}</StatusWord>
            </td>
            <td className="ops-figures">{rangeText(one.low, one.high)}</td>
            <td className="ops-figures ops-muted">{rangeText(one.labLow, one.labHigh)}</td>
            <td className="ops-figures ops-muted">
              {one.original.value === null || one.original.unit === one.unit
                ? ''
                : `${one.original.value} ${unitText(one.original.unit)}`}
            </td>
            <td className="ops-code ops-muted">{one.loinc}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
