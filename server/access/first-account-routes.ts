import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { email, line, personName } from '#shared/access/text.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { callerOf, given, recordWrong, sure, type AccessRoutes } from './route-parts.ts';
import { makeFirstAccount, nobodyCanSignIn } from './first-account.ts';

const wish = z.strictObject({
  code: texts.token().min(1, 'required').max(40),
  firstName: personName(1, 50),
  lastName: personName(0, 50).default(''),
  email,
  password: texts.exact().min(1, 'required').max(512),
  place: z.strictObject({ vCode: line(2, 20), vName: line(2, 100), vCity: line(2, 60) }),
});

/**
 * Creates the first admin of a new installation, with the code shown on its terminal; afterwards these
 * routes answer 404.
 */
export function firstAccountRoutes(app: FastifyInstance, { access, server }: AccessRoutes): void {
  const parts = { pool: server.pool, clock: server.clock, handle: server.handle, access };

  app.get('/access/first', { config: { need: 'public' } }, async () => ({
    needed: await nobodyCanSignIn(parts),
  }));

  app.post('/access/first', { config: { need: 'public' } }, async (request) => {
    const body = given(wish, request.body);
    const account = `first:${request.ip}`;
    const booked = sure(await access.tries.book(account, null, { ip: callerOf(request).ip, device: null }));
    // A refusal or failure for another reason than the code does not count as an attempt.
    const noTry = async (error: unknown): Promise<never> => {
      await access.tries.forgive(account, booked.id);
      throw error;
    };
    const answer = await makeFirstAccount(parts, body, (change, empId) =>
      change.note({
        action: 'passwordChanged',
        result: 'allow',
        empId,
        ip: request.ip,
        objectType: 'employee',
        objectId: String(empId),
        reason: 'first account',
        correlationId: request.correlationId,
      }),
    ).catch(noTry);
    if (isRefusal(answer) && answer.code === 'pairingWrong') await recordWrong(access, request, 'code');
    const made = sure(answer);
    await access.tries.forgive(account, booked.id);
    return { msg: 'First account made', empid: made.empId };
  });
}
