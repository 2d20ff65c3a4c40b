import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { SavedView, SavedViewBody } from '#shared/families/master-wire.ts';
import type { ServerParts } from '../../core/parts.ts';
import { masterFor, type MasterRouteParts } from './route-parts.ts';

const signedIn = { config: { need: 'signedIn' as const } };
const body = z.strictObject({
  name: texts.line().min(1).max(80),
  scope: z.enum(['private', 'role', 'shared']),
  settings: z.record(texts.token().max(60), texts.loose()),
});
const most = 100;

interface Kept {
  id: string;
  name: string;
  scope: SavedViewBody['scope'];
  owner: number;
  role: number | null;
  settings: string;
  at: Date;
}

/** The saved views of the masters' lists. */
export function masterSavedViewRoutes(app: FastifyInstance, { server, queries }: MasterRouteParts): void {
  savedViewRoutes(app, server, '/masters-views', (request) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    return { screen: def.name, viewer };
  });
}

/**
 * Saved views of a list: for oneself, for one's role, for everybody. Only the author or an admin changes
 * one.
 */
export function savedViewRoutes(
  app: FastifyInstance,
  server: Pick<ServerParts, 'pool' | 'clock' | 'access'>,
  path: string,
  screenFor: (request: FastifyRequest) => { readonly screen: string; readonly viewer: Viewer },
): void {
  const { pool } = server;
  const shown = (row: Kept, viewer: Viewer): SavedView => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    settings: JSON.parse(row.settings) as SavedView['settings'],
    mine: row.owner === viewer.empId,
    at: row.at.toISOString(),
  });

  app.get(`${path}/:name`, signedIn, async (request): Promise<SavedView[]> => {
    const { screen, viewer } = screenFor(request);
    const { rows } = await pool.query<Kept>(
      `select id, name, scope, owner, role, settings, at from saved_views where screen = $1 and (scope = 'shared' or owner = $2 or (scope = 'role' and role = $3)) order by name collate texts, id`,
      [screen, viewer.empId, viewer.roleId],
    );
    return rows.map((row) => shown(row, viewer));
  });

  app.put(
    `${path}/:name/:view`,
    { ...signedIn, bodyLimit: 32 * 1024 },
    async (request): Promise<SavedView> => {
      const { screen, viewer } = screenFor(request);
      const parsed = body.safeParse(request.body);
      if (!parsed.success)
        throw refuse(
          'badFormat',
          400,
          { label: parsed.error.issues[0]!.path.join('.') },
          parsed.error.issues[0]!.path.join('.'),
        );
      const id = viewId(request.params);
      const before = (
        await pool.query<Kept & { screen: string }>(
          'select id, owner, role, screen from saved_views where id = $1',
          [id],
        )
      ).rows[0];
      if (before && (before.screen !== screen || (before.owner !== viewer.empId && !viewer.admin)))
        throw refuse('notFound', 404);
      if (!before) {
        const held = Number(
          (
            await pool.query<{ n: string }>(
              'select count(*) as n from saved_views where screen = $1 and owner = $2',
              [screen, viewer.empId],
            )
          ).rows[0]!.n,
        );
        if (held >= most) throw refuse('tooManyViews', 422, { n: most });
      }
      const { name, scope, settings } = parsed.data;
      /** Edited by somebody else, a view is for its own role, or that of its owner. */
      const roleOf = ({ empId, roleId }: Viewer, view: Kept | undefined): number | null =>
        !view || view.owner === empId
          ? roleId
          : (view.role ?? server.access.directory.employee(view.owner)?.roleId ?? null);
      const { rows } = await pool.query<Kept>(
        `insert into saved_views (id, screen, name, scope, owner, role, settings, at) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set name = excluded.name, scope = excluded.scope, role = excluded.role, settings = excluded.settings, at = excluded.at returning id, name, scope, owner, role, settings, at`,
        [
          id,
          screen,
          name,
          scope,
          viewer.empId,
          scope === 'role' ? roleOf(viewer, before) : null,
          JSON.stringify(settings),
          new Date(server.clock.now()).toISOString(),
        ],
      );
      return shown(rows[0]!, viewer);
    },
  );

  app.delete(`${path}/:name/:view`, signedIn, async (request) => {
    const { screen, viewer } = screenFor(request);
    const { rowCount } = await pool.query(
      'delete from saved_views where id = $1 and screen = $2 and (owner = $3 or $4)',
      [viewId(request.params), screen, viewer.empId, viewer.admin],
    );
    if (rowCount === 0) throw refuse('notFound', 404);
    return {};
  });
}

function viewId(params: unknown): string {
  const { view } = params as { view: string };
  if (!/^[\w-]{8,64}$/.test(view)) throw refuse('badFormat', 400, { label: 'id' }, 'id');
  return view;
}
