import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useStoreState } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { formatSeconds } from '#web/locales/formats.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';

/**
 * Warns on every page that the disk is full, that the store is down, or, to admins, that the log was tampered
 * with or that an event was set aside.
 */
export function StorageBanner(): ReactNode {
  const t = useShell();
  const { readOnly, awaySince, chainBroken, setAside } = useStoreState();
  const admin = knownMe(useSessionStatus())?.admin ?? false;
  const [title, text] =
    awaySince !== null
      ? [t('storeAway'), t('storeAwayText', { time: formatSeconds(awaySince) })]
      : readOnly
        ? [t('storageShort'), t('storageFull')]
        : chainBroken && admin
          ? [t('chainBroken'), t('chainBrokenText')]
          : setAside && admin
            ? [t('setAside'), t('setAsideText')]
            : [null, ''];
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
