import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { refuse } from '#shared/core/refusal.ts';
import { sendRefusal, type HttpParts } from '../http/every-request.ts';

/**
 * Messages sent to the simulated partners, newest first: for admins, and in the demo for everyone who is
 * signed in.
 */
export function outboxRoutes(
  app: FastifyInstance,
  parts: HttpParts & { readonly pool: Pool; readonly demo: boolean },
): void {
  app.get<{ Querystring: { recipient?: string; records?: string } }>(
    '/outbox',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      if (!parts.demo && !request.viewer!.admin)
        return sendRefusal(parts, request, reply, refuse('forbidden', 403, { permission: 'admin' }));
      const records = Math.min(200, Math.max(1, Math.trunc(Number(request.query.records)) || 50));
      const recipient = typeof request.query.recipient === 'string' ? request.query.recipient : null;
      const { rows } = await parts.pool.query<{
        key: string;
        partner: string;
        recipient: string;
        body: string;
        state: string;
        at: Date;
      }>(
        'select key, partner, recipient, body, state, at from outbox_messages where $1::text is null or recipient = $1 order by at desc limit $2',
        [recipient, records],
      );
      return { messages: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
    },
  );
}
