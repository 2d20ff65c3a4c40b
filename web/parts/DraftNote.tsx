import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import './frame.css';

/**
 * Says that the shown text is a restored draft, and discards it on request. Renders nothing without a draft.
 */
export function DraftNote({
  draft: { restored, forget },
}: {
  draft: { readonly restored: string | null; forget(): void };
}): ReactNode {
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
