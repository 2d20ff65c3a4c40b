import { Loader } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { DemoAccount } from '#shared/access/me.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { initials } from '../header/initials.ts';
import { signIn } from '../session/sign-in.ts';
import { useDemo } from '../session/use-demo.ts';
import { session } from '#web/live/session.ts';
import { useShell } from '../translations.ts';
import '../header/header.css';

/** First screen of the demo, to choose a demo user. Otherwise it redirects to the dashboard. */
export function HomeScreen(): ReactNode {
  const t = useShell();
  const navigate = useNavigate();
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error, refetch } = useDemo();

  if (error) {
    const why = failureOf(error);
    return why.status === 404 ? (
      <Navigate to="/dashboard" replace />
    ) : (
      <ErrorState title={t('homeFailed')} failure={why} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton />;

  const become = async (one: DemoAccount): Promise<void> => {
    if (pending) return;
    setPending(one.loginId);
    setFailure(null);
    const before = session.now().token !== null;
    const result = await signIn(one.loginId, data.password, 'default', null);
    setPending(null);
    if (result.step === 'refused') return setFailure(result.failure);
    if (result.step !== 'in') return navigate('/login/default');
    if (before) return location.assign('/dashboard'); // nothing of the previous person may stay on the screen
    return navigate('/dashboard');
  };

  return (
    <div className="sh-home">
      <h1>{t('homeTitle')}</h1>
      <p className="ops-muted">{data.accounts.length > 0 ? t('homeText') : t('homeNone')}</p>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      <ul className="sh-people">
        {data.accounts.map((one) => (
          <li key={one.loginId}>
            <button
              type="button"
              className="sh-person"
              disabled={pending !== null}
              onClick={() => void become(one)}
            >
              <span className="sh-initials" aria-hidden="true">
                {pending === one.loginId ? <Loader size={14} color="accent" /> : initials(one.name)}
              </span>
              <span className="sh-person-text">
                <span className="ops-hidden">{t('beThis', { name: '' })}</span>
                <strong>{one.name}</strong>
                <span>{one.designation || one.role}</span>
                <span className="ops-muted">{[one.loginId, one.place].filter(Boolean).join(' · ')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
