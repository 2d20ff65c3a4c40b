import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { CallResult } from '#shared/reports/models/service-calls.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { depthOf } from '../http/json-body.ts';
import { failPoint } from '../store/failpoint.ts';
import { errorCode, resultOf } from './call-result.ts';
import { recordDeadLetter } from './dead-letters.ts';
import { readMessage } from './message.ts';
import { provenId } from './signature.ts';
import { Unusable } from './source.ts';
import { takeMessage, type Taken, type Taking } from './take-message.ts';

export interface ReceiveOptions {
  /**
   * The secrets of each service, newest first; two while rotating. A service without one takes no webhooks.
   */
  readonly secrets: ReadonlyMap<Service, readonly string[]>;
  /** The most concurrent webhooks of one service; further ones get 503 with Retry-After. */
  readonly atOnce?: number;
  readonly onError: (error: unknown, service: Service) => void;
}

/**
 * `POST /relay/webhooks/:service`: verifies the signature over the raw bytes, takes the message or the list
 * of messages, and answers 2xx only after the commit.
 */
export function receiveWebhooks(server: Taking, options: ReceiveOptions): FastifyPluginAsync {
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
        const id = provenId(
          request.headers,
          body,
          secrets.length > 0 ? secrets : [''],
          server.clock.now(),
          limits.webhookWindowSeconds,
        );
        if (!service) throw refuse('badSignature', 401);
        const call = callOf(server, service, body.length);
        const no = (refusal: Refusal): Refusal => {
          call.failed(refusal);
          return refusal;
        };
        if (id === null) throw no(refuse('badSignature', 401));

        const now = underWay.get(service) ?? 0;
        if (now >= atOnce) {
          reply.header('retry-after', '1');
          throw no(refuse('tooMany', 429, { seconds: 1 }));
        }
        underWay.set(service, now + 1);
        try {
          const answer = await takeWebhook(
            server,
            { service, id, correlation: call.correlation },
            body,
            reply,
          );
          call.answered(answer, reply.statusCode);
          return answer;
        } catch (error) {
          if (isRefusal(error)) throw no(error);
          options.onError(error, service);
          reply.header('retry-after', '5');
          throw no(refuse('storageFull', 503));
        } finally {
          underWay.set(service, underWay.get(service)! - 1);
        }
      },
    );
  };
}

/** The raw bytes, up to the limit; the rest is discarded. */
function readRaw(payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  payload.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limits.webhookBytes) chunks.push(chunk);
    else if (size - chunk.length <= limits.webhookBytes)
      done(Object.assign(new Error('tooLarge'), refuse('tooLarge', 413, { limit: '1 MB' })));
    if (size > 8 * limits.webhookBytes) payload.destroy();
  });
  payload.once('error', (error: Error) => done(error));
  payload.once('end', () => {
    if (size <= limits.webhookBytes) done(null, Buffer.concat(chunks));
  });
}

type Answer = Partial<Omit<Taken, 'effect'>> & {
  readonly effect: Taken['effect'] | 'many';
  readonly deadLetter?: string;
  readonly results?: readonly Answer[];
};

/** The line of one webhook in the log of calls, written when it was answered. */
function callOf(server: Taking, service: Service, bytes: number) {
  const [at, begun, correlation] = [server.clock.now(), performance.now(), server.newId()];
  const note = (
    status: number,
    result: CallResult,
    error: string | null,
    taken: readonly Partial<Omit<Answer, 'results'>>[],
  ): void => {
    const about = taken.find(({ effect }) => effect === 'applied') ?? taken[0];
    const positions = taken.flatMap(({ position }) => position ?? []);
    server.intake.calls.note({
      ...{ at, service, direction: 'webhook', method: 'POST', route: '/relay/webhooks/:service' },
      ...{ status, result, error, bytes, attempt: 1, correlation, messages: taken.length },
      ms: Math.round(performance.now() - begun),
      stream: about?.stream ?? null,
      position: positions.length > 0 ? Math.max(...positions) : null,
    });
  };
  return {
    correlation,
    answered(answer: Answer, status: number): void {
      const taken = answer.results ?? [answer];
      const result =
        resultOf(taken.flatMap(({ effect }) => (effect === 'many' ? [] : [effect]))) ?? 'duplicate';
      note(status, result, taken.find(({ reason }) => reason)?.reason ?? null, taken);
    },
    failed(refusal: Refusal): void {
      note(refusal.status, 'failed', errorCode(refusal), []);
    },
  };
}

interface Webhook {
  readonly service: Service;
  readonly id: string;
  readonly correlation: string;
}

async function takeWebhook(
  server: Taking,
  webhook: Webhook,
  body: Buffer,
  reply: FastifyReply,
): Promise<Answer> {
  const { service, id } = webhook;
  let received: unknown;
  try {
    received = parse(body);
    if (Array.isArray(received) && received.length > limits.webhookMessages)
      throw new Unusable(
        'tooMany',
        `${received.length} messages in one call; at most ${limits.webhookMessages}`,
      );
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reply.code(202);
    return deadLettered(server, service, id, body.toString('utf8'), error);
  }
  if (Array.isArray(received) && received.length > 0) return takeMany(server, webhook, received, reply);
  const taken = await takeOne(server, webhook, id, received, () => body.toString('utf8'));
  reply.code(taken.later ? 202 : 200);
  return taken.answer;
}

/** Takes one message, or dead-letters it when it is unusable. `later`: the answer is 202 instead of 200. */
async function takeOne(
  server: Taking,
  { service, correlation }: Webhook,
  webhookId: string | null,
  received: unknown,
  payload: () => string,
): Promise<{ readonly answer: Answer; readonly later: boolean }> {
  let message: SourceMessage;
  try {
    message = readMessage(received, service);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { answer: await deadLettered(server, service, webhookId, payload(), error), later: true };
  }
  const { entityKnown, ...answer } = await takeMessage(server, message, 'webhook', webhookId, correlation);
  await failPoint('webhook.taken');
  return { answer, later: answer.effect === 'parked' || answer.effect === 'dead' || !entityKnown };
}

/**
 * Takes a list of messages: each has its own result, in order, and messages about one subject follow each
 * other. The call counts as answered only when all of them are; when it is repeated before that, those
 * already in the log are `known`.
 */
async function takeMany(
  server: Taking,
  webhook: Webhook,
  received: readonly unknown[],
  reply: FastifyReply,
): Promise<Answer> {
  const { service, id } = webhook;
  const { rowCount } = await server.pool.query({
    name: 'webhook-answered',
    text: 'select 1 from inbox where service = $1 and webhook_id = $2',
    values: [service, id],
  });
  if (rowCount) return { effect: 'answered' };
  const taken = await Promise.all(
    received.map((one) => takeOne(server, webhook, null, one, () => JSON.stringify(one))),
  );
  await server.intake.inbox.answer({
    service,
    webhookId: id,
    outcome: 'many',
    at: new Date(server.clock.now()),
  });
  reply.code(taken.some((one) => one.later) ? 202 : 200);
  return { effect: 'many', results: taken.map((one) => one.answer) };
}

async function deadLettered(
  server: Taking,
  service: Service,
  webhookId: string | null,
  payload: string,
  error: Unusable,
): Promise<Answer> {
  const at = new Date(server.clock.now()).toISOString();
  const deadLetter = await recordDeadLetter(
    server.pool,
    {
      service,
      reason: error.reason,
      error: error.message,
      via: 'webhook',
      webhookId,
      log: [{ at, error: error.message }],
      payload,
      message: null,
    },
    server.clock.now(),
    server.intake.codeVersion,
  );
  return { effect: 'dead', reason: error.reason, deadLetter };
}

/** A list of facts, each an envelope around its data. */
const deepest = limits.jsonDepth + 3;

function parse(body: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (depthOf(text, deepest) > deepest)
      throw new Unusable('tooDeep', `nested more than ${limits.jsonDepth} deep`);
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof Unusable) throw error;
    throw new Unusable('noJson', error instanceof Error ? error.message : String(error));
  }
}
