import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useFeed } from '#web/live/use-feed.ts';
import { useInbox } from '../notices/use-notices.ts';
import { useShell } from '../translations.ts';
import { countOf } from './counts.ts';

interface Most {
  /** The largest number that is written out. */
  readonly most?: number;
}

/** Live number of counted rows of a feed; renders nothing while it is unknown. */
export function Badge({ feed, most = 999 }: { feed: string } & Most): ReactNode {
  return feed === 'notifications/me' ? <InboxBadge most={most} /> : <FeedBadge feed={feed} most={most} />;
}

/** Open items of the inbox. */
function InboxBadge({ most }: Required<Most>): ReactNode {
  const { open, known } = useInbox();
  return known ? <Figure count={open} most={most} /> : null;
}

function FeedBadge({ feed, most }: { feed: string } & Required<Most>): ReactNode {
  const { rows, condition } = useFeed(feed);
  const count = useSyncExternalStore(rows.subscribe, () =>
    rows.complete ? countOf(feed, rows.all()) : null,
  );
  return condition === 'live' && count !== null ? <Figure count={count} most={most} /> : null;
}

function Figure({ count, most }: { count: number } & Required<Most>): ReactNode {
  const t = useShell();
  if (count === 0) return null;
  return (
    <span className="sh-badge ops-figures" aria-label={t('badge', { count })}>
      {count > most ? `${most}+` : count}
    </span>
  );
}
