import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';
import { failPoint } from '../store/failpoint.ts';
import { bury } from './dead-letters.ts';
import { readFact } from './fact.ts';
import { provenId } from './signature.ts';
import { Unusable } from './source.ts';
import { takeFact, type Taking } from './take-fact.ts';

export interface ReceiveOptions {
  /** The secrets of each service, newest first; two while rotating. A service without one takes no webhooks. */
  readonly secrets: ReadonlyMap<Service, readonly string[]>;
  /** Webhooks under way at the same time for one service; more are asked to come again. */
  readonly atOnce?: number;
  readonly onError: (error: unknown, service: Service) => void;
}

/** `POST /relay/webhooks/:service`: proves the sender over the raw bytes, takes the fact or the list of facts, and answers 2xx only after the commit. */
export function receiveWebhooks(house: Taking, options: ReceiveOptions): FastifyPluginAsync {
  const underWay = new Map<string, number>();
  const atOnce = options.atOnce ?? 512;

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => readRaw(payload, done));

    app.post<{ Params: { service: string } }>(
      '/relay/webhooks/:service',
      { bodyLimit: limits.webhookBytes, config: { need: 'machine' } },
      async (request, reply) => {
        const service = services.find((name) => name === request.params.service);
        const secrets = service ? (options.secrets.get(service) ?? []) : [];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const id = provenId(request.headers, body, secrets.length > 0 ? secrets : [''], house.clock.now(), limits.webhookWindowSeconds);
        if (!service || id === null) throw refuse('badSignature', 401);

        const now = underWay.get(service) ?? 0;
        if (now >= atOnce) {
          reply.header('retry-after', '1');
          throw refuse('tooMany', 429, { seconds: 1 });
        }
        underWay.set(service, now + 1);
        try {
          return await takeWebhook(house, service, id, body, reply);
        } catch (error) {
          if (isRefusal(error)) throw error;
          options.onError(error, service);
          reply.header('retry-after', '5');
          throw refuse('storageFull', 503);
        } finally {
          underWay.set(service, underWay.get(service)! - 1);
        }
      },
    );
  };
}

/** The bytes as they came, up to the limit; what is beyond is not kept. */
function readRaw(payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  payload.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limits.webhookBytes) chunks.push(chunk);
    else if (size - chunk.length <= limits.webhookBytes) done(Object.assign(new Error('tooLarge'), refuse('tooLarge', 413, { limit: '1 MB' })));
    if (size > 8 * limits.webhookBytes) payload.destroy();
  });
  payload.once('error', (error: Error) => done(error));
  payload.once('end', () => {
    if (size <= limits.webhookBytes) done(null, Buffer.concat(chunks));
  });
}

async function takeWebhook(house: Taking, service: Service, id: string, body: Buffer, reply: FastifyReply): Promise<unknown> {
  let told: unknown;
  try {
    told = parse(body);
    if (Array.isArray(told) && told.length > limits.webhookFacts)
      throw new Unusable('tooMany', `${told.length} facts in one call; at most ${limits.webhookFacts}`);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return reply.code(202).send(await buried(house, service, id, body.toString('utf8'), error));
  }
  if (Array.isArray(told) && told.length > 0) return takeMany(house, service, id, told, reply);
  const taken = await takeOne(house, service, id, told, () => body.toString('utf8'));
  return reply.code(taken.later ? 202 : 200).send(taken.answer);
}

/** One fact: taken, or laid among the dead letters when it cannot be meant. `later`: more than a 200 must be said. */
async function takeOne(
  house: Taking,
  service: Service,
  webhookId: string | null,
  told: unknown,
  payload: () => string,
): Promise<{ readonly answer: object; readonly later: boolean }> {
  let fact: SourceFact;
  try {
    fact = readFact(told, service);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { answer: await buried(house, service, webhookId, payload(), error), later: true };
  }
  const { entityKnown, ...answer } = await takeFact(house, fact, 'webhook', webhookId);
  await failPoint('webhook.taken');
  return { answer, later: answer.effect === 'parked' || answer.effect === 'dead' || !entityKnown };
}

/**
 * A list of facts in one call: each has its own result, in the order told, and facts of one thing follow each other. The call
 * counts as answered only when all of them are; told again before that, those that are in the log are `known`.
 */
async function takeMany(house: Taking, service: Service, id: string, told: readonly unknown[], reply: FastifyReply): Promise<unknown> {
  const { rowCount } = await house.pool.query({
    name: 'webhook-answered',
    text: 'select 1 from inbox where service = $1 and webhook_id = $2',
    values: [service, id],
  });
  if (rowCount) return reply.code(200).send({ effect: 'answered' });
  const taken = await Promise.all(told.map((one) => takeOne(house, service, null, one, () => JSON.stringify(one))));
  await house.intake.inbox.answer({ service, webhookId: id, outcome: 'many', at: new Date(house.clock.now()) });
  return reply.code(taken.some((one) => one.later) ? 202 : 200).send({ effect: 'many', results: taken.map((one) => one.answer) });
}

async function buried(house: Taking, service: Service, webhookId: string | null, payload: string, error: Unusable): Promise<object> {
  const at = new Date(house.clock.now()).toISOString();
  const deadLetter = await bury(
    house.pool,
    { service, reason: error.reason, error: error.message, via: 'webhook', webhookId, log: [{ at, error: error.message }], payload, fact: null },
    house.clock.now(),
    house.intake.codeVersion,
  );
  return { effect: 'dead', reason: error.reason, deadLetter };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)) as unknown;
  } catch (error) {
    throw new Unusable('noJson', error instanceof Error ? error.message : String(error));
  }
}
