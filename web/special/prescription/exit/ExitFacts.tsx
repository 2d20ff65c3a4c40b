import type { ReactNode } from 'react';
import { dateOf, showDay } from '#shared/core/day.ts';
import type { ExitRow } from '#shared/feeds/customer-exits.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { useExitTranslations } from './translations.ts';

/** A customer's open business, and the history of their exit. */
export function ExitFacts({ row }: { readonly row: ExitRow }): ReactNode {
  const t = useExitTranslations();
  const place = usePlaceName();
  const { owed, retention, returned } = row;
  const open = owed.openOrders.length + owed.visits.length + owed.prescriptions.length;
  return (
    <>
      <PersonHead
        name={row.name}
        reference={row.customer}
        phone={row.phoneMasked}
        place={place(row.pooId)}
        details={[t(`kind.${row.kind}`), row.reasonName]}
        alerts={
          row.stage === 'exited' && row.exitedOn ? [t('exitedLine', { on: showDay(row.exitedOn) })] : []
        }
        refused={row.topRank ? [t('topRank')] : []}
      />
      {row.text !== '' && <p>{row.text}</p>}
      <section className="rx-part" aria-label={t('owed')}>
        <h3>{t('owed')}</h3>
        {open === 0 && <p className="ops-muted">{t('nothing')}</p>}
        <dl className="ex-owed">
          {owed.openOrders.length > 0 && (
            <div>
              <dt className="ops-tone-danger">{t('orders')}</dt>
              <dd className="ops-code">{owed.openOrders.join(', ')}</dd>
            </div>
          )}
          {owed.visits.length > 0 && (
            <div>
              <dt>{t('visits')}</dt>
              <dd className="ops-figures">
                {owed.visits.map(({ at }) => `${showDay(dateOf(at))} ${at.slice(11)}`).join(', ')}
              </dd>
            </div>
          )}
          {owed.prescriptions.length > 0 && (
            <div>
              <dt>{t('prescriptions')}</dt>
              <dd className="ops-code">{owed.prescriptions.join(', ')}</dd>
            </div>
          )}
        </dl>
      </section>
      <section className="rx-part" aria-label={t('history')}>
        <h3>{t('history')}</h3>
        {row.requestedAt && row.requestedBy !== '' && (
          <p>{t('requestedLine', { name: row.requestedBy, at: formatInstant(row.requestedAt) })}</p>
        )}
        {retention && (
          <p>
            {t('callLine', {
              name: retention.by.name,
              at: formatInstant(retention.at),
              text: `${t(retention.outcome)}. ${retention.note}`,
            })}
          </p>
        )}
        {row.exitedOn && <p>{t('exitedLine', { on: showDay(row.exitedOn) })}</p>}
        {row.stage === 'failed' && row.why && (
          <p className="ops-tone-danger">{t('whyNot', { why: t(`why.${row.why}`) })}</p>
        )}
        {returned && (
          <p>
            {t('returnedLine', {
              at: formatInstant(returned.at),
              name: returned.by.name,
              text: returned.reason,
            })}
          </p>
        )}
      </section>
    </>
  );
}
