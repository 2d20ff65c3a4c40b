import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { needOf } from '#shared/access/guard.ts';
import { useSession } from '#web/live/session.ts';
import { announce } from '#web/parts/announce.ts';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, ErrorState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import { landing, start } from './landing.ts';
import { fillParams } from './layout/crumbs.ts';
import { promptMe, knownMe, lastKnown, useSessionStatus, verdict } from './me.ts';
import { screenFor } from './page-screens.ts';
import type { Page } from './pages.ts';
import { useShell } from './translations.ts';

/** A page behind its permission: checked whenever rights change, denied while they are unknown. */
export function Guarded({ page }: { page: Page }): ReactNode {
  const t = useShell();
  const language = useLanguage();
  const { token, ended } = useSession();
  const condition = useSessionStatus();
  const location = useLocation();
  const navigate = useNavigate();
  const params = useParams();
  // Stable for the whole visit: another component type would remount the screen.
  const [{ Screen }] = useState(() => ({ Screen: screenFor(page) }));
  const me = knownMe(condition);
  const decided = verdict(me, needOf(page.screen));
  const had = useRef(false);
  const title = fillParams(page.title[language], params);
  const at = location.pathname + location.search;

  useEffect(() => {
    if (condition.is !== 'known') return;
    if (had.current && !decided.ok) {
      toast({ text: t('accessRemoved', { page: title }), tone: 'warn' });
      void navigate(landing(start, condition.me), { replace: true });
    }
    had.current = decided.ok;
  }, [condition, decided.ok, t, title, navigate]);

  useEffect(() => {
    if (condition.is === 'failed')
      announce(`${t('rightsFailed')}. ${condition.failure.message}`, 'assertive');
  }, [condition, t]);

  if (!token && ended === null)
    return <Navigate to={`/login/default?next=${encodeURIComponent(at)}`} replace />;
  if (!me && !lastKnown() && ended !== null)
    return <Navigate to={`/login/default?next=${encodeURIComponent(at)}`} replace />;
  const failed = condition.is === 'failed';
  if (failed && !had.current)
    return (
      <Place at={at}>
        <Failed />
      </Place>
    );
  if (!failed && !me) return <Skeleton />;
  // A person without a dashboard starts at their first page.
  if (!failed && !decided.ok && me && page.path === start && !had.current)
    return <Navigate to={landing(start, me) + location.hash} replace />;
  if (!failed && !decided.ok)
    return had.current ? null : (
      <Place at={at}>
        <DeniedState title={t('deniedTitle', { page: title })}>
          {t('deniedText', { page: title })}
        </DeniedState>
      </Place>
    );
  return (
    <>
      {failed && <Failed />}
      <Place at={at} away={failed}>
        <PartBoundary of={page.path}>
          <Suspense fallback={<Skeleton />}>
            <Screen />
          </Suspense>
        </PartBoundary>
      </Place>
    </>
  );
}

/** Where a page stands. It names the address that it shows: the address bar is already at the next one while that is being fetched. */
function Place({
  at,
  away = false,
  children,
}: {
  at: string;
  away?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="sh-screen" data-at={at} hidden={away} inert={away}>
      {children}
    </div>
  );
}

function Failed(): ReactNode {
  const t = useShell();
  const condition = useSessionStatus();
  if (condition.is !== 'failed') return null;
  return (
    <ErrorState
      title={t('rightsFailed')}
      failure={condition.failure}
      lost={t('rightsFailedText')}
      onRetry={() => void promptMe()}
    />
  );
}
