import { useNavigate } from 'react-router-dom';
import { toast } from '#web/parts/toast.tsx';
import { mayLeave } from '../session/leaving.ts';
import { signOut } from '../session/sign-in.ts';

/** Signs out and goes to the sign-in page; unsaved work is asked about first, a server that did not hear is said. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    void mayLeave().then(async (yes) => {
      if (!yes) return;
      const failure = await signOut();
      await navigate('/login/default', { replace: true });
      if (failure) toast({ text: failure.message, tone: 'warn', correlationId: failure.correlationId });
    });
  };
}
