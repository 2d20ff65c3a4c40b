import { needOf } from '#shared/access/guard.ts';
import type { Me } from './me.ts';
import { verdict } from './me.ts';
import { isListed } from './menu/menu.ts';
import { pages } from './pages.ts';

/** Where a person lands: the page asked for when it opens, else the first of their menu, else their profile. */
export function landing(wanted: string, me: Me | null): string {
  const page = pages.get(wanted);
  if (page && verdict(me, needOf(page.screen)).ok) return wanted;
  const first = [...pages.values()].find((one) => one.screen.guard !== 'area' && one.screen.guard !== 'signed-in' && isListed(one, me));
  return first?.path ?? '/profile/overview';
}
