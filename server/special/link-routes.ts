import type { FastifyInstance } from 'fastify';
import type { Fields } from '#shared/families/master-def.ts';
import { linksFor, type OfferedLink } from '#shared/masters/links-for.ts';
import type { HttpParts } from '../http/every-request.ts';
import type { ServerParts } from '../core/parts.ts';
import type { OpenSqlView } from '../views/sql-view.ts';

type Parts = HttpParts & { readonly server: ServerParts; readonly rows: OpenSqlView };

/** The active links of the person's role: `/masters-links`. */
export function linkRoutes(app: FastifyInstance, { server, rows }: Parts): void {
  app.get(
    '/masters-links',
    { config: { need: 'signedIn' } },
    async (request): Promise<{ readonly links: readonly OfferedLink[] }> => {
      await rows.reached(server.log.head());
      const { rows: found } = await server.pool.query<{ id: string; name: string; fields: Fields }>(
        "select id, name, fields from master_rows where kind = 'link' and status = 1 and not cancelled order by id limit 1000",
      );
      return {
        links: linksFor(
          found.map((one) => ({ ...one, id: Number(one.id) })),
          request.viewer!,
        ),
      };
    },
  );
}
