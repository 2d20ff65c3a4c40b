// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  defaultLayout,
  followQuery,
  layoutFrom,
  layoutFromQuery,
  layoutNow,
  resetLayout,
  setLayout,
  sidebarStyles,
  toggledCompact,
  toggledSidebar,
} from './settings.ts';

const names = ['navigationPos', 'topbarFixed', 'breadcrumb', 'useBreadcrumb', 'sidebarStyle', 'dir'];

beforeEach(() => resetLayout());

test('the address may set the layout of a visit', () => {
  const text = { navigationPos: 'top', sidebarStyle: 'compact-big', dir: 'rtl', useBreadcrumb: false };
  expect(layoutFromQuery(`?layout=${encodeURIComponent(JSON.stringify(text))}`)).toEqual(text);
});

test('only known names with allowed values are accepted, whatever is sent', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const found = layoutFromQuery(`?layout=${encodeURIComponent(text)}`);
      expect(Object.keys(found).every((name) => names.includes(name))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  for (const text of [
    '{"__proto__":{"navigationPos":"top"}}',
    '{"constructor":{"prototype":{"dir":"rtl"}}}',
    '[]',
    'null',
    '"x"',
    '{"navigationPos":["top"]}',
    '{',
    'x'.repeat(5_000),
  ]) {
    expect(layoutFromQuery(`?layout=${encodeURIComponent(text)}`)).toEqual({});
  }
  expect(({} as Record<string, unknown>).navigationPos).toBeUndefined();
  expect(layoutFrom(Object.create({ navigationPos: 'top' }))).toEqual({});
});

test('a choice is kept and wins over the address; a reset forgets both', () => {
  followQuery('?layout={"navigationPos":"top","breadcrumb":"simple"}');
  expect(layoutNow()).toMatchObject({ navigationPos: 'top', breadcrumb: 'simple' });
  setLayout({ navigationPos: 'side' });
  expect(layoutNow()).toMatchObject({ navigationPos: 'side', breadcrumb: 'simple' });
  expect(JSON.parse(localStorage.getItem('ops-layout')!)).toEqual({ navigationPos: 'side' });
  resetLayout();
  expect(layoutNow()).toEqual(defaultLayout);
});

test('the two toggles of the sidebar', () => {
  expect(sidebarStyles.map(toggledSidebar)).toEqual(['closed', 'closed', 'closed', 'full']);
  expect(sidebarStyles.map(toggledCompact)).toEqual(['compact', 'full', 'compact', 'compact']);
});
