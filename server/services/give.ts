import type { FastifyReply, FastifyRequest } from 'fastify';
import { headOf, tailOf } from '#shared/core/cut.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import type { ServerParts } from '../core/parts.ts';
import type { DocumentFiles } from '../families/document/document-files.ts';
import type { HttpParts } from '../http/every-request.ts';
import type { OpenSqlView } from '../views/sql-view.ts';

export type ServiceParts = HttpParts & {
  readonly server: ServerParts;
  readonly documents: DocumentFiles;
  /** The lists of masters. */ readonly masterRows: Pick<OpenSqlView, 'reached'>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Sends one command for a base service's route, with the caller's permissions and `Idempotency-Key`; throws
 * the refusal. `step` separates several commands of one request.
 */
export async function give(
  parts: Pick<ServiceParts, 'server'>,
  request: FastifyRequest,
  command: { stream: string; command: string; input: unknown; expectedVersion?: number | undefined },
  step = 0,
): Promise<CommandAnswer> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !uuid.test(key)) throw refuse('idempotencyKeyRequired', 400);
  const { expectedVersion, ...rest } = command;
  const handled = await parts.server.handle({
    ...rest,
    viewer: request.viewer!,
    idempotencyKey: nextKey(key.toLowerCase(), step),
    correlationId: request.correlationId,
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  });
  if (isRefusal(handled)) throw handled;
  await parts.server.log.reached(handled.position);
  return handled;
}

/** A derived key for the request's next command, always the same one. */
function nextKey(key: string, step: number): string {
  return step === 0
    ? key
    : `${headOf(key, -2)}${((Number.parseInt(tailOf(key, 2), 16) + step) % 256).toString(16).padStart(2, '0')}`;
}

/** The version that the caller saw, from `If-Match`. */
export function versionSeen(request: FastifyRequest): number | undefined {
  const match = request.headers['if-match'];
  if (typeof match !== 'string') return undefined;
  const version = Number(match.replaceAll('"', '').replace(/^W\//, ''));
  if (!Number.isSafeInteger(version)) throw refuse('versionRequired', 428);
  return version;
}

/** Accepts only the specification's fields that the route knows; an unknown one is refused by name. */
export function body(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body: given } = request;
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw refuse('badJson', 400);
  return given as Record<string, unknown>;
}

export function created(reply: FastifyReply, handled: CommandAnswer, row: unknown): FastifyReply {
  return reply.code(201).header('etag', `"${handled.version}"`).send(row);
}

/** A record's number in the caller's body, refused by its name when it is missing. */
export function numberIn(request: FastifyRequest, name: string): number {
  const value = body(request)[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw refuse('required', 400, { label: name }, name);
  return value;
}
