import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cookie from '@fastify/cookie';
import helmet from 'helmet';
import fastify from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { openAdmission } from '../http/admission.ts';
import { answerUnparsed } from '../http/unparsed.ts';
import { endSlow, frameHttp, sendBadAddress, type HttpParts } from '../http/every-request.ts';
import { openClientFaults } from '../operations/client-faults.ts';
import { parseJsonBodies } from '../http/json-body.ts';
import type { Space } from '../store/space.ts';
import type { Foundation } from './foundation.ts';

/** The HTTP server and what all its routes share; it does not listen yet. */
export type HttpServer = Awaited<ReturnType<typeof openHttp>>;

/** Opens what all routes share: admission under overload, headers, limits, errors. */
export async function openHttp(base: Foundation, space: Space, closing: AsyncDisposableStack) {
  const { config, access, translate, clock, fault } = base;
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const http = createServer({
    keepAliveTimeout: limits.idleConnectionMs,
    headersTimeout: limits.headMs,
    connectionsCheckingInterval: 5_000,
  });
  closing.defer(async () => {
    if (!http.listening) return;
    const closed = new Promise((resolve) => http.close(resolve));
    http.closeAllConnections();
    await closed;
  });
  const clientFaults = openClientFaults(base.note);
  const app = fastify({
    serverFactory: (handler) => {
      http.on('request', handler);
      return http;
    },
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => sendBadAddress({ translate, https }, error, request, reply),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    clientErrorHandler: (error, socket) => {
      clientFaults.count('aborted');
      answerUnparsed(translate, error, socket);
    },
    genReqId: () => randomUUID(),
    logger: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: true,
    return503OnClosing: false,
  });
  closing.defer(() => app.close());
  const admission = await openAdmission(app, {
    cookieName: access.cookieName,
    perSession: config.requestsPerSession,
    perAddress: config.requestsPerAddress,
    storageFull: space.full,
    endSlow: (request, reply) => endSlow({ translate, clientFault: clientFaults.count }, request, reply),
  });
  const parts: HttpParts = {
    admission,
    clientFault: clientFaults.count,
    access,
    translate,
    clock,
    cookieName: access.cookieName,
    origins: config.publicUrl ? [new URL(config.publicUrl).origin] : [],
    onError: (error, correlationId) => fault('http', correlationId)(error),
  };
  await app.register(cookie);
  // Created once: @fastify/helmet writes the same headers anew for every request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        workerSrc: ["'self'"],
      },
    },
    strictTransportSecurity: https,
  });
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, done as (error?: unknown) => void),
  );
  parseJsonBodies(app);
  frameHttp(app, parts);
  return { http, app, admission, clientFaults, parts };
}
