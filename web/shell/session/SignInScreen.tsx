import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { api } from '#web/live/api.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { useSession } from '#web/live/session.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useShell } from '../translations.ts';
import { DemoHint } from './DemoHint.tsx';
import { nextFrom } from './next.ts';
import { SignInForm } from './SignInForm.tsx';
import { signInWithTicket } from './sign-in.ts';

const FirstAccount = lazy(() =>
  import('./FirstAccount.tsx').then((room) => ({ default: room.FirstAccount })),
);

/** Only `franchise` has a meaning; every other value behaves like `default`. */
export function loginParamFrom(value: string | undefined): 'default' | 'franchise' {
  return value === 'franchise' ? 'franchise' : 'default';
}

/** The sign-in page, at `login/:loginParam` and `sessions/signin`. */
export function SignInScreen(): ReactNode {
  const t = useShell();
  const { loginParam } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { token } = useSession();
  const [failure, setFailure] = useState<Failure | null>(null);
  const param = loginParamFrom(loginParam);
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
  const to = nextFrom(query.get('next')) + (param === 'franchise' ? '#fromFranchise' : '');

  useEffect(() => {
    if (ticket === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void signInWithTicket(ticket, param).then((result) => {
      if (result.step === 'in') void navigate(to, { replace: true });
      else if (result.step === 'refused') setFailure(result.failure);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- a ticket is good once
  }, []);

  const first = useQuery({
    queryKey: ['access', 'first'],
    queryFn: () => api.get<{ needed: boolean }>('/access/first'),
    staleTime: Infinity,
  });
  const client = useQueryClient();
  const [made, setMade] = useState('');

  if (token && ticket === null) return <Navigate to={to} replace />;
  if (first.data?.needed)
    return (
      <Suspense fallback={null}>
        <FirstAccount
          onMade={(email) => {
            setMade(email);
            client.setQueryData(['access', 'first'], { needed: false });
          }}
        />
      </Suspense>
    );
  return (
    <>
      <h1>{t('signInTitle')}</h1>
      {failure && <InlineError failure={failure} />}
      <SignInForm loginParam={param} loginId={made} onIn={() => void navigate(to, { replace: true })} />
      <DemoHint />
    </>
  );
}
