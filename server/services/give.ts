import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import type { House } from '../house.ts';
import type { HttpParts } from '../http.ts';
import type { OpenSqlView } from '../views/sql-view.ts';

export type ServiceParts = HttpParts & { readonly house: House; /** The lists of masters. */ readonly masterRows: Pick<OpenSqlView, 'reached'> };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Gives one order for a base service's door, with the caller's rights and `Idempotency-Key`; throws the refusal. `step` sets apart several orders of one request. */
export async function give(
  parts: ServiceParts,
  request: FastifyRequest,
  order: { stream: string; command: string; input: unknown; expectedVersion?: number | undefined },
  step = 0,
): Promise<CommandAnswer> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !uuid.test(key)) throw refuse('idempotencyKeyRequired', 400);
  const { expectedVersion, ...rest } = order;
  const handled = await parts.house.handle({
    ...rest,
    viewer: request.viewer!,
    idempotencyKey: nextKey(key.toLowerCase(), step),
    correlationId: request.correlationId,
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  });
  if (isRefusal(handled)) throw handled;
  await parts.house.log.reached(handled.position);
  return handled;
}

/** The same request's second order has a key of its own, always the same one. */
function nextKey(key: string, step: number): string {
  return step === 0 ? key : `${key.slice(0, -2)}${((Number.parseInt(key.slice(-2), 16) + step) % 256).toString(16).padStart(2, '0')}`;
}

/** The version that the caller saw, by `If-Match`. */
export function versionSeen(request: FastifyRequest): number | undefined {
  const match = request.headers['if-match'];
  if (typeof match !== 'string') return undefined;
  const version = Number(match.replaceAll('"', '').replace(/^W\//, ''));
  if (!Number.isSafeInteger(version)) throw refuse('versionRequired', 428);
  return version;
}

/** Lets through only the fields of the specification that a door understands; an unknown one is named, not swallowed. */
export function body(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body: given } = request;
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw refuse('badJson', 400);
  return given as Record<string, unknown>;
}

export function created(reply: FastifyReply, handled: CommandAnswer, row: unknown): FastifyReply {
  return reply.code(201).header('etag', `"${handled.version}"`).send(row);
}
