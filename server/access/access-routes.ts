import type { FastifyInstance } from 'fastify';
import type { HttpParts } from '../http.ts';
import { doorOf, type AccessDoors } from './ask.ts';
import { deviceRoutes } from './device-routes.ts';
import { firstAccountRoutes } from './first-account-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { openReadingWatch, type ReadingWatch } from './reading-watch.ts';
import { relexauthRoutes } from './relexauth-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** All doors of access: sign-in, sessions, second factor, devices, roles. */
export function accessRoutes(app: FastifyInstance, parts: AccessDoors & Pick<HttpParts, 'onError'>): void {
  parts.access.attach(parts.house.handle);
  let watch: ReadingWatch | null = null;
  app.addHook('onReady', async () => {
    watch = await openReadingWatch(parts.house, parts.access.people, (error) => parts.onError(error, 'reading-watch'));
  });
  app.addHook('onClose', async () => {
    watch?.stop();
    await watch?.idle();
  });
  parts.access.onDenied(({ empId, name }) => {
    if (empId !== null) watch?.denied(empId, name);
  });
  noteDenials(app, parts);
  readingRoutes(app, parts, () => watch!);
  signInRoutes(app, parts);
  sessionRoutes(app, parts);
  secondFactorRoutes(app, parts);
  relexauthRoutes(app, parts);
  deviceRoutes(app, parts);
  roleRoutes(app, parts);
  firstAccountRoutes(app, parts);
}

/** Who is turned away at a door is written down, and told to those who watch. */
function noteDenials(app: FastifyInstance, { access }: AccessDoors): void {
  app.addHook('onResponse', async (request, reply) => {
    const viewer = request.viewer;
    if (reply.statusCode !== 403 || !viewer) return;
    await access.denied(viewer, {
      objectType: 'door',
      objectId: doorOf(request),
      ip: request.ip,
      correlationId: request.correlationId,
    });
  });
}
