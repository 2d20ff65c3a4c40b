import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useReadOnly } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { useShell } from '../words.ts';

/** Says on every page, as long as it is so, that the house has no room to write. */
export function StorageBanner(): ReactNode {
  const t = useShell();
  const readOnly = useReadOnly();
  useEffect(() => {
    if (readOnly) announce(t('storageFull'));
  }, [readOnly, t]);
  if (!readOnly) return null;
  return (
    <aside className="sh-storage" aria-label={t('storageShort')}>
      <strong>{t('storageShort')}</strong>
      <span>{t('storageFull')}</span>
    </aside>
  );
}
