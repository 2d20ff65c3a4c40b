import type { FastifyInstance } from 'fastify';
import { refuse } from '#shared/core/refusal.ts';
import type { ReportCheck } from '#shared/families/report-wire.ts';
import type { SqlViewDef } from '../../views/sql-view.ts';
import { query } from '../master/route-parts.ts';
import { checkReport } from './check-report.ts';
import { reportTable } from './model-view.ts';
import { requested } from './read-report.ts';
import { goneOf, queryOf, reportFor, reportQuery, type ReportParts } from './report-routes.ts';

/** Computes the figures of a filter anew from events, one check at a time on this node. */
export function checkRoutes(
  app: FastifyInstance,
  { server, byName, reached, onError }: ReportParts,
  views: ReadonlyMap<string, SqlViewDef>,
): void {
  let busy = false;
  app.get(
    '/reports-check/:name',
    { config: { need: 'signedIn' } },
    async (request, reply): Promise<ReportCheck> => {
      const { def, viewer } = reportFor(byName, request);
      const now = server.clock.now();
      const selection = queryOf(def, query(request, reportQuery), viewer, now);
      const view = views.get(reportTable(def.model));
      if (!view) throw refuse('reportNotReplayable', 409);
      if (busy) throw refuse('tooMany', 429, { seconds: 5 });
      busy = true;
      try {
        await reached(server.log.head());
        const gone = goneOf(reply);
        const checked = await requested(
          server.pool,
          { gone, onError: (error) => onError(error, request.correlationId) },
          (client) => checkReport(client, def, view, selection, viewer, gone),
        );
        return {
          ...checked,
          ...(selection.period ?? { from: '', to: '' }),
          at: new Date(now).toISOString(),
        };
      } finally {
        busy = false;
      }
    },
  );
}
