import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { businessDay, DAY_MS } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { mayKnowDay } from './check-in-check-out.ts';
import type { ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';
import { keptTraceDays, tracesView } from './views.ts';

/**
 * Locations of check-ins, newest first, as the specification's location record: only those with both
 * coordinates.
 */
export function traceDetailsService(app: FastifyInstance, { server }: ServiceParts): void {
  const view = server.views.get(tracesView);
  const day = texts.day().optional();
  const querying = queryReader({ iEmpId: whole, date: day, dFrom: day, dTo: day });
  app.get(
    '/employee/api/v2/employeetracedetails',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const requested = querying(request, limits.pageSizes.traceDetails);
      const since = server.clock.now() - keptTraceDays * DAY_MS;
      const rows = [...view.rows.values()]
        .flatMap(({ points }) => points)
        .filter((point) => {
          const on = businessDay(Date.parse(point.at));
          return (
            Date.parse(point.at) >= since &&
            mayKnowDay(request.viewer!, point) &&
            (requested.iEmpId === undefined || point.iEmpId === requested.iEmpId) &&
            (requested.date === undefined || on === requested.date) &&
            (requested.dFrom === undefined || on >= requested.dFrom) &&
            (requested.dTo === undefined || on <= requested.dTo)
          );
        })
        .sort((a, b) => (a.at === b.at ? a.iEmpId - b.iEmpId : a.at < b.at ? 1 : -1))
        .map(({ iEmpId, name, lat, lng, iPooId, at }) => ({
          empid: iEmpId,
          empName: name,
          lat,
          lng,
          iPooId,
          at,
          modifiedAt: at,
        }));
      return sendList(request, reply, requested, rows);
    },
  );
}
