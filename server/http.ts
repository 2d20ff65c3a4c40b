import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#shared/core/words.ts';
import { may, type Need, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import { limits } from '#shared/core/limits.ts';
import { queryHeader, serverTimeHeader, type WireError } from '#shared/wire.ts';
import type { Admission } from './admission.ts';
import type { Access, Clock, House } from './house.ts';
import { cookieOf, originAllowed } from './relay/upgrade.ts';
import { isAway } from './store/away.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may come through this door; a route without it stops the start. `machine`: the door proves its callers itself. */
    need?: Need | 'machine';
  }
  interface FastifyInstance {
    /** Every door that is open and who may come through it. */
    readonly doors: readonly Door[];
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    correlationId: string;
  }
}

export interface HttpParts {
  readonly access: Access;
  readonly say: House['say'];
  readonly clock: Clock;
  readonly cookieName: string;
  readonly origins: readonly string[];
  readonly onError: (error: unknown, correlationId: string) => void;
  /** Looks at an uploaded file before anything of it is kept; throws the refusal. */
  readonly scan?: (request: FastifyRequest, bytes: Buffer) => Promise<void>;
  /** Who is let in when there is too much; comes before everything else. */
  readonly admission?: Pick<Admission, 'admit' | 'turn' | 'done'>;
}

export interface Door {
  readonly method: string;
  readonly url: string;
  readonly need: Need | 'machine';
}

const changes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The frame of every door: correlation id, origin, viewer, declared need, errors in one shape. */
export function frameHttp(app: FastifyInstance, parts: HttpParts): void {
  app.decorateRequest('viewer', null);
  app.decorateRequest('correlationId', '');

  const doors: Door[] = [];
  app.decorate('doors', doors);
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return;
    if (!route.config?.need) throw new Error(`The route ${String(route.method)} ${route.url} does not say who may use it (config.need).`);
    for (const method of [route.method].flat()) doors.push({ method, url: route.url, need: route.config.need });
  });

  app.addHook('onRequest', async (request, reply) => {
    const given = request.headers['x-correlation-id'];
    request.correlationId = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    reply.header('x-correlation-id', request.correlationId);
    const turnedAway = await parts.admission?.admit(request, reply);
    if (turnedAway) return sendRefusal(parts, request, reply, turnedAway);
    takeQuery(request);
    const need = request.routeOptions.config?.need;
    if (need === undefined || need === 'machine') return;
    if (takesOtherOrg(request.query as Record<string, unknown>)) return sendRefusal(parts, request, reply, refuse('notFound', 404));
    if (changes.has(request.method) && !originAllowed(request.raw, parts.origins)) return sendRefusal(parts, request, reply, refuse('originRefused', 403));
    const token = request.headers['authtoken'];
    request.viewer = await parts.access.viewerOf({ cookie: cookieOf(request.raw, parts.cookieName), token: typeof token === 'string' ? token : null });
    if (request.viewer?.sessionId) parts.access.touch(request.viewer.sessionId);
    if (need === 'public') return;
    if (!request.viewer) return sendRefusal(parts, request, reply, refuse('signedOut', 401));
    const verdict = may(request.viewer, need);
    if (!verdict.ok) return sendRefusal(parts, request, reply, refuse('forbidden', 403, { permission: verdict.permission ?? String(need) }));
  });

  // The store keeps no NUL; an address that carries one is wrong whatever stands behind the door.
  app.addHook('preValidation', async (request, reply) => {
    if (request.url.includes('%00') || String(request.headers[queryHeader] ?? '').includes('%00'))
      return sendRefusal(parts, request, reply, refuse('badFormat', 400, { label: 'URL' }));
    const turnedAway = await parts.admission?.turn(request, reply);
    if (turnedAway) return sendRefusal(parts, request, reply, turnedAway);
  });

  app.addHook('onSend', async (request, reply) => {
    parts.admission?.done(request);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The house's own time: `Date` is the machine's, which a demo or a test may not share.
    reply.header(serverTimeHeader, String(Math.round(parts.clock.now())));
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = isRefusal(error) ? error : known(error as { statusCode?: number; code?: string });
    if (!refusal || refusal.status === 503) parts.onError(error, request.correlationId);
    if (refusal?.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
    return sendRefusal(parts, request, reply, refusal ?? refuse('internal', 500, { correlationId: request.correlationId }));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(parts, request, reply, refuse('notFound', 404)));
}

/** Headers that forbid a browser everything with an answer that is read and nothing else. */
const inert = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * An address that the router itself gives up on, before any hook ran, that of the headers too: broken escapes are a bad format,
 * a name beyond all lengths is nobody's.
 */
export function sendBadAddress(
  { say, https }: Pick<HttpParts, 'say'> & { readonly https: boolean },
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.correlationId = randomUUID();
  reply.headers({ ...inert, ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}) });
  reply.header('x-correlation-id', request.correlationId);
  void sendRefusal({ say }, request, reply, error.code === 'FST_ERR_BAD_URL' ? refuse('badFormat', 400, { label: 'URL' }) : refuse('notFound', 404));
}

/** What is asked for may stand in a header instead of the address, where it would be kept on the way. Both say the same to every door. */
function takeQuery(request: FastifyRequest): void {
  const asked = request.headers[queryHeader];
  if (typeof asked !== 'string') return;
  // Without a prototype every name is a plain one.
  const query = Object.assign(Object.create(null) as Record<string, string | string[]>, request.query);
  request.query = query;
  for (const [name, value] of new URLSearchParams(asked)) {
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
}

/** Calls may carry the organisation's id; there is one, and it comes from the session. Another is nowhere to be found. */
function takesOtherOrg(query: Record<string, unknown>): boolean {
  for (const name of ['orgId', 'iOrgId']) {
    if (query[name] === undefined) continue;
    if (query[name] !== '1') return true;
    delete query[name];
  }
  return false;
}

/** Faults of the request itself, which the framework found. */
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

/** The form parser's own words for a body that is no form, or ends before its end; they carry no code. */
export function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === undefined && /\b(form|part|multipart|boundary)\b/i.test(error.message);
}

export function languageOf(request: Pick<FastifyRequest, 'headers'> & { viewer?: Viewer | null }): Language {
  const asked = request.headers['accept-language'];
  if (typeof asked === 'string' && /^es\b/i.test(asked.trim())) return 'es';
  if (typeof asked === 'string' && /^en\b/i.test(asked.trim())) return 'en';
  return request.viewer?.language ?? 'en';
}

export function errorOf(say: House['say'], refusal: Refusal, language: Language, correlationId: string, space?: string): WireError {
  return {
    code: refusal.code,
    message: say(refusal.code, { ...refusal.details, correlationId }, language, space),
    ...(refusal.field ? { field: refusal.field } : {}),
    ...(refusal.line === undefined ? {} : { line: refusal.line }),
    ...(refusal.details ? { details: refusal.details } : {}),
    correlationId,
  };
}

export function sendRefusal(parts: Pick<HttpParts, 'say'>, request: FastifyRequest, reply: FastifyReply, refusal: Refusal, space?: string): FastifyReply {
  return reply.code(refusal.status).send(errorOf(parts.say, refusal, languageOf(request), request.correlationId, space));
}
