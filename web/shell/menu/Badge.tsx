import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useFeed } from '#web/live/use-feed.ts';
import { useInbox } from '../notices/use-notices.ts';
import { useShell } from '../translations.ts';
import { countOf } from './counts.ts';

/** Live number of counted rows of a feed; renders nothing while it is unknown. */
export function Badge({ feed }: { feed: string }): ReactNode {
  return feed === 'notifications/me' ? <InboxBadge /> : <FeedBadge feed={feed} />;
}

/** Open items of the inbox. */
function InboxBadge(): ReactNode {
  const { open, known } = useInbox();
  return known ? <Figure count={open} /> : null;
}

function FeedBadge({ feed }: { feed: string }): ReactNode {
  const { rows, condition } = useFeed(feed);
  const count = useSyncExternalStore(rows.subscribe, () =>
    rows.complete ? countOf(feed, rows.all()) : null,
  );
  return condition === 'live' && count !== null ? <Figure count={count} /> : null;
}

function Figure({ count }: { count: number }): ReactNode {
  const t = useShell();
  if (count === 0) return null;
  return (
    <span className="sh-badge ops-figures" aria-label={t('badge', { count })}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
