import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { IconCheck, IconX } from '#web/parts/icons.ts';
import { formatMoment, formatMoney, formatSeconds } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { chainOf } from './chain.ts';
import type { Stop } from './chain.ts';
import { useApprovalTranslations } from './translations.ts';

/** Progress of a request: past steps, who decides now, who comes next. */
export function Chain({ row, requests }: { row: ApprovalRow; requests: Translate }): ReactNode {
  const t = useApprovalTranslations();
  const now = useServerSecond();
  return (
    <ol className="ap-chain" aria-label={t('way')}>
      {chainOf(row).map((stop) => (
        <li
          key={stop.key}
          data-condition={stop.condition}
          {...(stop.condition === 'now' ? { 'aria-current': 'step' as const } : {})}
        >
          <span className="ap-dot" aria-hidden="true">
            {stop.condition === 'done' ? (
              <IconCheck size={11} stroke={3} />
            ) : stop.condition === 'rejected' ? (
              <IconX size={11} stroke={3} />
            ) : null}
          </span>
          <div>
            <strong>{t(stop.word, stop.values)}</strong>
            <Who stop={stop} requests={requests} t={t} />
            {stop.at && (
              <span className="ops-muted ops-figures">
                {' '}
                · <bdi>{formatMoment(stop.at, now)}</bdi>
              </span>
            )}
            {stop.amount && <span className="ops-figures"> · {formatMoney(stop.amount)}</span>}
            {stop.pushed && <span className="ops-muted"> · {t('fromPush')}</span>}
            {stop.until && (
              <span className="ops-figures"> · {t('until', { time: formatSeconds(stop.until) })}</span>
            )}
            {stop.comment && <p className="ap-comment">“{stop.comment}”</p>}
            <span className="ops-hidden"> ({t(`standing.${stop.condition}`)})</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Who({ stop, requests, t }: { stop: Stop; requests: Translate; t: Translate }): ReactNode {
  const language = useLanguage();
  const type = stop.rules?.mode === 'all' ? 'conjunction' : 'disjunction';
  const rule = stop.rules
    ? new Intl.ListFormat(language, { type }).format(stop.rules.of.map((one) => requests(`rule.${one}`)))
    : null;
  if (stop.name) return <span> · {stop.name}</span>;
  if (!rule) return null;
  const marked =
    stop.condition === 'now' ? 'currentApprover' : stop.condition === 'next' ? 'nextApprover' : null;
  return (
    <span>
      {' '}
      · {rule}
      {stop.rules?.upTo ? ` (${t('upTo', { limit: formatMoney(stop.rules.upTo) })})` : ''}
      {marked && <em> {t(marked)}</em>}
    </span>
  );
}
