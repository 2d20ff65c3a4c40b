import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { line } from '#shared/access/text.ts';
import type { Permission } from '#shared/core/permission.ts';
import { groups } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { admin, byPerson, callerOf, given, recordWrong, sure, type AccessRoutes } from './route-parts.ts';
import { wallRights } from './devices.ts';

const right = texts
  .token()
  .max(120)
  .regex(new RegExp(`^(${groups.join('|')})/[^:]+:(view|access)$`), 'badFormat');
const pairing = z.strictObject({
  name: line(2, 60),
  kind: z.enum(['wall', 'client']).default('wall'),
  pooIds: z.array(z.int().positive()).min(1).max(100).nullable().default(null),
  rights: z.array(right).max(100).optional(),
});
const claim = z.strictObject({ code: texts.token().min(1, 'required').max(20) });

/** Wall screens and API clients: paired with a code by an admin, listed, revoked. */
export function deviceRoutes(app: FastifyInstance, { access }: AccessRoutes): void {
  app.post('/access/pairing', { config: { need: 'signedIn' } }, async (request) => {
    const viewer = admin(request);
    const body = given(pairing, request.body);
    if (body.kind === 'client' && !body.rights?.length)
      throw refuse('required', 400, { label: 'rights' }, 'rights');
    for (const id of body.pooIds ?? [])
      if (!access.directory.poo(id))
        throw refuse('notInList', 422, { label: 'place of operation' }, 'pooIds');
    const made = await access.devices.pair({
      name: body.name,
      kind: body.kind,
      poos: body.pooIds,
      madeBy: viewer.empId,
      rights: body.kind === 'wall' ? wallRights : (body.rights as readonly Permission[]),
    });
    await access.record({ action: 'pairingMade', result: 'allow', ...byPerson(request), device: body.name });
    return made;
  });

  app.post('/access/pairing/claim', { config: { need: 'public' } }, async (request) => {
    const { code } = given(claim, request.body);
    const account = `pairing:${request.ip}`;
    const booked = sure(await access.tries.book(account, null, { ip: callerOf(request).ip, device: null }));
    const device = await access.devices.claim(code, (made, { id, name }) =>
      made.note({
        action: 'devicePaired',
        result: 'allow',
        empId: null,
        ip: request.ip,
        device: name,
        objectType: 'device',
        objectId: id,
        correlationId: request.correlationId,
      }),
    );
    if (!device) {
      await recordWrong(access, request, 'code');
      throw refuse('pairingWrong', 410, undefined, 'code');
    }
    await access.tries.forgive(account, booked.id);
    return { deviceId: device.id, name: device.name, authtoken: device.token };
  });

  app.get('/access/devices', { config: { need: 'signedIn' } }, async (request) => {
    admin(request);
    return access.devices.list();
  });

  app.delete<{ Params: { id: string } }>(
    '/access/devices/:id',
    { config: { need: 'signedIn', takes: true } },
    async (request) => {
      const viewer = admin(request);
      const revoked = await access.change(async (made) => {
        const was = await access.devices.revoke(made, request.params.id, viewer.empId);
        if (was)
          made.note({
            action: 'deviceRevoked',
            result: 'allow',
            ...byPerson(request),
            objectType: 'device',
            objectId: request.params.id,
          });
        return was;
      });
      if (!revoked) throw refuse('notFound', 404);
      return { msg: 'Device revoked' };
    },
  );
}
