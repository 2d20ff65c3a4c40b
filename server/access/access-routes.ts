import type { FastifyInstance } from 'fastify';
import type { HttpParts } from '../http.ts';
import type { AccessDoors } from './ask.ts';
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
  noteDenials(app, parts, (empId, name) => watch?.denied(empId, name));
  readingRoutes(app, parts, () => watch!);
  signInRoutes(app, parts);
  sessionRoutes(app, parts);
  secondFactorRoutes(app, parts);
  relexauthRoutes(app, parts);
  deviceRoutes(app, parts);
  roleRoutes(app, parts);
  firstAccountRoutes(app, parts);
}

/** Who is turned away at a door is written down, once a minute for one session and door. */
function noteDenials(app: FastifyInstance, { access, house }: AccessDoors, tell: (empId: number, name: string) => void): void {
  const noted = new Map<string, number>();
  app.addHook('onResponse', async (request, reply) => {
    const viewer = request.viewer;
    if (reply.statusCode !== 403 || !viewer) return;
    const door = `${request.method} ${request.routeOptions.url ?? ''}`;
    if (viewer.empId !== null) tell(viewer.empId, viewer.name);
    const key = `${viewer.sessionId} ${door}`;
    const now = house.clock.now();
    if (now - (noted.get(key) ?? 0) < 60_000) return;
    if (noted.size > 5_000) noted.clear();
    noted.set(key, now);
    await access.record({
      action: 'denied',
      result: 'deny',
      empId: viewer.empId,
      name: viewer.name,
      sessionId: viewer.sessionId,
      ip: request.ip,
      objectType: 'door',
      objectId: door,
      correlationId: request.correlationId,
    });
  });
}
