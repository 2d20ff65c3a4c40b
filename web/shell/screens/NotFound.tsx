import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#web/live/session.ts';
import { IconZoomQuestion } from '#web/parts/icons.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { useShell } from '../translations.ts';

/** The page of every unknown address. */
export function NotFound(): ReactNode {
  const t = useShell();
  const { token } = useSession();
  return (
    <>
      <h1 className="ops-hidden">{t('notFound')}</h1>
      <EmptyState
        title={t('notFound')}
        mark={<IconZoomQuestion size={28} stroke={1.5} />}
        actions={
          <Button component={Link} to={token ? '/dashboard' : '/login/default'} variant="light">
            {t(token ? 'toDashboard' : 'toSignIn')}
          </Button>
        }
      >
        {t('notFoundText')}
      </EmptyState>
    </>
  );
}
