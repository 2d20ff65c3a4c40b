import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { IconCheck, IconX } from '#web/parts/icons.ts';
import { formatMoment, formatSeconds } from '#web/words/formats.ts';
import { useServerSecond } from '#web/words/server-clock.ts';
import { useLanguage } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';
import { chainOf } from './chain.ts';
import type { Stop } from './chain.ts';
import { useApprovalWords } from './words.ts';

/** The request's machine as a line of stops: where it is, who decides now, who comes next. */
export function Chain({ row, requests }: { row: ApprovalRow; requests: Say }): ReactNode {
  const t = useApprovalWords();
  const now = useServerSecond();
  return (
    <ol className="ap-chain" aria-label={t('way')}>
      {chainOf(row).map((stop) => (
        <li key={stop.key} data-standing={stop.standing} {...(stop.standing === 'now' ? { 'aria-current': 'step' as const } : {})}>
          <span className="ap-dot" aria-hidden="true">
            {stop.standing === 'done' ? <IconCheck size={11} stroke={3} /> : stop.standing === 'rejected' ? <IconX size={11} stroke={3} /> : null}
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
            {stop.pushed && <span className="ops-muted"> · {t('fromPush')}</span>}
            {stop.until && <span className="ops-figures"> · {t('until', { time: formatSeconds(stop.until) })}</span>}
            {stop.comment && <p className="ap-comment">“{stop.comment}”</p>}
            <span className="ops-hidden"> ({t(`standing.${stop.standing}`)})</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Who({ stop, requests, t }: { stop: Stop; requests: Say; t: Say }): ReactNode {
  const language = useLanguage();
  const type = stop.rules?.mode === 'all' ? 'conjunction' : 'disjunction';
  const rule = stop.rules ? new Intl.ListFormat(language, { type }).format(stop.rules.of.map((one) => requests(`rule.${one}`))) : null;
  if (stop.name) return <span> · {stop.name}</span>;
  if (!rule) return null;
  const marked = stop.standing === 'now' ? 'currentApprover' : stop.standing === 'next' ? 'nextApprover' : null;
  return (
    <span>
      {' '}
      · {rule}
      {marked && <em> {t(marked)}</em>}
    </span>
  );
}
