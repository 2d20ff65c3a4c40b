import type { ReactNode } from 'react';
import type { DocumentTotals } from '#shared/core/gst.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { useDocumentTranslations } from './translations.ts';

/** The sums under the lines, computed by the same function as on the server. */
export function Totals({ totals, lines }: { totals: DocumentTotals | null; lines: number }): ReactNode {
  const t = useDocumentTranslations();
  const parts =
    totals === null
      ? []
      : ([
          ['taxable', totals.taxable],
          ...(totals.igst > 0
            ? [['igst', totals.igst] as const]
            : [['cgst', totals.cgst] as const, ['sgst', totals.sgst] as const]),
          ['roundOff', totals.roundOff],
        ] as const);
  return (
    <dl className="do-totals">
      <div>
        <dt className="ops-hidden">{t('lines')}</dt>
        <dd>{t('lineCount', { count: lines })}</dd>
      </div>
      {parts.map(([key, paise]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd className="ops-figures">{Number.isFinite(paise) ? formatMoney(paise) : t('nothing')}</dd>
        </div>
      ))}
      {totals && (
        <div data-sum>
          <dt>{t('payable')}</dt>
          <dd className="ops-figures" data-testid="payable">
            {Number.isFinite(totals.payable) ? formatMoney(totals.payable) : t('nothing')}
          </dd>
        </div>
      )}
    </dl>
  );
}
