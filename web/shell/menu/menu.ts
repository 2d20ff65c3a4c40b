import { needOf } from '#shared/access/guard.ts';
import type { Language } from '#shared/core/translations.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import type { OfferedLink } from '#shared/masters/links-for.ts';
import type { Page } from '../pages.ts';

/** One navigation entry, as in specification §3; at most three levels. */
export interface MenuItem {
  readonly name: string;
  readonly type: 'link' | 'extLink' | 'dropDown' | 'separator' | 'icon';
  readonly state: string;
  readonly tooltip?: string;
  readonly icon?: AreaName | OwnIcon;
  readonly sub?: readonly MenuItem[];
  /** Live counts: the feed whose rows are counted. */
  readonly badges?: readonly { readonly color: 'accent' | 'danger'; readonly feed: string }[];
  readonly disabled?: boolean;
}

export const areaNames = [
  'Dashboard',
  'Out Bound',
  'Prescription',
  'Inventory',
  'Delivery',
  'Approvals',
  'HR',
  'Masters',
  'Reports',
] as const;
export type AreaName = (typeof areaNames)[number];
/** Operator pages are listed beside the areas, each with its own icon. */
const ownIcons: Readonly<Record<string, OwnIcon>> = {
  '/admin/integrations': 'Integrations',
  '/admin/access-audit': 'AccessAudit',
};
export type OwnIcon = 'Integrations' | 'AccessAudit' | 'Links';
/** Pages of one's own, reached from everywhere: the icon items above the menu. */
export const iconPages = ['/inbox', '/calendar', '/chat', '/charts', '/profile/overview'] as const;

/** Areas whose entries also require the component in the role's list. */
const requireComponent: readonly AreaName[] = ['Inventory', 'Reports', 'Approvals', 'HR', 'Delivery'];
/** The separator between tools and administration. */
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

/**
 * Addresses that the specification lists beside the areas but that are one screen: the area in which people
 * look for it.
 */
const ownScreens: Readonly<Record<string, { readonly area: AreaName; readonly section: string }>> = {
  '/lead': { area: 'Out Bound', section: 'Out Bound' },
  '/customerOrders': { area: 'Out Bound', section: 'Out Bound' },
  '/customerVisit': { area: 'Out Bound', section: 'Out Bound' },
  '/printpicklist': { area: 'Inventory', section: 'Inventory' },
};

/** The section of its area in which a page is listed. */
export function sectionOf(page: Page): string {
  return ownScreens[page.path]?.section ?? page.screen.section;
}

export function areaOf(page: Page): AreaName | null {
  const { screen } = page;
  const own = ownScreens[page.path];
  if (own) return own.area;
  if (screen.group === 'Dashboard') return 'Dashboard';
  return screen.guard === 'entity' || screen.guard === 'report'
    ? (areaNames as readonly string[]).includes(screen.area)
      ? (screen.area as AreaName)
      : null
    : null;
}

/** The overview page of an area. */
export function areaPage(area: AreaName | OwnIcon): string | null {
  return areaPages[area] ?? null;
}

/**
 * Whether this person's menu shows the page: it may be opened and, where required, the role lists its
 * component.
 */
export function isListed(page: Page, me: Me | null): boolean {
  // A page behind a link shows nothing without one.
  if (!me || page.path.includes(':') || page.screen.guard === 'signed link') return false;
  if (!verdict(me, needOf(page.screen)).ok) return false;
  if (me.admin) return true;
  if (page.path === onlyAdmin) return false;
  const area = areaOf(page);
  if (!area || !requireComponent.includes(area) || me.components === null) return true;
  if (page.path in ownScreens) return [...me.components].some((one) => one.startsWith(`${area}/`));
  return (
    me.components.has(`${area}/${page.screen.entity}`) ||
    me.components.has(`${page.screen.group}/${page.screen.entity}`)
  );
}

/** Removes repeated names with the same address, at every level. */
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

export interface MenuTranslations {
  readonly language: Language;
  readonly all: string;
  readonly area: (area: AreaName) => string;
  readonly section: (section: string) => string;
}

function linkTo(page: Page, language: Language): MenuItem {
  return {
    name: page.title[language],
    type: 'link',
    state: page.path,
    ...(page.feed ? { badges: [{ color: 'accent' as const, feed: page.feed }] } : {}),
  };
}

function areaItem(area: AreaName, pages: readonly Page[], translations: MenuTranslations): MenuItem {
  const sections = [...new Set(pages.map(sectionOf))];
  const sub =
    sections.length === 1
      ? pages.map((page) => linkTo(page, translations.language))
      : sections.map((section): MenuItem => ({
          name: translations.section(section),
          type: 'dropDown',
          state: `${area}/${section}`,
          sub: pages
            .filter((page) => sectionOf(page) === section)
            .map((page) => linkTo(page, translations.language)),
        }));
  return {
    name: translations.area(area),
    type: 'dropDown',
    state: areaPages[area] ?? area,
    icon: area,
    sub,
    ...(area === 'Approvals' ? { badges: [{ color: 'accent' as const, feed: 'approvals/inbox' }] } : {}),
  };
}

/** Requests require a right to create or change something in one of the area's groups. */
function requiresEntities(me: Me | null): boolean {
  return (
    me !== null &&
    [...me.rights].some((right) =>
      /^(Out Bound|HR|Delivery|Inventory|Prescription)\/.+:(create|edit)$/.test(right),
    )
  );
}

/** The navigation of one person, from the built pages and the rights of their role. */
export function menuOf(
  pages: readonly Page[],
  me: Me | null,
  translations: MenuTranslations,
): readonly MenuItem[] {
  const listed = pages.filter((page) => areaOf(page) !== null && isListed(page, me));
  const items = areaNames.flatMap((area): MenuItem[] => {
    const own = listed.filter((page) => areaOf(page) === area);
    const whole = pages.find((page) => page.path === areaPages[area] && page.feed !== null);
    // A requester sees their own requests even without a right to decide.
    if (own.length === 0)
      return area === 'Approvals' && whole && requiresEntities(me)
        ? [{ ...linkTo(whole, translations.language), icon: area }]
        : [];
    const before: MenuItem[] =
      area === separatorBefore && listed.length > own.length
        ? [{ name: '', type: 'separator', state: '' }]
        : [];
    if (area === 'Dashboard')
      return own.map((page) => ({
        ...linkTo(page, translations.language),
        icon: ownIcons[page.path] ?? area,
      }));
    const item = areaItem(area, own, translations);
    if (!whole) return [...before, item];
    return [
      ...before,
      {
        ...item,
        sub: [{ ...linkTo(whole, translations.language), name: translations.all }, ...(item.sub ?? [])],
      },
    ];
  });
  return withoutDuplicates(items.filter((item) => !item.disabled));
}

/** The menu with the icon items before it, whose names are shown as tooltips. */
export function withIcons(
  items: readonly MenuItem[],
  pages: readonly Page[],
  me: Me | null,
  language: Language,
): readonly MenuItem[] {
  const icons = iconPages.flatMap((path): MenuItem[] => {
    const page = pages.find((one) => one.path === path);
    return page && isListed(page, me)
      ? [{ ...linkTo(page, language), type: 'icon', tooltip: page.title[language] }]
      : [];
  });
  return withoutDuplicates([...icons, ...items]);
}

/** The menu with the links of the link master below it; pages outside the console, opened beside it. */
export function withLinks(
  items: readonly MenuItem[],
  links: readonly OfferedLink[],
  name: string,
): readonly MenuItem[] {
  const sub = links
    .filter(({ url }) => url.startsWith('https://'))
    .map((link): MenuItem => ({ name: link.name, type: 'extLink', state: link.url, tooltip: link.url }));
  return sub.length === 0
    ? items
    : [...items, { name, type: 'dropDown', state: 'links', icon: 'Links', sub: withoutDuplicates(sub) }];
}

/**
 * Entries that fit in the top bar: separators and icons skipped, the first few, and the rest under "More".
 * Never more than ten in total.
 */
export function topItems(
  items: readonly MenuItem[],
  room: { readonly shown: number; readonly more: number },
): { readonly shown: readonly MenuItem[]; readonly more: readonly MenuItem[] } {
  const links = withoutDuplicates(items)
    .filter((item) => item.type !== 'separator' && item.type !== 'icon' && !item.disabled)
    .slice(0, MOST);
  return { shown: links.slice(0, room.shown), more: links.slice(room.shown, room.shown + room.more) };
}

/** Every link of a menu, at any depth. */
export function linksOf(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.flatMap((item) => (item.sub ? linksOf(item.sub) : item.type === 'link' ? [item] : []));
}
