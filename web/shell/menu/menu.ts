import { needOf } from '#shared/access/guard.ts';
import type { Language } from '#shared/core/words.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import type { Page } from '../pages.ts';

/** One entry of the navigation, as specification §3 shapes it; three levels at most. */
export interface MenuItem {
  readonly name: string;
  readonly type: 'link' | 'extLink' | 'dropDown' | 'separator' | 'icon';
  readonly state: string;
  readonly tooltip?: string;
  readonly icon?: AreaName | OwnIcon;
  readonly sub?: readonly MenuItem[];
  /** Live numbers: the feed whose rows are counted. */
  readonly badges?: readonly { readonly color: 'accent' | 'danger'; readonly feed: string }[];
  readonly disabled?: boolean;
}

export const areaNames = ['Dashboard', 'Out Bound', 'Prescription', 'Inventory', 'Delivery', 'Approvals', 'HR', 'Masters', 'Reports'] as const;
export type AreaName = (typeof areaNames)[number];
/** Pages of the house's own operators stand beside the areas, each with an icon of its own. */
const ownIcons: Readonly<Record<string, OwnIcon>> = { '/admin/integrations': 'Integrations', '/admin/readings': 'Readings' };
export type OwnIcon = 'Integrations' | 'Readings';

/** Areas whose entries also ask for the component in the role's list. */
const askComponent: readonly AreaName[] = ['Inventory', 'Reports', 'Approvals', 'HR', 'Delivery'];
/** Where the tools end and the set-up of the house begins. */
const separatorBefore: AreaName = 'Masters';
const onlyAdmin = '/masters/emplist';
const MOST = 10;

const areaPages: Readonly<Partial<Record<AreaName | OwnIcon, string>>> = {
  'Out Bound': '/outBound',
  Prescription: '/prescription',
  Inventory: '/purchaseanddispatch',
  Delivery: '/delivery',
  Approvals: '/approvals',
  HR: '/HR',
  Masters: '/masters',
  Reports: '/reports',
};

export function areaOf(page: Page): AreaName | null {
  const { screen } = page;
  if (screen.group === 'Dashboard') return 'Dashboard';
  return screen.guard === 'entity' || screen.guard === 'report'
    ? (areaNames as readonly string[]).includes(screen.area)
      ? (screen.area as AreaName)
      : null
    : null;
}

/** The page that lists an area's entries. */
export function areaPage(area: AreaName | OwnIcon): string | null {
  return areaPages[area] ?? null;
}

/** Whether this person's menu names the page: it opens, and its component is in the role's list where that is asked. */
export function isListed(page: Page, me: Me | null): boolean {
  if (!me || page.path.includes(':') || !verdict(me, needOf(page.screen)).ok) return false;
  if (me.admin) return true;
  if (page.path === onlyAdmin) return false;
  const area = areaOf(page);
  if (!area || !askComponent.includes(area) || me.components === null) return true;
  return me.components.has(`${area}/${page.screen.entity}`) || me.components.has(`${page.screen.group}/${page.screen.entity}`);
}

/** The same name at the same address once only, at every level. */
export function withoutDuplicates(items: readonly MenuItem[]): readonly MenuItem[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    if (item.type !== 'separator') {
      const key = `${item.name}\n${item.state}`;
      if (seen.has(key)) return [];
      seen.add(key);
    }
    return [item.sub ? { ...item, sub: withoutDuplicates(item.sub) } : item];
  });
}

export interface MenuWords {
  readonly language: Language;
  readonly all: (area: string) => string;
  readonly area: (area: AreaName) => string;
  readonly section: (section: string) => string;
}

function linkTo(page: Page, language: Language): MenuItem {
  return { name: page.title[language], type: 'link', state: page.path, ...(page.feed ? { badges: [{ color: 'accent' as const, feed: page.feed }] } : {}) };
}

function areaItem(area: AreaName, pages: readonly Page[], words: MenuWords): MenuItem {
  const sections = [...new Set(pages.map((page) => page.screen.section))];
  const sub =
    sections.length === 1
      ? pages.map((page) => linkTo(page, words.language))
      : sections.map((section): MenuItem => ({
          name: words.section(section),
          type: 'dropDown',
          state: `${area}/${section}`,
          sub: pages.filter((page) => page.screen.section === section).map((page) => linkTo(page, words.language)),
        }));
  return {
    name: words.area(area),
    type: 'dropDown',
    state: areaPages[area] ?? area,
    icon: area,
    sub,
    ...(area === 'Approvals' ? { badges: [{ color: 'accent' as const, feed: 'approvals/inbox' }] } : {}),
  };
}

/** Requests come from work: from a right to make or change something in one of its groups. */
function asksForThings(me: Me | null): boolean {
  return me !== null && [...me.rights].some((right) => /^(Out Bound|HR|Delivery|Inventory|Prescription)\/.+:(create|edit)$/.test(right));
}

/** The navigation of one person, from the register of built pages and the rights of their role. */
export function menuOf(pages: readonly Page[], me: Me | null, words: MenuWords): readonly MenuItem[] {
  const listed = pages.filter((page) => areaOf(page) !== null && isListed(page, me));
  const items = areaNames.flatMap((area): MenuItem[] => {
    const own = listed.filter((page) => areaOf(page) === area);
    const whole = pages.find((page) => page.path === areaPages[area] && page.feed !== null);
    // Whoever may ask for something finds what they asked, with or without a right to decide.
    if (own.length === 0) return area === 'Approvals' && whole && asksForThings(me) ? [{ ...linkTo(whole, words.language), icon: area }] : [];
    const before: MenuItem[] = area === separatorBefore && listed.length > own.length ? [{ name: '', type: 'separator', state: '' }] : [];
    if (area === 'Dashboard') return own.map((page) => ({ ...linkTo(page, words.language), icon: ownIcons[page.path] ?? area }));
    const item = areaItem(area, own, words);
    if (!whole) return [...before, item];
    return [...before, { ...item, sub: [{ ...linkTo(whole, words.language), name: words.all(item.name) }, ...(item.sub ?? [])] }];
  });
  return withoutDuplicates(items.filter((item) => !item.disabled));
}

/** What the top bar has room for: separators skipped, the first few, and what goes under "More". Never more than ten together. */
export function topItems(
  items: readonly MenuItem[],
  room: { readonly shown: number; readonly more: number },
): { readonly shown: readonly MenuItem[]; readonly more: readonly MenuItem[] } {
  const links = withoutDuplicates(items)
    .filter((item) => item.type !== 'separator' && !item.disabled)
    .slice(0, MOST);
  return { shown: links.slice(0, room.shown), more: links.slice(room.shown, room.shown + room.more) };
}

/** Every link of a menu, however deep. */
export function linksOf(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.flatMap((item) => (item.sub ? linksOf(item.sub) : item.type === 'link' ? [item] : []));
}
