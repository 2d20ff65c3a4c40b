import { away, session } from '#web/live/session.ts';
import { keptMe } from './kept-me.ts';

const ANSWER_MS = 5_000;
const AGAIN_MS = 15_000;

async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false; // whatever the reason: nothing can be asked now
  }
}

/**
 * A browser that was closed has no token any more. While no server answers, the console opens with the person
 * that this device keeps; once one does, they sign in again over the screen, which stays.
 */
export async function openAway(): Promise<void> {
  if (keptMe(null, Date.now()) === null || (await serverAnswers())) return;
  session.goAway();
  const look = async (): Promise<void> => {
    const answers = await serverAnswers();
    // Another tab may have signed in meanwhile: this one has its token.
    if (session.now().ended !== away) return stop();
    if (!answers) return;
    stop();
    session.end('closed');
  };
  const timer = setInterval(() => void look(), AGAIN_MS);
  const online = (): void => void look();
  window.addEventListener('online', online);
  const stop = (): void => {
    clearInterval(timer);
    window.removeEventListener('online', online);
  };
}
