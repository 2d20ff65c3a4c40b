import { expect, test } from 'vitest';
import type { Me } from './me.ts';
import { landing, start } from './landing.ts';
import { pages } from './pages.ts';
import { emptyAreas, registerPages } from './register-pages.ts';

registerPages();
const someone = (...rights: string[]): Me =>
  ({ empId: 191, name: 'Deepa', admin: false, rights: new Set(rights), components: null }) as unknown as Me;

test('a sign-in leads to the dashboard, or to the first page of a person without one', () => {
  expect(landing(start, someone('Dashboard/dashboard:view'))).toBe('/dashboard');
  expect(landing(start, someone('Masters/religionMaster:view'))).toBe('/masters/religionMaster');
  expect(landing(start, someone())).toBe('/profile/overview');
});

test('an area is shown only with its pages', () => {
  const found = new Map([...pages].map(([path, page]) => [path, page]));
  expect(emptyAreas(found)).toEqual([]);
  const [first] = [...found.keys()].filter((path) => path.startsWith('/masters/'));
  for (const path of found.keys()) if (path.startsWith('/masters/') && path !== first) found.delete(path);
  expect(emptyAreas(found)).toEqual([]);
  found.delete(first!);
  expect(emptyAreas(found)).toContain('/masters');
});
