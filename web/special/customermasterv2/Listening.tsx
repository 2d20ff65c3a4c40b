import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useFeed } from '#web/live/use-feed.ts';

const REST_MS = 1_000;

/** Reports changes of the feed, at most once a second. */
export function Listening({ feed, onReceived }: { feed: string; onReceived: () => unknown }): ReactNode {
  const { rows } = useFeed(feed);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const receive = (): void => {
      timer = undefined;
      onReceived();
    };
    const off = rows.onBatch(({ cleared }) => {
      if (!cleared) timer ??= setTimeout(receive, REST_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [rows, onReceived]);
  return null;
}
