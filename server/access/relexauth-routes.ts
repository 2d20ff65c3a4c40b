import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';
import { admin, byPerson, given, type AccessRoutes } from './route-parts.ts';

const handOver = z.strictObject({ empId: z.int().positive() });

/**
 * Hand-over sign-in: an admin makes a ticket for one employee, which signs its holder in once, within a
 * minute.
 */
export function relexauthRoutes(app: FastifyInstance, { access }: AccessRoutes): void {
  app.post('/employee/api/v2/relexauth', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = admin(request);
    const { empId } = given(handOver, request.body);
    if (!access.people.row(empId)?.active) throw refuse('notFound', 404);
    const ticket = await access.tickets.make('relexauth', {
      empId,
      madeBy: viewer.empId,
      sessionId: viewer.sessionId,
    });
    await access.record({
      action: 'ticketMade',
      result: 'allow',
      ...byPerson(request),
      objectType: 'employee',
      objectId: String(empId),
    });
    return { msg: 'Ticket made', empid: empId, ticket };
  });

  /** Only checks; the ticket is used by POST to the sign-in. Every invalid ticket gets the same answer. */
  app.get<{ Params: { id: string } }>(
    '/employee/api/v2/relexauth/verifyrelexauth/:id',
    { config: { need: 'public' } },
    async (request) => {
      const ticket = await access.tickets.check('relexauth', request.params.id);
      if (ticket === null) throw refuse('notFound', 404);
      if (ticket === 'used') throw refuse('ticketUsedOrExpired', 410);
      return { msg: 'Valid', empid: ticket.empId };
    },
  );
}
