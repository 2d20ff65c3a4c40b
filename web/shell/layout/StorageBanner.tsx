import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useStoreState } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { formatSeconds } from '#web/words/formats.ts';
import { useShell } from '../words.ts';

/** Says on every page, as long as it is so, that the house has no room to write, or that its store does not answer. */
export function StorageBanner(): ReactNode {
  const t = useShell();
  const { readOnly, awaySince } = useStoreState();
  const away = awaySince !== null;
  const title = away ? t('storeAway') : readOnly ? t('storageShort') : null;
  const text = away ? t('storeAwayText', { time: formatSeconds(awaySince) }) : t('storageFull');
  useEffect(() => {
    if (title) announce(`${title}. ${text}`);
  }, [title, text]);
  if (!title) return null;
  return (
    <aside className="sh-storage" aria-label={title}>
      <strong>{title}</strong>
      <span>{text}</span>
    </aside>
  );
}
