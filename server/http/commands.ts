import type { FastifyInstance } from 'fastify';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Handle } from '../core/parts.ts';
import { failPoint } from '../store/failpoint.ts';
import { sendRefusal, type HttpParts } from './every-request.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The only route for commands: everything a person does on any screen comes in here. Each command declares
 * the permission it needs.
 */
export function commandRoutes(app: FastifyInstance, parts: HttpParts & { readonly handle: Handle }): void {
  app.post<{ Params: { aggregate: string; id: string; command: string } }>(
    '/commands/:aggregate/:id/:command',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const { aggregate, id, command } = request.params;
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || !uuid.test(key))
        return sendRefusal(parts, request, reply, refuse('idempotencyKeyRequired', 400));
      const match = request.headers['if-match'];
      const version =
        typeof match === 'string' ? Number(match.replaceAll('"', '').replace(/^W\//, '')) : undefined;
      if (version !== undefined && !Number.isSafeInteger(version))
        return sendRefusal(parts, request, reply, refuse('versionRequired', 428));
      if (!/^[a-z][a-z0-9]*$/i.test(aggregate) || !/^[\w.:@+-]{1,200}$/.test(id))
        return sendRefusal(parts, request, reply, refuse('notFound', 404));
      const handled = await parts.handle({
        stream: `${aggregate.toLowerCase()}-${id}`,
        command,
        input: request.body ?? {},
        viewer: request.viewer!,
        idempotencyKey: key.toLowerCase(),
        ...(version === undefined ? {} : { expectedVersion: version }),
        correlationId: request.correlationId,
      });
      const acked = failPoint('ack.before');
      if (acked) await acked;
      if (isRefusal(handled)) return sendRefusal(parts, request, reply, handled, aggregate.toLowerCase());
      return reply.header('etag', `"${handled.version}"`).send(handled);
    },
  );
}
