import { describe, expect, test } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import { needOf } from '#shared/access/guard.ts';
import type { Page } from '../pages.ts';
import { isListed, linksOf, menuOf, topItems, withIcons, withLinks, withoutDuplicates } from './menu.ts';
import type { MenuItem, MenuTranslations } from './menu.ts';

const all: readonly Page[] = screens.map((screen) => ({
  path: screen.path,
  screen,
  title: { en: screen.path, es: screen.path },
  feed: null,
  load: () => Promise.reject(new Error('not asked for')),
}));
const translations: MenuTranslations = {
  language: 'en',
  all: 'all approvals',
  area: (area) => area,
  section: (section) => section,
};

function someone(more: Partial<Me>): Me {
  return { empId: 101, name: 'A', admin: false, rights: new Set(), components: null, ...more } as Me;
}
const link = (name: string, state = `/${name}`): MenuItem => ({ name, type: 'link', state });

/** Screens of the specification's general part that hold work: listed in the area they belong to. */
const ownAreas = ['/lead', '/customerOrders', '/customerVisit', '/printpicklist'];

describe('the links of the link master', () => {
  test('given links, when the menu is made, then they are below its areas and lead outside', () => {
    const items = withLinks(
      [link('Home')],
      [
        { id: 1, name: 'Formulary', url: 'https://care.example/formulary' },
        { id: 2, name: 'Not one', url: 'javascript:alert(1)' },
      ],
      'Links',
    );
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({
      name: 'Links',
      type: 'dropDown',
      sub: [{ name: 'Formulary', type: 'extLink', state: 'https://care.example/formulary' }],
    });
  });
  test('given none, then the menu has no entry for them', () =>
    expect(withLinks([link('Home')], [], 'Links')).toEqual([link('Home')]));
});

describe('icon items', () => {
  const me = someone({});
  test('given one’s own pages, when the menu is made, then they are before it as icons with their names', () => {
    const items = withIcons([link('Home')], all, me, 'en');
    expect(items.map(({ type, state }) => [type, state])).toEqual([
      ['icon', '/inbox'],
      ['icon', '/calendar'],
      ['icon', '/chat'],
      ['icon', '/charts'],
      ['icon', '/profile/overview'],
      ['link', '/Home'],
    ]);
    expect(items[0]).toMatchObject({ tooltip: '/inbox' });
  });
  test('given a page that is not built, or nobody, then there is no icon for it', () => {
    expect(withIcons([], [], me, 'en')).toEqual([]);
    expect(withIcons([], all, null, 'en')).toEqual([]);
  });
  test('the top bar has none of them', () => {
    const { shown } = topItems(withIcons([link('Home')], all, me, 'en'), { shown: 10, more: 0 });
    expect(shown).toEqual([link('Home')]);
  });
});

describe('the menu of a person', () => {
  test('lists the screens beside the areas for people who may open them', () => {
    const named = (rights: readonly string[]) =>
      linksOf(menuOf(all, someone({ rights: new Set(rights) }), translations)).map(({ state }) => state);
    expect(named(['Out Bound/pharmaLead:view'])).toEqual(
      expect.arrayContaining(['/lead', '/customerOrders', '/customerVisit']),
    );
    expect(named(['Out Bound/outCall:view'])).not.toContain('/lead');
    expect(named(['Inventory/pickList:view'])).toContain('/printpicklist');
    expect(named(['Masters/holidaymaster:view'])).toHaveLength(1);
  });

  test('names exactly the pages that open', () => {
    for (const rights of [
      [],
      ['Out Bound/signup-queue:view'],
      ['Masters/holidaymaster:view', 'Reports/tlReport:access', 'approvals/transportationReport:view'],
      ['Reports/transportationReport:access'],
    ]) {
      const me = someone({ rights: new Set(rights) });
      const named = linksOf(menuOf(all, me, translations)).map(({ state }) => state);
      const opens = all
        .filter(
          (page) =>
            (['entity', 'report'].includes(page.screen.guard) || ownAreas.includes(page.path)) &&
            !page.path.includes(':') &&
            verdict(me, needOf(page.screen)).ok,
        )
        .map(({ path }) => path);
      expect(named.toSorted()).toEqual(opens.toSorted());
      expect(named.filter((path) => !ownAreas.includes(path))).toHaveLength(rights.length);
    }
  });

  test('is empty without a person or rights', () => {
    expect(menuOf(all, null, translations)).toEqual([]);
    expect(menuOf(all, someone({}), translations)).toEqual([]);
  });

  test('requires the component where the specification says so', () => {
    const rights = new Set([
      'Inventory/pickList:view',
      'Out Bound/outCall:view',
      'HR/attendanceDetails:view',
    ]);
    const me = someone({ rights, components: new Set(['HR/attendanceDetails']) });
    expect(
      linksOf(menuOf(all, me, translations))
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(['/HR/attendanceDetails', '/customerVisit', '/outBound/outCall']);
  });

  test('hides the list of employees from all but admins', () => {
    const page = all.find(({ path }) => path === '/masters/emplist')!;
    expect(isListed(page, someone({ rights: new Set(['Masters/emplist:view']) }))).toBe(false);
    expect(isListed(page, someone({ admin: true }))).toBe(true);
  });

  test('has at most three levels and separates administration', () => {
    const items = menuOf(all, someone({ admin: true }), translations);
    const depth = (list: readonly MenuItem[]): number =>
      Math.max(0, ...list.map((item) => 1 + (item.sub ? depth(item.sub) : 0)));
    expect(depth(items)).toBe(3);
    expect(items.filter(({ type }) => type === 'separator')).toHaveLength(1);
  });
});

test('an area with a live list of its own offers it first', () => {
  const pages = all.map((page) => (page.path === '/approvals' ? { ...page, feed: 'approvals/inbox' } : page));
  const approvals = menuOf(pages, someone({ admin: true }), translations).find(
    ({ icon }) => icon === 'Approvals',
  )!;
  expect(approvals.sub![0]).toMatchObject({ name: 'all approvals', state: '/approvals', type: 'link' });
});

test('duplicates go at every level, the same name elsewhere stays', () => {
  const items = [
    link('a'),
    link('a'),
    link('a', '/b'),
    { name: 'd', type: 'dropDown' as const, state: 'd', sub: [link('x'), link('x')] },
  ];
  expect(withoutDuplicates(items)).toEqual([
    link('a'),
    link('a', '/b'),
    { name: 'd', type: 'dropDown', state: 'd', sub: [link('x')] },
  ]);
});

test('the top bar shows ten, or five and three more', () => {
  const many = [
    ...Array.from({ length: 12 }, (_, i) => link(`m${i}`)),
    { name: '', type: 'separator' as const, state: '' },
    link('m0'),
  ];
  const names = ({ shown, more }: ReturnType<typeof topItems>) => [shown.length, more.length];
  expect(names(topItems(many, { shown: 10, more: 0 }))).toEqual([10, 0]);
  expect(names(topItems(many, { shown: 5, more: 3 }))).toEqual([5, 3]);
});
