import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useFeed } from '#web/live/use-feed.ts';
import { useShell } from '../words.ts';

/** The live number of rows of a feed; nothing while it is unknown, so that no old number stands there. */
export function Badge({ feed }: { feed: string }): ReactNode {
  const t = useShell();
  const { rows, standing } = useFeed(feed);
  const count = useSyncExternalStore(rows.subscribe, () =>
    feed === 'notifications/me' ? [...rows.all()].filter((row) => row.readAt === null).length : rows.rows.size,
  );
  if (standing !== 'live' || count === 0) return null;
  return (
    <span className="sh-badge ops-figures" aria-label={t('badge', { count })}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
