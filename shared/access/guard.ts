import type { Group, Need, Permission } from '../core/permission.ts';
import { internalScreens } from './internal-screens.ts';
import type { Screen } from './screens.ts';
import { screens } from './screens.ts';

/** Groups whose entities open an area's overview page; any of them suffices. */
const areaGroups: Readonly<Record<string, readonly Group[]>> = {
  '/po': ['Inventory'],
  '/gre': ['Inventory'],
  '/purchaseanddispatch': ['Inventory'],
  '/customerVisit': ['Out Bound'],
  '/outBound': ['Out Bound'],
  '/masters': ['Masters'],
  '/HR': ['HR'],
  '/delivery': ['Delivery'],
  '/prescription': ['Prescription'],
  '/reports': ['Reports'],
};

/** Areas that are one list: people who may see it can open them. */
const areaLists: Readonly<Record<string, Permission>> = {
  '/lead': 'Out Bound/pharmaLead:view',
  '/customerOrders': 'Out Bound/pharmaLead:view',
  '/printpicklist': 'Inventory/pickList:view',
};

/** The inbox is open to requesters as well, who follow their requests there without the right to decide. */
const inboxPath = '/approvals';

/** The permission that opens a screen, or several of which one suffices. */
export function needOf(screen: Screen): Need {
  if (screen.guard === 'public' || screen.guard === 'signed link') return 'public';
  if (screen.guard === 'signed-in') return 'signedIn';
  if (screen.path === inboxPath) return 'signedIn';
  if (screen.guard === 'area') return areaNeed(screen.path);
  return openNeed(screen);
}

function openNeed(screen: Screen): Permission {
  return `${screen.group!}/${screen.entity!}:${screen.guard === 'report' ? 'access' : 'view'}`;
}

function areaNeed(path: string): readonly Permission[] {
  const list = areaLists[path];
  if (list) return [list];
  const wanted = areaGroups[path] ?? [];
  const own = screens.filter(
    (screen) => (screen.guard === 'entity' || screen.guard === 'report') && wanted.includes(screen.group!),
  );
  return [...new Set(own.map(openNeed))];
}

function segmentsOf(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  const bare = path.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  try {
    return bare.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

const table = [...screens, ...internalScreens].map((screen) => ({
  screen,
  parts: screen.path.split('/').slice(1),
}));

/** The screen at an address, compared case-sensitively; a parameter's value never selects another screen. */
export function screenAt(path: string): Screen | null {
  const parts = segmentsOf(path);
  if (!parts) return null;
  let found: Screen | null = null;
  for (const { screen, parts: pattern } of table) {
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))) continue;
    if (!screen.path.includes(':')) return screen;
    found ??= screen;
  }
  return found;
}
