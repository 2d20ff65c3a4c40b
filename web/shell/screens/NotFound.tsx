import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#web/live/session.ts';
import { commands } from '#web/parts/commands/registry.ts';
import { IconZoomQuestion } from '#web/parts/icons.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { useShell } from '../translations.ts';

/** The page of an unknown address outside the frame. */
export function NotFound(): ReactNode {
  const t = useShell();
  return (
    <>
      <h1 className="ops-hidden">{t('notFound')}</h1>
      <NotFoundHere />
    </>
  );
}

/** An unknown address inside the frame, which has its title; the address stays, so that a mistyped letter can be mended in it. */
export function NotFoundHere(): ReactNode {
  const t = useShell();
  const { token } = useSession();
  return (
    <EmptyState
      title={t('notFound')}
      mark={<IconZoomQuestion size={28} stroke={1.5} />}
      actions={
        <>
          {token && (
            <Button variant="default" onClick={() => commands.byId('palette.open')?.run()}>
              {t('search')}
            </Button>
          )}
          <Button component={Link} to={token ? '/dashboard' : '/login/default'} variant="light">
            {t(token ? 'toDashboard' : 'toSignIn')}
          </Button>
        </>
      }
    >
      {t('notFoundText')}
    </EmptyState>
  );
}
