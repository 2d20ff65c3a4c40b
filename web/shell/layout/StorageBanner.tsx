import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useStoreState } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { formatSeconds } from '#web/locales/formats.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';

/**
 * Warns on every page that the disk is full, that the store is down, or, to admins, that the log was tampered
 * with.
 */
export function StorageBanner(): ReactNode {
  const t = useShell();
  const { readOnly, awaySince, chainBroken } = useStoreState();
  const admin = knownMe(useSessionStatus())?.admin ?? false;
  const away = awaySince !== null;
  const changed = chainBroken && admin;
  const title = away ? t('storeAway') : readOnly ? t('storageShort') : changed ? t('chainBroken') : null;
  const text = away
    ? t('storeAwayText', { time: formatSeconds(awaySince) })
    : readOnly
      ? t('storageFull')
      : t('chainBrokenText');
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
