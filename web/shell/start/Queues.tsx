import { Fragment, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatAge, formatNumber } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFeed } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import type { WaitingDocuments } from '#shared/families/document-wire.ts';
import type { MenuItem } from '../menu/menu.ts';
import { loadOf } from './load.ts';
import { useStart } from './translations.ts';

/**
 * One live list: the numbers of waiting and late rows, and the age of the oldest. A list in which nothing waits has
 * no tile.
 */
export function QueueTile({
  item,
  feed: name,
  onEmpty,
}: {
  item: MenuItem;
  feed: string;
  onEmpty: (feed: string, none: boolean) => void;
}): ReactNode {
  const t = useStart();
  const feed = useFeed(name);
  const now = useServerSecond();
  useSyncExternalStore(feed.rows.subscribe, () => feed.rows.version);
  const known = feed.rows.complete && (feed.condition === 'live' || feed.condition === 'stale');
  const load = known ? loadOf(name, feed.rows.all(), now) : null;
  const none = load?.waiting === 0 && feed.condition === 'live';
  useEffect(() => onEmpty(name, none), [onEmpty, name, none]);
  if (none) return null;
  const tone = !load ? undefined : load.late > 0 ? 'danger' : load.soon > 0 ? 'warn' : undefined;
  return (
    <li className="st-tile" data-tone={tone}>
      <Link to={item.state}>
        <h3 title={item.name}>{item.name}</h3>
        <p className="st-number ops-figures">
          {load ? formatNumber(load.waiting, 0) : '–'}
          <span>{t('queues.waiting')}</span>
        </p>
        <p className="st-clock ops-figures">
          {load && load.waiting > 0 && load.late + load.soon === 0 && t('queues.inTime')}
          {load && load.late > 0 && (
            <span className="ops-tone-danger">{t('queues.late', { count: load.late })}</span>
          )}
          {load && load.late > 0 && load.soon > 0 && ' · '}
          {load && load.soon > 0 && (
            <span className="ops-tone-warn">{t('queues.soon', { count: load.soon })}</span>
          )}
        </p>
      </Link>
      <p className="st-foot ops-figures">
        <span>
          {load?.oldestAt != null && t('queues.oldest', { age: formatAge(now - load.oldestAt) })}
          {load && load.held > 0 && ` · ${t('queues.held', { count: load.held })}`}
        </span>
        {feed.freshness.condition !== 'live' && <Freshness {...feed.freshness} />}
      </p>
    </li>
  );
}

/** The lists in which nothing waits, in one line. */
export function EmptyLists({ lists }: { lists: readonly MenuItem[] }): ReactNode {
  const t = useStart();
  if (lists.length === 0) return null;
  return (
    <p className="st-empty ops-muted">
      {t('queues.empty')}{' '}
      {lists.map((item, at) => (
        <Fragment key={item.state}>
          {at > 0 && ' · '}
          <Link to={item.state}>{item.name}</Link>
        </Fragment>
      ))}
    </p>
  );
}

/** Documents of one list whose next step is this person's: how many, and how long the oldest stands there. */
export function DocumentTile({ item, waiting }: { item: MenuItem; waiting: WaitingDocuments }): ReactNode {
  const t = useStart();
  const now = useServerSecond();
  return (
    <li className="st-tile">
      <Link to={item.state}>
        <h3 title={item.name}>{item.name}</h3>
        <p className="st-number ops-figures">
          {formatNumber(waiting.count, 0)}
          <span>{t('queues.waiting')}</span>
        </p>
      </Link>
      <p className="st-foot ops-figures">
        <span>{t('queues.oldest', { age: formatAge(now - Date.parse(waiting.oldestAt)) })}</span>
      </p>
    </li>
  );
}
