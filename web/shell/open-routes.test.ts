import { faces } from 'virtual:faces';
import { expect, test } from 'vitest';
import { internalScreens } from '#shared/access/internal-screens.ts';
import { screens } from '#shared/access/screens.ts';
import { serverPages } from '#shared/access/server-pages.ts';
import * as feeds from '#shared/feeds/index.ts';
import type { ScreenFace } from '#shared/families/screen.ts';
import type { SearchKind } from '#shared/families/search.ts';
import * as searches from '#shared/searches/index.ts';
import { openRoutes } from './open-routes.ts';
import { pages } from './pages.ts';

/** Feeds that no file of the console reads, and why. It only shrinks. */
const withoutReader: Readonly<Record<string, string>> = {
  'field/trace': 'its view holds the route that the server compares an expense with',
};

/** Routes that the console opens without a page: what is shown to whoever is not signed in, and the way in. */
const withoutPage = ['/home', '/login/:loginParam', '/sessions/404', '/sessions/signin'];

const registers = import.meta.glob<Readonly<Record<string, object>>>('../../shared/*/index.ts', {
  eager: true,
});
const members = Object.values(registers)
  .flatMap((register) => Object.values(register))
  // A kind of document has a screen for each of its lists.
  .flatMap((member) =>
    'screens' in member && Array.isArray(member.screens) && 'rowOf' in member ? member.screens : [member],
  )
  .filter((member): member is ScreenFace => 'route' in member && typeof member.route === 'string')
  // A kind of approval may share the screen of another.
  .filter((member) => !('screen' in member) || member.screen === member.name)
  .map(({ name, route, group, entity }) => ({ name, route: `/${route.replace(/^\//, '')}`, group, entity }));

const { open, missing } = openRoutes();
const doubled = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);

test('the console knows every member of every register that has an address', () => {
  const asOne = ({ name, route }: { readonly name: string; readonly route: string }) => `${route} ${name}`;
  expect(members.length).toBeGreaterThan(50);
  expect(faces.map(asOne).toSorted()).toEqual(members.map(asOne).toSorted());
});

test('every declared member has a screen, under an address of the specification and for whom the specification says', () => {
  const known = new Map([...screens, ...internalScreens].map((screen) => [screen.path, screen]));
  const whose = ({ group, entity }: Pick<ScreenFace, 'group' | 'entity'>) => `${group}/${entity}`;
  expect(members.filter(({ route }) => !known.has(route)).map(({ route }) => route)).toEqual([]);
  expect(
    members
      // An area is open to whoever may see one of its screens.
      .filter(({ route }) => known.get(route)!.guard !== 'area')
      .filter((member) => whose(member) !== whose(known.get(member.route)!))
      .map((member) => `${member.route}: ${whose(member)}`),
  ).toEqual([]);
  expect(members.filter(({ route }) => !pages.has(route)).map(({ route }) => route)).toEqual([]);
});

test('no member stands twice: neither its name in its family nor its address', () => {
  expect(doubled(faces.map(({ family, name }) => `${family} ${name}`))).toEqual([]);
  expect(doubled(faces.map(({ route }) => route))).toEqual([]);
  expect(doubled([...screens, ...internalScreens].map(({ path }) => path))).toEqual([]);
});

test('the specification has 311 routes, each open or missing, and those that are open are the pages and what needs none', () => {
  const own = new Set(internalScreens.map(({ path }) => path));
  expect(open.length + missing.length).toBe(311);
  expect(open.map(({ path }) => path).toSorted()).toEqual(
    [...[...pages.keys()].filter((path) => !own.has(path)), ...withoutPage, ...serverPages].toSorted(),
  );
  expect(open.length).toBe(311);
});

test('what search finds opens on a page of the console', () => {
  const record = new Proxy({}, { get: () => '1' });
  const links = Object.values<SearchKind>(searches).flatMap((kind) =>
    kind.screens.map(({ link }) => link(record, '1') ?? `${kind.kind} leads nowhere`),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !pages.has(link.split('?', 1)[0]!))).toEqual([]);
});

test('every feed of its own is read by a file of the console, and the badge of a page by a feed that is declared', () => {
  const code = import.meta.glob<string>(['../**/*.{ts,tsx}', '!**/*.test.*', '!../dist/**'], {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const own = Object.values(feeds).map(({ name }) => name);
  expect(Object.keys(code).length).toBeGreaterThan(300);
  const read = (name: string) => Object.values(code).some((text) => text.includes(name));
  expect(own.filter((name) => !read(name))).toEqual(Object.keys(withoutReader));
  const declared = new Set([
    ...own,
    ...faces.flatMap(({ family, name }) => (family === 'queue' ? [`queue/${name}`] : [`approvals/${name}`])),
  ]);
  expect(
    [...pages.values()]
      .filter(({ feed }) => feed !== null && !declared.has(feed))
      .map(({ path, feed }) => `${path}: ${feed}`),
  ).toEqual([]);
});
