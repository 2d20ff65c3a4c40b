import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Row } from '#web/live/rows.ts';
import { useFeed } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import { formatAge } from '#web/words/formats.ts';
import { useServerSecond } from '#web/words/server-clock.ts';
import { useMe } from '../me.ts';
import type { MenuItem } from '../menu/menu.ts';
import { linksOf } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import { isBuilt } from '../pages.ts';
import { useShell } from '../words.ts';
import './screens.css';

function oldestOf(rows: Iterable<Row>): number | null {
  let oldest: number | null = null;
  for (const row of rows) {
    const at = typeof row.enteredAt === 'string' ? Date.parse(row.enteredAt) : Number.NaN;
    if (!Number.isNaN(at) && (oldest === null || at < oldest)) oldest = at;
  }
  return oldest;
}

/** One live list: how many wait, the oldest, how fresh this is. */
function Tile({ item, feed: name }: { item: MenuItem; feed: string }): ReactNode {
  const t = useShell();
  const feed = useFeed(name);
  const now = useServerSecond();
  const count = useSyncExternalStore(feed.rows.subscribe, () => feed.rows.rows.size);
  const known = feed.standing === 'live' || feed.standing === 'stale';
  const oldest = known ? oldestOf(feed.rows.all()) : null;
  return (
    <li className="sh-tile">
      <Link to={item.state}>
        <h2>{item.name}</h2>
        <p className="sh-tile-number ops-figures">
          {known ? count : '–'}
          <span>{t('startWaiting')}</span>
        </p>
      </Link>
      <p className="sh-tile-foot">
        <span>{oldest !== null && t('startOldest', { age: formatAge(now - oldest) })}</span>
        <Freshness {...feed.freshness} />
      </p>
    </li>
  );
}

const MOST = 12;

/** All pages of a small area; a big one has a page of its own. */
function shortcuts(area: MenuItem): readonly MenuItem[] {
  const links = linksOf(area.sub ?? []);
  return links.length <= MOST ? links : [];
}

/** The first page after signing in: what is live for this person now, and all their pages. */
export function StartScreen(): ReactNode {
  const t = useShell();
  const me = useMe();
  const menu = useMenu();
  const links = linksOf(menu);
  const live = links.filter((item) => item.badges?.length);
  return (
    <div className="sh-start">
      <p className="sh-start-hello">{t('startTitle', { name: me.name.split(/[\s.]/)[0] })}</p>
      {live.length > 0 ? (
        <ul className="sh-tiles" aria-label={t('startLive')}>
          {live.slice(0, 12).map((item) => (
            <Tile key={item.state} item={item} feed={item.badges![0]!.feed} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('startNone')}>{t('startNoneText')}</EmptyState>
      )}
      {menu
        .filter((item) => item.sub)
        .map((area) => (
          <section key={area.state} className="sh-start-area">
            <h2>
              {isBuilt(area.state) ? <Link to={area.state}>{area.name}</Link> : area.name}{' '}
              {shortcuts(area).length === 0 && <span className="ops-muted ops-figures">{linksOf(area.sub ?? []).length}</span>}
            </h2>
            <ul>
              {shortcuts(area).map((item) => (
                <li key={item.state}>
                  <Link to={item.state}>{item.name}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
