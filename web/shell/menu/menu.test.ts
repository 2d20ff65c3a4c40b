import { describe, expect, test } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import type { Me } from '../me.ts';
import { verdict } from '../me.ts';
import { needOf } from '#shared/access/guard.ts';
import type { Page } from '../pages.ts';
import { isListed, linksOf, menuOf, topItems, withoutDuplicates } from './menu.ts';
import type { MenuItem, MenuWords } from './menu.ts';

const all: readonly Page[] = screens.map((screen) => ({
  path: screen.path,
  screen,
  title: { en: screen.path, es: screen.path },
  feed: null,
  load: () => Promise.reject(new Error('not asked for')),
}));
const words: MenuWords = { language: 'en', all: (area) => `all of ${area}`, area: (area) => area, section: (section) => section };

function someone(more: Partial<Me>): Me {
  return { empId: 101, name: 'A', admin: false, rights: new Set(), components: null, ...more } as Me;
}
const link = (name: string, state = `/${name}`): MenuItem => ({ name, type: 'link', state });

describe('the menu of a person', () => {
  test('names exactly the pages that open', () => {
    for (const rights of [
      [],
      ['Out Bound/signup-queue:view'],
      ['Masters/holidaymaster:view', 'Reports/tlReport:access', 'approvals/transportationReport:view'],
      ['Reports/transportationReport:access'],
    ]) {
      const me = someone({ rights: new Set(rights) });
      const named = linksOf(menuOf(all, me, words)).map(({ state }) => state);
      const opens = all
        .filter((page) => ['entity', 'report'].includes(page.screen.guard) && !page.path.includes(':') && verdict(me, needOf(page.screen)).ok)
        .map(({ path }) => path);
      expect(named.toSorted()).toEqual(opens.toSorted());
      expect(named).toHaveLength(rights.length);
    }
  });

  test('is empty for nobody and for nobody’s rights', () => {
    expect(menuOf(all, null, words)).toEqual([]);
    expect(menuOf(all, someone({}), words)).toEqual([]);
  });

  test('asks for the component too where the specification says so', () => {
    const rights = new Set(['Inventory/pickList:view', 'Out Bound/outCall:view', 'HR/attendanceDetails:view']);
    const me = someone({ rights, components: new Set(['HR/attendanceDetails']) });
    expect(linksOf(menuOf(all, me, words)).map(({ state }) => state)).toEqual(['/outBound/outCall', '/HR/attendanceDetails']);
  });

  test('hides the list of employees from all but admins', () => {
    const page = all.find(({ path }) => path === '/masters/emplist')!;
    expect(isListed(page, someone({ rights: new Set(['Masters/emplist:view']) }))).toBe(false);
    expect(isListed(page, someone({ admin: true }))).toBe(true);
  });

  test('has three levels at most and sets the house’s set-up apart', () => {
    const items = menuOf(all, someone({ admin: true }), words);
    const depth = (list: readonly MenuItem[]): number => Math.max(0, ...list.map((item) => 1 + (item.sub ? depth(item.sub) : 0)));
    expect(depth(items)).toBe(3);
    expect(items.filter(({ type }) => type === 'separator')).toHaveLength(1);
  });
});

test('an area with a live list of its own offers it first', () => {
  const pages = all.map((page) => (page.path === '/approvals' ? { ...page, feed: 'approvals/inbox' } : page));
  const approvals = menuOf(pages, someone({ admin: true }), words).find(({ icon }) => icon === 'Approvals')!;
  expect(approvals.sub![0]).toMatchObject({ name: 'all of Approvals', state: '/approvals', type: 'link' });
});

test('duplicates go at every level, the same name elsewhere stays', () => {
  const items = [link('a'), link('a'), link('a', '/b'), { name: 'd', type: 'dropDown' as const, state: 'd', sub: [link('x'), link('x')] }];
  expect(withoutDuplicates(items)).toEqual([link('a'), link('a', '/b'), { name: 'd', type: 'dropDown', state: 'd', sub: [link('x')] }]);
});

test('the top bar shows ten, or five and three more', () => {
  const many = [...Array.from({ length: 12 }, (_, i) => link(`m${i}`)), { name: '', type: 'separator' as const, state: '' }, link('m0')];
  const names = ({ shown, more }: ReturnType<typeof topItems>) => [shown.length, more.length];
  expect(names(topItems(many, { shown: 10, more: 0 }))).toEqual([10, 0]);
  expect(names(topItems(many, { shown: 5, more: 3 }))).toEqual([5, 3]);
});
