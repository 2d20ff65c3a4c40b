import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useStaleQueries } from '#web/live/stale-queries.ts';
import { announce } from '#web/parts/announce.ts';
import { formatSeconds } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { useShell } from '../translations.ts';

/** Says that a part of the page is old because it could not be read again. */
export function StaleBanner(): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const { stale, again } = useStaleQueries();
  const since = stale?.since ?? null;
  useEffect(() => {
    if (since !== null)
      announce(`${t('notRefreshed')}. ${t('notRefreshedText', { time: formatSeconds(since) })}`);
  }, [since, t]);
  if (!stale) return null;
  return (
    <aside className="sh-storage" data-tone="warn" aria-label={t('notRefreshed')}>
      <strong>{t('notRefreshed')}</strong>
      <span>{t('notRefreshedText', { time: formatSeconds(stale.since) })}</span>
      {stale.failure && <span>{stale.failure.message}</span>}
      <Button size="compact-xs" variant="default" onClick={() => void again()}>
        {frame('retry')}
      </Button>
    </aside>
  );
}
