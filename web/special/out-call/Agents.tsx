import type { ReactNode } from 'react';
import type { AgentRow } from '#shared/feeds/presence.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Age } from '#web/parts/Age.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useOutCallTranslations } from './translations.ts';

type Row = { readonly [K in keyof AgentRow]: AgentRow[K] };
const tones = {
  ready: 'normal',
  previewing: 'info',
  working: 'accent',
  onCall: 'accent',
  wrapUp: 'warn',
  onBreak: 'muted',
} as const;
const order: readonly AgentRow['state'][] = ['wrapUp', 'onCall', 'previewing', 'working', 'ready', 'onBreak'];

/** People at work and their activity, for the team lead; the longest in a state first. */
export function Agents(): ReactNode {
  const t = useOutCallTranslations();
  const feed = useFeed<Row>('calls/presence');
  const rows = useFeedRows(feed.rows).toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.since.localeCompare(b.since),
  );
  return (
    <aside className="oc-agents" aria-label={t('agents')}>
      <h2>{t('agents')}</h2>
      {rows.length === 0 && <p className="ops-muted">{t('noAgents')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <b>{row.name || row.empId}</b>
            <StatusWord tone={tones[row.state]} soft>
              {t(`state.${row.state}`)}
            </StatusWord>
            <span className="ops-muted">
              <Age at={row.since} />
              {row.ref && (
                <>
                  {' '}
                  · <span className="ops-code">{row.ref}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
