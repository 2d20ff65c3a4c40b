import { screenAt } from '#shared/access/guard.ts';
import { ownPath } from '../own-path.ts';

/** Where to after signing in: a page of this console that needs a sign-in, else the dashboard. */
export function nextFrom(value: string | null): string {
  const own = ownPath(value);
  return own !== null && screenAt(own)?.layout === 'main' ? own : '/dashboard';
}
