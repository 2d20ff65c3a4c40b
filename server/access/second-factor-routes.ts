import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { refuse } from '#shared/core/refusal.ts';
import {
  admin,
  again,
  byPerson,
  callerOf,
  given,
  passwordAgain,
  person,
  recordWrong,
  sure,
  type AccessRoutes,
} from './route-parts.ts';

const enrolment = z.union([
  z.strictObject({ ticket: texts.token().max(100) }),
  z.strictObject({ password: again }),
]);
const code = z.strictObject({ code: texts.token().max(10) });
const removal = z.strictObject({ code: texts.token().max(10), password: again });

/**
 * An authenticator app as second factor: by choice, or because the role requires it before the first
 * session. Setting one up or removing it requires the password again, so an unattended session is not
 * enough.
 */
export function secondFactorRoutes(app: FastifyInstance, { access }: AccessRoutes): void {
  const path = '/access/second-factor';

  async function enrolling(request: FastifyRequest): Promise<number> {
    if (!hasTicket(request.body) && !request.viewer) throw refuse('signedOut', 401);
    const body = given(enrolment, request.body);
    if ('password' in body) {
      await passwordAgain(access, request, body.password);
      return person(request).empId;
    }
    const ticket = await access.tickets.check('secondFactor', body.ticket);
    if (ticket === null || ticket === 'used') throw refuse('ticketUsedOrExpired', 410);
    return ticket.empId;
  }

  app.get(path, { config: { need: 'signedIn' } }, async (request) => ({
    state: await access.secondFactors.state(person(request).empId),
  }));

  app.post(`${path}/enrol`, { config: { need: 'public' } }, async (request) => {
    const empId = await enrolling(request);
    if ((await access.secondFactors.state(empId)) === 'on') throw refuse('secondFactorOn', 409);
    return access.secondFactors.enrol(empId, access.directory.employee(empId)?.name ?? String(empId));
  });

  app.post(`${path}/verify`, { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const body = given(code, request.body);
    if ((await access.secondFactors.state(viewer.empId)) !== 'enrolling')
      throw refuse('secondFactorOff', 409);
    const booked = sure(await access.tries.book(`code:${viewer.empId}`, viewer.empId, callerOf(request)));
    if (
      !(await access.secondFactors.verify(viewer.empId, body.code, 'enrolling', {
        action: 'secondFactorSet',
        result: 'allow',
        ...byPerson(request),
      }))
    ) {
      await recordWrong(access, request, 'code');
      throw refuse('codeWrong', 422, undefined, 'code');
    }
    await access.tries.forgive(`code:${viewer.empId}`, booked.id);
    return { state: 'on' };
  });

  app.post(`${path}/remove`, { config: { need: 'signedIn' } }, async (request) => {
    const viewer = person(request);
    const body = given(removal, request.body);
    if (access.people.role(viewer.roleId)?.bSecondFactor === 1) throw refuse('secondFactorRoleAsks', 409);
    if ((await access.secondFactors.state(viewer.empId)) !== 'on') throw refuse('secondFactorOff', 409);
    await passwordAgain(access, request, body.password);
    const booked = sure(await access.tries.book(`code:${viewer.empId}`, viewer.empId, callerOf(request)));
    if (!(await access.secondFactors.verify(viewer.empId, body.code, 'on'))) {
      await recordWrong(access, request, 'code');
      throw refuse('codeWrong', 422, undefined, 'code');
    }
    await access.tries.forgive(`code:${viewer.empId}`, booked.id);
    await access.change((made) => {
      made.note({ action: 'secondFactorRemoved', result: 'allow', ...byPerson(request) });
      return access.secondFactors.remove(made, viewer.empId);
    });
    return { state: 'none' };
  });

  /**
   * For someone who lost the app; they set up a new one at their next sign-in when their role requires it.
   */
  app.delete<{ Params: { empId: string } }>(
    `${path}/:empId`,
    { config: { need: 'signedIn' } },
    async (request) => {
      admin(request);
      const empId = Number(request.params.empId);
      if (!access.people.row(empId) || (await access.secondFactors.state(empId)) === 'none')
        throw refuse('notFound', 404);
      await access.change(async (made) => {
        await access.secondFactors.remove(made, empId);
        await access.sessions.end(made, { empId }, 'revoked');
        made.note({
          action: 'secondFactorRemoved',
          result: 'allow',
          ...byPerson(request),
          objectType: 'employee',
          objectId: String(empId),
        });
      });
      return { state: 'none' };
    },
  );
}

const hasTicket = (body: unknown): boolean => typeof body === 'object' && body !== null && 'ticket' in body;
