import type { FastifyInstance } from 'fastify';
import type { HttpParts } from '../http/every-request.ts';
import { routeOf, type AccessRoutes } from './route-parts.ts';
import { deviceRoutes } from './device-routes.ts';
import { firstAccountRoutes } from './first-account-routes.ts';
import { accessAuditRoutes } from './access-audit-routes.ts';
import { openAccessAuditWatch, type AccessAuditWatch } from './access-audit-watch.ts';
import { relexauthRoutes } from './relexauth-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** All routes of access: sign-in, sessions, second factor, devices, roles; returns the watch over opened records, which opens with the app. */
export function accessRoutes(
  app: FastifyInstance,
  parts: AccessRoutes & Pick<HttpParts, 'onError'>,
): () => AccessAuditWatch {
  parts.access.attach(parts.server.handle);
  let watch: AccessAuditWatch | null = null;
  app.addHook('onReady', async () => {
    watch = await openAccessAuditWatch(parts.server, parts.access.people, (error) =>
      parts.onError(error, 'reading-watch'),
    );
  });
  app.addHook('onClose', async () => {
    watch?.stop();
    await watch?.idle();
  });
  parts.access.onDenied(({ empId, name }) => {
    if (empId !== null) watch?.denied(empId, name);
  });
  noteDenials(app, parts);
  accessAuditRoutes(app, parts, () => watch!);
  signInRoutes(app, parts);
  sessionRoutes(app, parts);
  secondFactorRoutes(app, parts);
  relexauthRoutes(app, parts);
  deviceRoutes(app, parts);
  roleRoutes(app, parts);
  firstAccountRoutes(app, parts);
  return () => watch!;
}

/** Records refused requests and passes them to the access audit. */
function noteDenials(app: FastifyInstance, { access }: AccessRoutes): void {
  app.addHook('onResponse', async (request, reply) => {
    const viewer = request.viewer;
    if (reply.statusCode !== 403 || !viewer) return;
    await access.denied(viewer, {
      objectType: 'door',
      objectId: routeOf(request),
      ip: request.ip,
      correlationId: request.correlationId,
    });
  });
}
