import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTrendTranslations } from './translations.ts';

const TrendDialog = lazy(() => import('./TrendDialog.tsx').then((m) => ({ default: m.TrendDialog })));

/** Opens the scores of each agent over the weeks. */
export function Head(): ReactNode {
  const t = useTrendTranslations();
  const [open, setOpen] = useState(false);
  return (
    <div className="qu-bar">
      <Button size="compact-sm" variant="light" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TrendDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
