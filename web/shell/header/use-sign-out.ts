import { useNavigate } from 'react-router-dom';
import { toast } from '#web/parts/toast.tsx';
import { mayLeave } from '../session/leaving.ts';
import { signOut } from '../session/sign-in.ts';

/**
 * Signs out and opens the sign-in page; asks about unsaved work first and reports when the server was not
 * reached.
 */
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
