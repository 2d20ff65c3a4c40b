import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { announce } from '#web/parts/announce.ts';
import { useShell } from '../translations.ts';
import { loadNewVersion, putOffNewVersion, useUpdate } from './updates.ts';

/** Offers to load a new version; takes no focus, covers nothing and never reloads by itself. */
export function UpdatePrompt(): ReactNode {
  const t = useShell();
  const { out, putOff, waiting } = useUpdate();
  const open = out && !putOff;
  useEffect(() => {
    if (open) announce(t('update.title'));
  }, [open, t]);
  if (!open) return null;
  return (
    <div
      className="sh-update"
      role="dialog"
      aria-labelledby="sh-update-title"
      aria-describedby="sh-update-text"
    >
      <strong id="sh-update-title">{t('update.title')}</strong>
      <p id="sh-update-text">{t(waiting ? 'update.typing' : 'update.text')}</p>
      <div className="ops-dialog-actions">
        <Button size="compact-sm" variant="default" onClick={putOffNewVersion}>
          {t('update.later')}
        </Button>
        <Button size="compact-sm" loading={waiting} onClick={loadNewVersion}>
          {t('update.load')}
        </Button>
      </div>
    </div>
  );
}
