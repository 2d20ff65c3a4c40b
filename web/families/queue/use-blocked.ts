import { useSyncExternalStore } from 'react';
import type { FeedStatus } from '#web/live/feeds.ts';
import { formatSeconds } from '#web/words/formats.ts';
import { useQueueWords } from './words.ts';

function onLine(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Why nothing may be ordered now: the past is looked at, the line is down, or what is shown is older than half a minute. */
export function useBlocked(feed: Pick<FeedStatus, 'standing' | 'since'>, at: string | null): string | null {
  const t = useQueueWords();
  const online = useSyncExternalStore(onLine, () => navigator.onLine);
  if (at) return t('off.past');
  if (!online) return t('off.offline');
  if (feed.standing === 'connecting') return t('off.connecting');
  return feed.standing === 'lost' ? t('off.lost', { time: formatSeconds(feed.since) }) : null;
}
