import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { businessDay, DAY_MS, isDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { mayKnowDay } from './check-in-check-out.ts';
import type { ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';
import { keptTraceDays, tracesView } from './views.ts';

/** Where people were when they checked in, newest first, as the specification's location record: only where both coordinates were given. */
export function traceDetailsService(app: FastifyInstance, { house }: ServiceParts): void {
  const view = house.views.get(tracesView);
  const day = z.string().refine(isDay, 'badFormat').optional();
  const asking = queryReader({ iEmpId: whole, date: day, dFrom: day, dTo: day });
  app.get('/employee/api/v2/employeetracedetails', { config: { need: 'signedIn' } }, async (request, reply) => {
    const asked = asking(request, limits.pageSizes.traceDetails);
    const since = house.clock.now() - keptTraceDays * DAY_MS;
    const rows = [...view.rows.values()]
      .flatMap(({ points }) => points)
      .filter((point) => {
        const on = businessDay(Date.parse(point.at));
        return (
          Date.parse(point.at) >= since &&
          mayKnowDay(request.viewer!, point) &&
          (asked.iEmpId === undefined || point.iEmpId === asked.iEmpId) &&
          (asked.date === undefined || on === asked.date) &&
          (asked.dFrom === undefined || on >= asked.dFrom) &&
          (asked.dTo === undefined || on <= asked.dTo)
        );
      })
      .sort((a, b) => (a.at === b.at ? a.iEmpId - b.iEmpId : a.at < b.at ? 1 : -1))
      .map(({ iEmpId, name, lat, lng, iPooId, at }) => ({ empid: iEmpId, empName: name, lat, lng, iPooId, at, modifiedAt: at }));
    return sendList(request, reply, asked, rows);
  });
}
