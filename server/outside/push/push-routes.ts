import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { given, person } from '../../access/route-parts.ts';
import { hashOf } from '../../access/secrets.ts';
import type { Record as AccessRecord } from '../../access/access-log.ts';
import type { ServerParts } from '../../core/parts.ts';
import { languageOf, sendRefusal, type HttpParts } from '../../http/every-request.ts';
import { allowedEndpoint, usableKeys } from './endpoint.ts';
import type { OpenPush } from './open-push.ts';

const subscription = z.strictObject({
  endpoint: texts.token().min(1).max(2_000),
  keys: z.strictObject({ p256dh: texts.token().max(200), auth: texts.token().max(100) }),
  /** Sent by browsers; the app has its own expiry. */
  expirationTime: z.number().nullable().optional(),
});
const address = z.strictObject({ endpoint: texts.token().min(1).max(2_000) });
const answer = z.strictObject({ token: texts.token().min(1).max(200) });
const testEveryMs = 5_000;

/**
 * The routes of web push: turn a browser on and off, list subscriptions, send a test, answer from a
 * notification.
 */
export function pushRoutes(
  app: FastifyInstance,
  parts: HttpParts & { readonly server: ServerParts; readonly push: OpenPush; readonly record: AccessRecord },
): void {
  const { push, server } = parts;
  const signedIn = { config: { need: 'signedIn' as const } };

  app.get('/push/key', signedIn, async (request) => {
    person(request);
    return { publicKey: push.publicKey };
  });

  app.get('/push/subscriptions', signedIn, async (request) => {
    const viewer = person(request);
    return (await push.subscriptions.liveOf(viewer.empId)).map(
      ({ id, sessionId, userAgent, madeAt, sentAt }) => ({
        id,
        userAgent,
        madeAt,
        sentAt,
        current: sessionId === viewer.sessionId,
      }),
    );
  });

  app.put('/push/subscriptions', signedIn, async (request, reply) => {
    const viewer = person(request);
    const { endpoint, keys } = given(subscription, request.body);
    if (!allowedEndpoint(endpoint, push.rule))
      return sendRefusal(parts, request, reply, refuse('pushEndpoint', 422, undefined, 'endpoint'), 'notice');
    if (!usableKeys(keys.p256dh, keys.auth))
      return sendRefusal(parts, request, reply, refuse('pushKeys', 422, undefined, 'keys'), 'notice');
    const agent = request.headers['user-agent'];
    const id = await push.subscriptions.keep({
      empId: viewer.empId,
      sessionId: viewer.sessionId,
      endpoint,
      ...keys,
      language: languageOf(request),
      userAgent: typeof agent === 'string' ? agent : '',
    });
    return { id };
  });

  app.post('/push/unsubscribe', signedIn, async (request) => {
    const viewer = person(request);
    return { ended: await push.subscriptions.end(viewer.empId, given(address, request.body)) };
  });

  app.delete<{ Params: { id: string } }>('/push/subscriptions/:id', signedIn, async (request, reply) => {
    const viewer = person(request);
    if (!(await push.subscriptions.end(viewer.empId, { id: request.params.id })))
      return sendRefusal(parts, request, reply, refuse('notFound', 404));
    return { ended: true };
  });

  /** Sends a test notification through the whole delivery, ignoring quiet hours because it was requested. */
  const lastTest = new Map<number, number>();
  app.post('/push/test', signedIn, async (request, reply) => {
    const viewer = person(request);
    const now = server.clock.now();
    if (now - (lastTest.get(viewer.empId) ?? 0) < testEveryMs)
      return sendRefusal(parts, request, reply, refuse('pushTooMany', 429), 'notice');
    lastTest.set(viewer.empId, now);
    const handled = await server.handle({
      stream: `notice-${viewer.empId}`,
      command: 'push',
      input: { message: 'testNotice', values: {}, icon: 'bell', route: '/inbox', color: 'blue' },
      viewer: server.access.systemViewer('push-test'),
      correlationId: request.correlationId,
    });
    if (isRefusal(handled)) return sendRefusal(parts, request, reply, handled, 'notice');
    return { devices: (await push.subscriptions.liveOf(viewer.empId)).length };
  });

  /** The token in the body authenticates the caller; a service worker has nothing else. */
  app.post('/push/act', { config: { need: 'public' } }, async (request, reply) => {
    const { token } = given(answer, request.body);
    const cookie = request.cookies[parts.cookieName];
    const signedInAs = cookie && cookie.length <= 200 ? await push.cookieOf(hashOf(cookie)) : null;
    const acted = await push.act(token, {
      language: languageOf(request),
      signedIn: signedInAs,
      correlationId: request.correlationId,
    });
    if (!isRefusal(acted)) return acted;
    await parts.record({
      action: 'denied',
      result: 'deny',
      empId: signedInAs,
      ip: request.ip,
      objectType: 'push',
      reason: acted.code,
      correlationId: request.correlationId,
    });
    return sendRefusal(
      parts,
      request,
      reply,
      acted,
      ['pushOver', 'pushUsed', 'pushForeign', 'pushStale'].includes(acted.code) ? 'notice' : 'approval',
    );
  });
}
