import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { failureOf, isFailure } from '#web/live/failure.ts';
import { ErrorState } from '#web/parts/states.tsx';
import { useFrame } from '#web/locales/translations.ts';

/** The root error boundary's screen. */
export function RootFault(): ReactNode {
  const t = useFrame();
  const error = useRouteError();
  const missing =
    error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message);
  const failure = isFailure(error)
    ? error
    : {
        message: t(missing ? 'error.partLoad' : 'error.part'),
        correlationId: failureOf(error).correlationId,
      };
  return (
    <main className="sh-fault">
      <ErrorState title={t('error.title')} failure={failure}>
        <Button variant="light" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </ErrorState>
    </main>
  );
}
