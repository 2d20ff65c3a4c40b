import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';
import { admin, byPerson, given, type AccessDoors } from './ask.ts';

const handOver = z.strictObject({ empId: z.int().positive() });

/** Hand-over sign-in: an admin makes a slip for one employee; whoever holds it signs in with it once, within a minute. */
export function relexauthRoutes(app: FastifyInstance, { access }: AccessDoors): void {
  app.post('/employee/api/v2/relexauth', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = admin(request);
    const { empId } = given(handOver, request.body);
    if (!access.people.row(empId)?.active) throw refuse('notFound', 404);
    const ticket = await access.tickets.make('relexauth', { empId, madeBy: viewer.empId, sessionId: viewer.sessionId });
    await access.record({ action: 'ticketMade', result: 'allow', ...byPerson(request), objectType: 'employee', objectId: String(empId) });
    return { msg: 'Ticket made', empid: empId, ticket };
  });

  /** Only looks: using the slip up is a POST to the sign-in. Anything that is no slip gets one and the same answer. */
  app.get<{ Params: { id: string } }>('/employee/api/v2/relexauth/verifyrelexauth/:id', { config: { need: 'public' } }, async (request) => {
    const ticket = await access.tickets.look('relexauth', request.params.id);
    if (ticket === null) throw refuse('notFound', 404);
    if (ticket === 'used') throw refuse('ticketUsedOrExpired', 410);
    return { msg: 'Valid', empid: ticket.empId };
  });
}
