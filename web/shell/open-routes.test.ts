import { faces } from 'virtual:faces';
import { expect, test } from 'vitest';
import { houseScreens } from '#shared/access/house-screens.ts';
import { screens } from '#shared/access/screens.ts';
import { openRoutes } from './open-routes.ts';
import { pages } from './pages.ts';

/** Members that are declared and served and have no screen yet. It only shrinks. */
const withoutScreen: readonly string[] = ['/reports/customersignupReport', '/reports/normalReports/rescheduleLogs'];

const { open, missing } = openRoutes();

test('every declared member has a screen, under an address of the specification', () => {
  const known = new Set([...screens, ...houseScreens].map(({ path }) => path));
  expect(faces.length).toBeGreaterThan(50);
  expect(faces.filter(({ route }) => !known.has(route)).map(({ route }) => route)).toEqual([]);
  expect(
    faces
      .filter(({ route }) => !pages.has(route))
      .map(({ route }) => route)
      .toSorted(),
  ).toEqual(withoutScreen);
});

test('no member stands twice: neither its name in its family nor its address', () => {
  const doubled = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
  expect(doubled(faces.map(({ family, name }) => `${family} ${name}`))).toEqual([]);
  expect(doubled(faces.map(({ route }) => route))).toEqual([]);
  expect(doubled([...screens, ...houseScreens].map(({ path }) => path))).toEqual([]);
});

test('the specification has 311 routes, each open or missing, and every page that is built is one of them or of the operators', () => {
  expect(open.length + missing.length).toBe(311);
  const own = new Set(houseScreens.map(({ path }) => path));
  expect([...pages.keys()].filter((path) => !own.has(path) && !open.some((screen) => screen.path === path))).toEqual([]);
  expect(open.length).toBeGreaterThanOrEqual(123);
});
