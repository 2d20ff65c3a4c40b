import { screenAt } from '#shared/access/guard.ts';
import { ownPath } from '../own-path.ts';

/** Target after sign-in: a page of this console that requires a session, else the dashboard. */
export function nextFrom(value: string | null): string {
  const own = ownPath(value);
  return own !== null && screenAt(own)?.layout === 'main' ? own : '/dashboard';
}
