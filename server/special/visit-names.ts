import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { customerOf } from '#shared/streams/leads/appointment/customer-ref.ts';
import type { AppointmentState } from '#shared/streams/leads/appointment/state.ts';
import type { VisitNames } from '#shared/wire.ts';
import type { HttpParts } from '../http/every-request.ts';
import { asked, recordNumbers } from '../http/page-query.ts';
import type { ServerParts } from '../core/parts.ts';
import type { States } from '../store/states.ts';

/** Of at most so many visits. */
const query = z.object({ ids: recordNumbers(50) });

/**
 * `GET /visit-names?ids=<appointment>,…`: whom the caller visits, in full; appointments of others are left
 * out.
 */
export function visitNamesRoute(
  app: FastifyInstance,
  { server, states }: HttpParts & { readonly server: ServerParts; readonly states: States },
): void {
  app.get('/visit-names', { config: { need: 'signedIn' } }, async (request): Promise<VisitNames> => {
    const { ids } = asked(query, request.query);
    const visits = await Promise.all(
      ids.map(async (id) => (await states.load(`appointment-${id}`)).state as AppointmentState),
    );
    const { empId } = request.viewer!;
    const own = visits.filter(({ iAssignedTo }) => empId !== null && iAssignedTo === empId);
    const people = own.map(customerOf).filter((ref) => ref !== '');
    if (people.length === 0) return { names: {} };
    const found = await server.pool.query<{ code: string; name: string }>(
      "select code, name from master_rows where kind in ('customer', 'lead') and code = any($1::text[])",
      [people],
    );
    return { names: Object.fromEntries(found.rows.map(({ code, name }) => [code, name])) };
  });
}
