import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useOnline } from '#web/live/use-feed.ts';
import { useSession } from '#web/live/session.ts';
import { IconWifiOff } from '#web/parts/icons.ts';
import { useShell } from '../translations.ts';

const PATIENCE_MS = 2_000;

/** Says that the server is disconnected; renders nothing while connected. */
export function ConnectionState({ small }: { small: boolean }): ReactNode {
  const t = useShell();
  const up = useOnline();
  const { token } = useSession();
  const [down, setDown] = useState(false);
  useEffect(() => {
    if (up || !token) return setDown(false);
    const timer = setTimeout(() => setDown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [up, token]);
  if (!down) return null;
  return (
    <Tooltip label={t('lineDown')}>
      <span className="sh-line" role="status">
        <IconWifiOff size={16} aria-hidden="true" />
        {small ? <span className="ops-hidden">{t('lineDown')}</span> : t('offline')}
      </span>
    </Tooltip>
  );
}
