import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#shared/core/translations.ts';
import { may, type Need, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import { limits } from '#shared/core/limits.ts';
import { queryHeader, serverTimeHeader, type WireError } from '#shared/wire.ts';
import type { Admission } from './admission.ts';
import type { Access, Clock, ServerParts } from '../core/parts.ts';
import { cookieOf, originAllowed } from '../relay/upgrade.ts';
import type { ClientFaultKind } from '../operations/client-faults.ts';
import { chosenLanguage, isPage, refusalPage, refusalPagePolicy } from './refusal-page.ts';
import { isAway } from '../store/away.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call this route; a route without it stops the start. `machine`: the route authenticates its
     * callers itself.
     */
    need?: Need | 'machine';
    /** Behind a customer's signed link. */
    customer?: true;
  }
  interface FastifyInstance {
    /** Every open route and who may call it. */
    readonly routes: readonly Route[];
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    correlationId: string;
  }
}

export interface HttpParts {
  readonly access: Access;
  readonly translate: ServerParts['translate'];
  readonly clock: Clock;
  readonly cookieName: string;
  readonly origins: readonly string[];
  readonly onError: (error: unknown, correlationId: string) => void;
  /** Counts faults of clients on the wire. */
  readonly clientFault?: (kind: ClientFaultKind) => void;
  /** Scans an uploaded file before anything of it is stored; throws the refusal. */
  readonly scan?: (request: FastifyRequest, bytes: Buffer) => Promise<void>;
  /** Admission under overload; runs before everything else. */
  readonly admission?: Pick<Admission, 'admit' | 'turn' | 'done'>;
}

export interface Route {
  readonly method: string;
  readonly url: string;
  readonly need: Need | 'machine';
}

const changes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What all routes share: correlation id, origin, viewer, declared permission, errors in one shape. */
export function frameHttp(app: FastifyInstance, parts: HttpParts): void {
  app.decorateRequest('viewer', null);
  app.decorateRequest('correlationId', '');

  const routes: Route[] = [];
  app.decorate('routes', routes);
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return;
    if (!route.config?.need)
      throw new Error(
        `The route ${String(route.method)} ${route.url} does not say who may use it (config.need).`,
      );
    for (const method of [route.method].flat())
      routes.push({ method, url: route.url, need: route.config.need });
  });

  app.addHook('onRequest', async (request, reply) => {
    const given = request.headers['x-correlation-id'];
    request.correlationId = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    reply.header('x-correlation-id', request.correlationId);
    if (namesTwoHosts(request))
      return sendRefusal(parts, request, reply.header('connection', 'close'), refuse('badRequest', 400));
    const turnedAway = await parts.admission?.admit(request, reply);
    if (turnedAway) return sendRefusal(parts, request, reply, turnedAway);
    takeQuery(request);
    const need = request.routeOptions.config?.need;
    if (need === undefined || need === 'machine') return;
    if (takesOtherOrg(request.query as Record<string, unknown>))
      return sendRefusal(parts, request, reply, refuse('notFound', 404));
    if (changes.has(request.method) && !originAllowed(request.raw, parts.origins))
      return sendRefusal(parts, request, reply, refuse('originRefused', 403));
    const token = request.headers['authtoken'];
    request.viewer = await parts.access.viewerOf({
      cookie: cookieOf(request.raw, parts.cookieName),
      token: typeof token === 'string' ? token : null,
    });
    if (request.viewer?.sessionId) parts.access.touch(request.viewer.sessionId);
    if (need === 'public') return;
    if (!request.viewer) return sendRefusal(parts, request, reply, refuse('signedOut', 401));
    const verdict = may(request.viewer, need);
    if (!verdict.ok)
      return sendRefusal(
        parts,
        request,
        reply,
        refuse('forbidden', 403, { permission: verdict.permission ?? String(need) }),
      );
  });

  // The store cannot hold NUL, so a URL that contains one is wrong for every route.
  app.addHook('preValidation', async (request, reply) => {
    if (request.url.includes('%00') || String(request.headers[queryHeader] ?? '').includes('%00'))
      return sendRefusal(parts, request, reply, refuse('badFormat', 400, { label: 'URL' }));
    const turnedAway = await parts.admission?.turn(request, reply);
    if (turnedAway) return sendRefusal(parts, request, reply, turnedAway);
  });

  app.addHook('onSend', async (request, reply) => {
    parts.admission?.done(request);
    // A client that does not read the answer holds the connection only for a while.
    reply.raw.setTimeout(limits.answerIdleMs, () => reply.raw.destroy());
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The app's own clock: `Date` is the machine's, which a demo or a test may not share.
    reply.header(serverTimeHeader, String(Math.round(parts.clock.now())));
  });

  app.setErrorHandler((error, request, reply) => {
    if (isAborted(error, request)) {
      parts.clientFault?.('aborted');
      return reply.code(400).send();
    }
    const refusal = isRefusal(error) ? error : known(error as { statusCode?: number; code?: string });
    if (!refusal || refusal.status === 503) parts.onError(error, request.correlationId);
    if (refusal?.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
    return sendRefusal(
      parts,
      request,
      reply,
      refusal ?? refuse('internal', 500, { correlationId: request.correlationId }),
    );
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(parts, request, reply, refuse('notFound', 404)));
}

/** Headers under which a browser may do nothing with an answer but read it. */
const inert = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * A URL that the router itself rejects, before any hook has run: broken escapes are a bad format, an
 * over-long name is not found.
 */
export function sendBadAddress(
  { translate, https }: Pick<HttpParts, 'translate'> & { readonly https: boolean },
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.correlationId = randomUUID();
  reply.headers({
    ...inert,
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  });
  reply.header('x-correlation-id', request.correlationId);
  void sendRefusal(
    { translate },
    request,
    reply,
    error.code === 'FST_ERR_BAD_URL' ? refuse('badFormat', 400, { label: 'URL' }) : refuse('notFound', 404),
  );
}

/**
 * Ends a request whose body did not arrive: answers it and closes the connection, which still owes the body.
 */
export function endSlow(
  parts: Pick<HttpParts, 'translate' | 'clientFault'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  parts.clientFault?.('bodyTooSlow');
  if (reply.sent || reply.raw.destroyed) return void request.raw.destroy();
  reply.raw.once('finish', () => request.raw.destroy());
  sendRefusal(
    parts,
    request,
    reply.header('connection', 'close'),
    refuse('bodyTooSlow', 408, { seconds: limits.bodyMs / 1_000 }),
  );
}

/** A query may be sent in a header instead of the URL, which proxies log. Routes see no difference. */
function takeQuery(request: FastifyRequest): void {
  const requested = request.headers[queryHeader];
  if (typeof requested !== 'string') return;
  // Without a prototype every name is an ordinary key.
  const query = Object.assign(Object.create(null) as Record<string, string | string[]>, request.query);
  request.query = query;
  for (const [name, value] of new URLSearchParams(requested)) {
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
}

/**
 * Calls may carry the organisation's id; there is one, and it comes from the session. Any other is not
 * found.
 */
function takesOtherOrg(query: Record<string, unknown>): boolean {
  for (const name of ['orgId', 'iOrgId']) {
    if (query[name] === undefined) continue;
    if (query[name] !== '1') return true;
    delete query[name];
  }
  return false;
}

/** A load balancer may trust one of them and the app the other. */
function namesTwoHosts({ raw }: FastifyRequest): boolean {
  let hosts = 0;
  for (let n = 0; n < raw.rawHeaders.length; n += 2)
    if (raw.rawHeaders[n]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** The sender left before its body was complete: there is nobody to answer. */
function isAborted(error: unknown, request: FastifyRequest): boolean {
  return (error as { code?: string }).code === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete;
}

/** Errors in the request itself, found by the framework. */
function known(error: { statusCode?: number; code?: string }): Refusal | null {
  if (error.code === '53100' || error.code === 'ENOSPC') return refuse('storageFull', 503);
  if (isAway(error)) return refuse('storageAway', 503);
  switch (error.statusCode) {
    case 400:
      return refuse('badJson', 400);
    case 413:
      return refuse('tooLarge', 413, { limit: `${limits.bodyBytes / 1024} KB` });
    case 415:
      return refuse('unsupportedMedia', 415);
    case 429:
      return refuse('tooMany', 429, { seconds: 60 });
    default:
      return null;
  }
}

/** The form parser's messages for a body that is no form or ends early; they carry no code. */
export function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as { code?: string }).code === undefined &&
    /\b(form|part|multipart|boundary)\b/i.test(error.message)
  );
}

export function languageOf(request: Pick<FastifyRequest, 'headers'> & { viewer?: Viewer | null }): Language {
  const requested = request.headers['accept-language'];
  if (typeof requested === 'string' && /^es\b/i.test(requested.trim())) return 'es';
  if (typeof requested === 'string' && /^en\b/i.test(requested.trim())) return 'en';
  return request.viewer?.language ?? 'en';
}

export function errorOf(
  translate: ServerParts['translate'],
  refusal: Refusal,
  language: Language,
  correlationId: string,
  space?: string,
): WireError {
  return {
    code: refusal.code,
    message: translate(refusal.code, { ...refusal.details, correlationId }, language, space),
    ...(refusal.field ? { field: refusal.field } : {}),
    ...(refusal.line === undefined ? {} : { line: refusal.line }),
    ...(refusal.details ? { details: refusal.details } : {}),
    correlationId,
  };
}

export function sendRefusal(
  parts: Pick<HttpParts, 'translate'>,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  space?: string,
): FastifyReply {
  const language = languageOf(request);
  if (!isPage(request))
    return reply
      .code(refusal.status)
      .send(errorOf(parts.translate, refusal, language, request.correlationId, space));
  const read = chosenLanguage(request) ?? language;
  return reply
    .code(refusal.status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', refusalPagePolicy)
    .send(refusalPage(errorOf(parts.translate, refusal, read, request.correlationId, space), read));
}
