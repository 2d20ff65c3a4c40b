import { createElement } from 'react';
import type { ComponentType } from 'react';
import { faces } from 'virtual:faces';
import type { Face } from 'virtual:faces';
import { capitalised } from '#shared/core/cut.ts';
import { internalScreens } from '#shared/access/internal-screens.ts';
import { screens } from '#shared/access/screens.ts';
import type { SpecialRoute } from '#web/parts/special-route.ts';
import { areaOf, areaPage } from './menu/menu.ts';
import { ownPages } from './own-pages.ts';
import { addPage } from './pages.ts';
import type { Page } from './pages.ts';

type FamilyScreen = ComponentType<{ readonly name: string }>;
type FamilyPart = Readonly<Record<string, FamilyScreen | ((name: string) => Promise<unknown>) | undefined>>;
const familyScreens = import.meta.glob<FamilyPart>('../families/*/*Screen.tsx');
const specials = import.meta.glob<{
  readonly route?: SpecialRoute;
  readonly routes?: readonly SpecialRoute[];
}>('../special/*/route.ts', { eager: true });

/**
 * Plug-in of a family: `web/families/<family>/<Family>Screen.tsx` exports a component of that name, which
 * receives the member's `name`; every declared member then has its route. It may also export `prepare(name)`,
 * which loads what the member needs for its first render. Null while the family has no screen. Hand-made
 * screens plug in with `web/special/<name>/route.ts` and take precedence over the family's.
 */
export function screenOf({
  family,
  name,
}: Pick<Face, 'family' | 'name'>): (() => Promise<ComponentType>) | null {
  const component = `${capitalised(family)}Screen`;
  const load = familyScreens[`../families/${family}/${component}.tsx`];
  if (!load) return null;
  return async () => {
    const part = await load();
    const screen = part[component] as FamilyScreen | undefined;
    await (part['prepare'] as ((name: string) => Promise<unknown>) | undefined)?.(name);
    if (!screen) throw new Error(`web/families/${family}/${component}.tsx exports no ${component}.`);
    return () => createElement(screen, { name, key: name });
  };
}

function feedOf(face: Face): string | null {
  if (face.family === 'queue') return `queue/${face.name}`;
  return face.family === 'approval' ? `approvals/${face.name}` : null;
}

type Found = Omit<Page, 'screen'>;

function everyPage(): readonly Found[] {
  const own = ownPages.map((page) => ({ ...page, feed: page.feed ?? null }));
  const members = faces.flatMap((face) => {
    const load = screenOf(face);
    return load ? [{ path: face.route, title: face.title, feed: feedOf(face), load }] : [];
  });
  const byHand = Object.values(specials)
    .flatMap(({ route, routes = [] }) => (route ? [route, ...routes] : routes))
    .map((page) => ({ ...page, feed: page.feed ?? null }));
  return [...own, ...members, ...byHand];
}

/** Overview pages of areas in which nothing is built yet: they would report a missing right. */
export function emptyAreas(found: ReadonlyMap<string, Found>): string[] {
  const filled = new Set<string | null>(
    [...screens, ...internalScreens].flatMap((screen) => {
      const page = found.get(screen.path);
      const area = page && areaOf({ ...page, screen });
      return area ? [areaPage(area)] : [];
    }),
  );
  const overviews = new Set(ownPages.map(({ path }) => path));
  return screens
    .filter(({ guard, path }) => guard === 'area' && overviews.has(path) && found.has(path))
    .filter(({ path }) => !filled.has(path))
    .filter(({ path }) => ![...found.keys()].some((other) => other.startsWith(`${path}/`)))
    .map(({ path }) => path);
}

/**
 * Registers what is built: the shell's own pages, then members of families, then hand-made screens; the later
 * one wins an address.
 */
export function registerPages(): void {
  const found = new Map(everyPage().map((page) => [page.path, page]));
  for (const path of emptyAreas(found)) found.delete(path);
  for (const screen of [...screens, ...internalScreens]) {
    const page = found.get(screen.path);
    if (page) addPage({ ...page, screen });
  }
}
