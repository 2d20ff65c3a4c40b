import { needOf } from '#shared/access/guard.ts';
import type { Me } from './me.ts';
import { verdict } from './me.ts';
import { isListed } from './menu/menu.ts';
import { pages } from './pages.ts';

/** The target of a sign-in without a requested page. */
export const start = '/dashboard';

/**
 * Start page after sign-in: the requested page if it may be opened, else the first menu entry, else the
 * profile.
 */
export function landing(wanted: string, me: Me | null): string {
  const page = pages.get(wanted);
  if (page && verdict(me, needOf(page.screen)).ok) return wanted;
  const first = [...pages.values()].find(
    (one) => one.screen.guard !== 'area' && one.screen.guard !== 'signed-in' && isListed(one, me),
  );
  return first?.path ?? '/profile/overview';
}
