import { useSyncExternalStore } from 'react';
import type { FeedStatus } from '#web/live/feeds.ts';
import { formatSeconds } from '#web/locales/formats.ts';
import { useQueueTranslations } from './translations.ts';

function onLine(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Why no command may be sent now: viewing the past, disconnected, or the rows are more than half a minute
 * old.
 */
export function useBlocked(feed: Pick<FeedStatus, 'condition' | 'since'>, at: string | null): string | null {
  const t = useQueueTranslations();
  const online = useSyncExternalStore(onLine, () => navigator.onLine);
  if (at) return t('off.past');
  if (!online) return t('off.offline');
  if (feed.condition === 'connecting') return t('off.connecting');
  return feed.condition === 'lost' ? t('off.lost', { time: formatSeconds(feed.since) }) : null;
}
