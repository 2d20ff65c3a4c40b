import { createElement } from 'react';
import type { ComponentType } from 'react';
import { faces } from 'virtual:faces';
import type { Face } from 'virtual:faces';
import { houseScreens } from '#shared/access/house-screens.ts';
import { screens } from '#shared/access/screens.ts';
import type { SpecialRoute } from '#web/parts/special-route.ts';
import { ownPages } from './own-pages.ts';
import { addPage } from './pages.ts';
import type { Page } from './pages.ts';

type FamilyScreen = ComponentType<{ readonly name: string }>;
type FamilyPart = Readonly<Record<string, FamilyScreen | ((name: string) => Promise<unknown>) | undefined>>;
const familyScreens = import.meta.glob<FamilyPart>('../families/*/*Screen.tsx');
const specials = import.meta.glob<{ readonly route?: SpecialRoute; readonly routes?: readonly SpecialRoute[] }>('../special/*/route.ts', { eager: true });

/**
 * The plug of a family: `web/families/<family>/<Family>Screen.tsx` exports a component of that name, which gets the member's
 * `name`; every declared member then has its route. It may export `prepare(name)` as well, which fetches what the member needs
 * before its first drawing. Null while the family has no screen. Screens made by hand plug in with
 * `web/special/<name>/route.ts`, and win over the family's.
 */
export function screenOf({ family, name }: Pick<Face, 'family' | 'name'>): (() => Promise<ComponentType>) | null {
  const component = `${family.slice(0, 1).toUpperCase()}${family.slice(1)}Screen`;
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

/** Takes in what is built: the shell's own pages, then families' members, then screens made by hand; the later one wins an address. */
export function registerPages(): void {
  const found = new Map(everyPage().map((page) => [page.path, page]));
  for (const screen of [...screens, ...houseScreens]) {
    const page = found.get(screen.path);
    if (page) addPage({ ...page, screen });
  }
}
