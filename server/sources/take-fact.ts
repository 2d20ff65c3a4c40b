import type { Pool } from 'pg';
import { isRefusal } from '#shared/core/refusal.ts';
import { limits } from '#shared/core/limits.ts';
import type { SourceFact } from '#shared/wire.ts';
import type { House, Order } from '../house.ts';
import { bury, deadLetterId, type Attempt, type Via } from './dead-letters.ts';
import { dataHash, sourceKey, thingOf } from './fact.ts';
import { gather } from '../gather.ts';
import { mirrorStream, openLook, ownStream, streamAt, tieStream, type Looked, type Own } from './look.ts';
import { resourceOf } from './register.ts';
import { Unusable, type Resource, type SourceOrder } from './source.ts';
import { openSuppose, type Suppose } from './suppose.ts';
import { quickCommit } from '../store/quick-commit.ts';

export interface Taken {
  /** `answered`: that webhook was answered before; `known`: the fact is in the log; `ignored`: older than what is known; `parked`: will be tried again. */
  readonly effect: 'applied' | 'known' | 'ignored' | 'parked' | 'dead' | 'answered';
  readonly position?: number;
  readonly stream?: string;
  /** What became of it when it could not be taken. */
  readonly reason?: string;
  /** Whether the entity is one we know; others are kept as mirrors. */
  readonly entityKnown: boolean;
}

/** What one house needs beside its doors to take facts; opened once a house. */
export interface Intake {
  readonly look: ReturnType<typeof openLook>;
  readonly suppose: Suppose;
  readonly answer: (webhook: { service: string; webhookId: string; outcome: string; at: Date }) => Promise<void>;
  readonly turns: Map<string, Promise<unknown>>;
  readonly codeVersion: string;
}

export type Taking = Pick<House, 'clock' | 'pool' | 'log' | 'handle' | 'access' | 'newId'> & { readonly intake: Intake };

export function openIntake(pool: Pool, codeVersion: string): Intake {
  return { look: openLook(pool), suppose: openSuppose(pool), answer: openAnswers(pool), turns: new Map(), codeVersion };
}

/** Waits before the second, third … attempt of a fact that could not be taken, ms. */
export const retryAfterMs: readonly number[] = [5_000, 30_000, 120_000, 600_000];

/**
 * The one place where webhook and poll meet. Identity is the source key, kept in the log's own transaction: told twice, by whatever road,
 * it has one effect. What cannot be meant becomes a dead letter; what fails waits, and later facts of the same thing wait behind it.
 * Rejects only when the house cannot write.
 */
export async function takeFact(house: Taking, fact: SourceFact, via: Via, webhookId: string | null = null): Promise<Taken> {
  const payload = JSON.stringify(fact);
  const resource = resourceOf(fact.service, fact.entity);
  const entityKnown = resource !== undefined;
  // What may have begun here is asked after before it gets a number of its own.
  const name = resource?.translate && !resource.begunHere ? (resource.stream ?? null) : null;
  return inTurn(house.intake, thingOf(fact), async () => {
    const deadId = deadLetterId(fact.service, fact, payload);
    const first = webhookId !== null && name !== null && !resource?.under ? await trySupposed(house, fact, name, webhookId, deadId) : null;
    const taken =
      first?.tried.done ?? (await takeLooked(house, fact, via, webhookId, payload, await house.intake.look({ fact, webhookId, deadId, name }), first));
    if (name !== null && taken.stream !== undefined) house.intake.suppose.learn(fact, taken.stream);
    if (webhookId !== null && !answeredAlready.has(taken.effect))
      await house.intake.answer({ service: fact.service, webhookId, outcome: taken.effect, at: new Date(house.clock.now()) });
    return { ...taken, entityKnown };
  });
}

type Settled = Omit<Taken, 'entityKnown'>;

interface Supposed {
  readonly own: Own;
  readonly tried: Tried;
}

/** The fact written where it is supposed to belong, without looking; null when nothing is supposed or the supposition does not hold. */
async function trySupposed(house: Taking, fact: SourceFact, name: string, webhookId: string, deadId: string): Promise<Supposed | null> {
  const own = await house.intake.suppose.of(fact, name);
  if (!own) return null;
  const made = await madeOrders(house, fact, own);
  if (!('orders' in made) || made.orders.length !== 1 || made.orders[0]!.stream !== own.stream) return null;
  const tried = await giveOrders(house, fact, made.orders, webhookId, {
    service: fact.service,
    entity: fact.entity,
    outsideId: String(fact.id),
    thing: thingOf(fact),
    deadLetterId: deadId,
  });
  if (tried !== 'unsure') return { own, tried };
  house.intake.suppose.forget(fact);
  return null;
}

/** A first try that failed where the look says as well that it belongs is not made again. */
async function takeLooked(
  house: Taking,
  fact: SourceFact,
  via: Via,
  webhookId: string | null,
  payload: string,
  looked: Looked,
  first: Supposed | null,
): Promise<Settled> {
  if (looked.answered) return { effect: 'answered' };
  const asSupposed = first !== null && (first.own.fresh ? looked.fresh : looked.stream === first.own.stream);
  return settle(house, fact, via, webhookId, payload, looked, asSupposed ? first.tried : null);
}

/** Before, or by the commit that took the fact. */
const answeredAlready: ReadonlySet<Taken['effect']> = new Set(['answered', 'applied', 'ignored']);

async function settle(
  house: Taking,
  fact: SourceFact,
  via: Via,
  webhookId: string | null,
  payload: string,
  looked: Looked,
  before: Tried | null,
): Promise<Settled> {
  if (looked.known) return { effect: 'known' };
  if (looked.dead && via !== 'replay') return { effect: 'dead', reason: 'deadBefore' };
  if (looked.parked && via !== 'replay') {
    await park(house, fact, via, [], 0);
    return { effect: 'parked' };
  }
  const tried = before ?? (await tryFact(house, fact, looked.stream === null ? null : { stream: looked.stream, fresh: looked.fresh }, webhookId));
  if (tried.done) return tried.done;
  const log: Attempt[] = [{ at: new Date(house.clock.now()).toISOString(), error: tried.error }];
  if (tried.hopeless || via === 'replay') {
    if (via !== 'replay')
      await bury(
        house.pool,
        { service: fact.service, reason: tried.reason, error: tried.error, via, webhookId, log, payload, fact },
        house.clock.now(),
        house.intake.codeVersion,
      );
    return { effect: 'dead', reason: tried.reason };
  }
  await park(house, fact, via, log, retryAfterMs[0]!);
  return { effect: 'parked', reason: tried.reason };
}

export type Tried = { readonly done: Settled } | { readonly done?: undefined; readonly hopeless: boolean; readonly reason: string; readonly error: string };

/** One attempt: the fact as our orders, given one after the other; the last carries the fact's own key and answers the webhook that told it. */
export async function tryFact(house: Taking, fact: SourceFact, mapped: Own | null, webhookId: string | null = null): Promise<Tried> {
  const made = await madeOrders(house, fact, mapped);
  if (!('orders' in made)) return made;
  const tried = await giveOrders(house, fact, made.orders, webhookId, null);
  if (tried === 'unsure') throw new Error('Nothing was supposed.');
  return tried;
}

async function madeOrders(house: Taking, fact: SourceFact, mapped: Own | null): Promise<{ readonly orders: readonly SourceOrder[] } | Tried> {
  try {
    return { orders: await ordersOf(house.pool, fact, mapped) };
  } catch (error) {
    if (error instanceof Unusable) return { hopeless: true, reason: error.reason, error: error.message };
    throw error;
  }
}

async function giveOrders(
  house: Taking,
  fact: SourceFact,
  orders: readonly SourceOrder[],
  webhookId: string | null,
  supposed: Order['supposed'] | null,
): Promise<Tried | 'unsure'> {
  const viewer = house.access.sourceViewer(fact.service);
  const key = sourceKey(fact);
  const correlationId = house.newId();
  let settled: Settled = { effect: 'known' };
  for (const [i, order] of orders.entries()) {
    const last = i === orders.length - 1;
    let answer;
    try {
      answer = await house.handle({
        ...order,
        viewer,
        correlationId,
        sourceKey: last ? key : `${key}#${i}`,
        ...(last && webhookId !== null ? { webhook: { service: fact.service, id: webhookId } } : {}),
        ...(supposed ? { supposed } : {}),
      });
    } catch (error) {
      return { hopeless: false, reason: 'failed', error: error instanceof Error ? error.message : String(error) };
    }
    if (isRefusal(answer)) {
      if (answer.code === 'factKnown' || answer.code === 'duplicate') continue;
      return {
        hopeless: answer.status === 400 || answer.status === 404,
        reason: 'refused',
        error: `${order.stream} ${order.command}: ${answer.code}${answer.field ? ` (${answer.field})` : ''}`,
      };
    }
    if (answer['unsure'] === true) return 'unsure';
    const effect = answer['duplicate'] === true ? 'known' : typeof answer['ignored'] === 'string' ? 'ignored' : 'applied';
    settled = { effect, position: answer.position, stream: answer.stream, ...(effect === 'ignored' ? { reason: String(answer['ignored']) } : {}) };
  }
  return { done: settled };
}

/** What a fact asks of which stream; maps the outside id on first sight, and says with the first order that the number is new. */
export async function ordersOf(pool: Pool, fact: SourceFact, mapped: Own | null): Promise<readonly SourceOrder[]> {
  const resource = resourceOf(fact.service, fact.entity);
  const hash = dataHash(fact);
  if (resource?.stream && resource.translate) {
    const under = await underStream(pool, fact, resource);
    const { stream, fresh } = mapped ?? (await firstSeen(pool, fact, resource, under));
    return resource
      .translate(fact, stream, { hash, under })
      .map((order, i) => (i === 0 && fresh && order.stream === stream ? { ...order, allotted: true } : order));
  }
  const { version, ...rest } = fact;
  return [{ stream: mirrorStream(fact), command: 'record', input: { ...rest, version: version ?? null, hash } }];
}

async function underStream(pool: Pool, { service, data }: SourceFact, { under }: Resource): Promise<string | null> {
  const id = under && data[under.id];
  return typeof id === 'number' || typeof id === 'string' ? streamAt(pool, { service, entity: under!.entity, id }) : null;
}

/** A thing that began here is tied to its outside id; any other gets a number of ours. */
async function firstSeen(pool: Pool, fact: SourceFact, resource: Resource, under: string | null): Promise<Own> {
  const ours = await resource.begunHere?.(pool, fact, under);
  if (ours) await tieStream(pool, fact, ours);
  return ownStream(pool, fact, resource.stream!);
}

/** Puts a fact behind the others of its thing; `waitMs` until it is tried. */
async function park(house: Taking, fact: SourceFact, via: Via, log: readonly Attempt[], waitMs: number): Promise<void> {
  const now = house.clock.now();
  await house.pool.query({
    name: 'park',
    text: 'insert into source_parked (thing, source_key, fact, via, attempts, next_at, log, parked_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (source_key) do nothing',
    values: [thingOf(fact), sourceKey(fact), JSON.stringify(fact), via, log.length, new Date(now + waitMs), JSON.stringify(log), new Date(now)],
  });
}

/** Facts of one thing are taken one after the other on this node; between nodes the log's own checks decide. */
function inTurn<T>(intake: Intake, thing: string, work: () => Promise<T>): Promise<T> {
  const before = intake.turns.get(thing) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (intake.turns.get(thing) === settled) intake.turns.delete(thing);
    });
  intake.turns.set(thing, settled);
  return mine;
}

/** Notes answered webhooks, many in one statement. Not synced to disk at once: a lost note costs nothing, because the fact's key is in the log. */
function openAnswers(pool: Pool): Intake['answer'] {
  return gather(async (webhooks) => {
    await pool.query({
      name: 'webhook-answers',
      text: `${quickCommit}
        insert into webhook_ids (service, webhook_id, received_at, outcome) select a.service, a.webhook_id, a.at, a.outcome
        from quick, unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as a (service, webhook_id, at, outcome) on conflict do nothing`,
      values: [webhooks.map((one) => one.service), webhooks.map((one) => one.webhookId), webhooks.map((one) => one.at), webhooks.map((one) => one.outcome)],
    });
    return webhooks.map(() => undefined);
  }, limits.arrayItems);
}
