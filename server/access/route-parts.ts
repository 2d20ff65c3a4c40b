import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { cutText } from '#shared/core/cut.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { ServerParts } from '../core/parts.ts';
import type { AccessEntry } from './access-log.ts';
import type { OpenAccess } from './open.ts';
import type { Caller } from './sign-in.ts';

export interface AccessRoutes {
  readonly access: OpenAccess;
  readonly server: ServerParts;
}

/** Validates a body or query; throws the refusal. */
export function given<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const field = issue.path.map(String).join('.');
  const code = /^[a-z][a-zA-Z]*$/.test(issue.message)
    ? issue.message
    : issue.code === 'unrecognized_keys'
      ? 'unknownField'
      : 'badFormat';
  throw refuse(
    code,
    400,
    { label: field || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'body') },
    field || undefined,
  );
}

/** The answer, or throws the refusal for the error handler to send. */
export function sure<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw answer;
  return answer;
}

/** The signed-in person of a route that needs `signedIn`. */
export function person(
  request: FastifyRequest,
): Viewer & { readonly empId: number; readonly sessionId: string } {
  const viewer = request.viewer;
  if (viewer?.empId == null || viewer.sessionId === null) throw refuse('signedOut', 401);
  return viewer as Viewer & { readonly empId: number; readonly sessionId: string };
}

export function admin(request: FastifyRequest): ReturnType<typeof person> {
  const viewer = person(request);
  if (!viewer.admin) throw refuse('adminOnly', 403);
  return viewer;
}

/** The caller as the access log names it. */
export function byPerson(
  request: FastifyRequest,
): Pick<AccessEntry, 'empId' | 'sessionId' | 'ip' | 'correlationId'> {
  const { empId, sessionId } = person(request);
  return { empId, sessionId, ip: request.ip, correlationId: request.correlationId };
}

/** One's own password, entered again before credentials change. */
export const again = texts.exact({ error: 'required' }).min(1, 'required').max(512);

/**
 * Throws unless it is the signed-in person's password; attempts count like those of a sign-in. Returns the
 * stored password.
 */
export async function passwordAgain(
  access: OpenAccess,
  request: FastifyRequest,
  password: string,
  field = 'password',
): Promise<string> {
  const { empId } = person(request);
  const account = `password:${empId}`;
  const booked = sure(await access.tries.book(account, empId, callerOf(request)));
  const stored = await access.credentials.check(empId, password);
  if (stored !== null) {
    await access.tries.forgive(account, booked.id);
    return stored;
  }
  await recordWrong(access, request, 'password');
  throw refuse(field === 'oldPassword' ? 'oldPasswordWrong' : 'passwordWrong', 422, undefined, field);
}

/** A route as the access log names it. */
export const routeOf = (request: FastifyRequest): string =>
  `${request.method} ${request.routeOptions.url ?? ''}`;

/** Records that a secret was wrong. */
export async function recordWrong(
  access: OpenAccess,
  request: FastifyRequest,
  what: 'password' | 'code',
): Promise<void> {
  await access.record({
    action: 'denied',
    result: 'deny',
    empId: request.viewer?.empId ?? null,
    ...(request.viewer ? { name: request.viewer.name } : {}),
    sessionId: request.viewer?.sessionId ?? null,
    ip: request.ip,
    objectType: 'door',
    objectId: routeOf(request),
    reason: what,
    correlationId: request.correlationId,
  });
}

export const deviceCookie = 'ops_device';

export function callerOf(request: FastifyRequest, loginParam = 'default'): Caller {
  const agent = request.headers['user-agent'];
  const device = request.cookies[deviceCookie];
  return {
    ip: request.ip,
    userAgent: typeof agent === 'string' ? cutText(agent, 300) : '',
    loginParam,
    device: device && /^[\w-]{43}$/.test(device) ? device : null,
    correlationId: request.correlationId,
  };
}
