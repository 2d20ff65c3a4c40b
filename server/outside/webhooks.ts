import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cutText } from '#shared/core/cut.ts';
import { limits } from '#shared/core/limits.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import type { Signing } from './signing.ts';

export interface WebhookParts {
  readonly clock: Clock;
  readonly signing: Signing;
  /** A webhook is signed with one of these. */
  readonly secrets: readonly string[];
  readonly onError: (error: unknown) => void;
}

/**
 * A partner's webhooks at `path`: Standard Webhooks over the raw bytes; 2xx only after the commit, 202 for a body that cannot be meant.
 * Routes registered beside it in this scope get raw bytes as well.
 */
export function takeWebhooks(
  app: FastifyInstance,
  path: string,
  { clock, signing, secrets, onError }: WebhookParts,
  take: (body: unknown, id: string) => Promise<void>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.post(path, { config: { need: 'machine' } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const id = signing.prove(request.headers, body, secrets.length > 0 ? secrets : [''], clock.now());
    if (id === null) throw refuse('badSignature', 401);
    try {
      await take(JSON.parse(body.toString('utf8')), id);
    } catch (error) {
      if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
      // Sent again it would not be meant either; the partner is asked.
      onError(new Error(`Webhook ${id} to ${path} could not be read: ${cutText(error.message, 300)}`));
      return reply.code(202).send({ effect: 'unreadable' });
    }
    return { effect: 'taken' };
  });
}
