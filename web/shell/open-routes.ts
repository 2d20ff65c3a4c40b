import type { RouteObject } from 'react-router-dom';
import { screens } from '#shared/access/screens.ts';
import { serverPages } from '#shared/access/server-pages.ts';
import type { Screen } from '#shared/access/screens.ts';
import { routesOf } from './router.tsx';

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);

/** The routes of the specification that the console opens, or the server with a page of its own, and those that have no screen yet, each in the order of the specification. */
export function openRoutes(): { open: readonly Screen[]; missing: readonly Screen[] } {
  const paths = new Set([...pathsOf(routesOf()), ...serverPages]);
  const { open = [], missing = [] } = Object.groupBy(screens, ({ path }) =>
    paths.has(path) ? 'open' : 'missing',
  );
  return { open, missing };
}
