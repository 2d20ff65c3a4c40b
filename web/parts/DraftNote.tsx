import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoment } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame } from '#web/words/words.ts';
import './frame.css';

/** Says that what stands here was typed before, and takes it away when asked. Nothing when nothing was put back. */
export function DraftNote({ draft: { restored, forget } }: { draft: { readonly restored: string | null; forget(): void } }): ReactNode {
  const t = useFrame();
  if (restored === null) return null;
  return (
    <p className="ops-draft" role="status">
      {t('draft.restored')}{' '}
      <time className="ops-figures" dateTime={restored}>
        {formatMoment(restored, serverClock.now())}
      </time>
      <Button size="compact-xs" variant="subtle" onClick={forget}>
        {t('draft.discard')}
      </Button>
    </p>
  );
}
