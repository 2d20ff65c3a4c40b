import type { Pool } from 'pg';
import { isRefusal } from '#shared/core/refusal.ts';
import type { SourceFact } from '#shared/wire.ts';
import type { House } from '../house.ts';
import { bury, deadLetterId, type Attempt, type Via } from './dead-letters.ts';
import { dataHash, sourceKey, thingOf } from './fact.ts';
import { openInbox, type Inbox, type Known } from './inbox.ts';
import { mirrorStream, ownStream, streamAt, tieStream, type Own } from './look.ts';
import { resourceOf } from './register.ts';
import { Unusable, type Resource, type SourceOrder } from './source.ts';

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
  readonly inbox: Inbox;
  readonly turns: Map<string, Promise<unknown>>;
  readonly codeVersion: string;
}

export type Taking = Pick<House, 'clock' | 'pool' | 'log' | 'handle' | 'access' | 'newId'> & { readonly intake: Intake };

export function openIntake(pool: Pool, codeVersion: string): Intake {
  return { inbox: openInbox(pool), turns: new Map(), codeVersion };
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
    const known = await house.intake.inbox.receive({ fact, webhookId, deadId, name });
    const taken: Settled = known.answered ? { effect: 'answered' } : await settle(house, fact, via, webhookId, payload, known);
    if (webhookId !== null && taken.effect !== 'answered')
      await house.intake.inbox.answer({ service: fact.service, webhookId, outcome: taken.effect, at: new Date(house.clock.now()) });
    return { ...taken, entityKnown };
  });
}

type Settled = Omit<Taken, 'entityKnown'>;

async function settle(house: Taking, fact: SourceFact, via: Via, webhookId: string | null, payload: string, looked: Known): Promise<Settled> {
  if (looked.known) return { effect: 'known' };
  if (looked.dead && via !== 'replay') return { effect: 'dead', reason: 'deadBefore' };
  if (looked.parked && via !== 'replay') {
    await park(house, fact, via, webhookId, [], 0);
    return { effect: 'parked' };
  }
  const tried = await tryFact(house, fact, looked.stream === null ? null : { stream: looked.stream, fresh: looked.fresh });
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
  await park(house, fact, via, webhookId, log, retryAfterMs[0]!);
  return { effect: 'parked', reason: tried.reason };
}

export type Tried = { readonly done: Settled } | { readonly done?: undefined; readonly hopeless: boolean; readonly reason: string; readonly error: string };

/** One attempt: the fact as our orders, given one after the other; the last carries the fact's own key. */
export async function tryFact(house: Taking, fact: SourceFact, mapped: Own | null): Promise<Tried> {
  const made = await madeOrders(house, fact, mapped);
  if (!('orders' in made)) return made;
  return giveOrders(house, fact, made.orders);
}

async function madeOrders(house: Taking, fact: SourceFact, mapped: Own | null): Promise<{ readonly orders: readonly SourceOrder[] } | Tried> {
  try {
    return { orders: await ordersOf(house.pool, fact, mapped) };
  } catch (error) {
    if (error instanceof Unusable) return { hopeless: true, reason: error.reason, error: error.message };
    throw error;
  }
}

async function giveOrders(house: Taking, fact: SourceFact, orders: readonly SourceOrder[]): Promise<Tried> {
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

async function park(house: Taking, fact: SourceFact, via: Via, webhookId: string | null, log: readonly Attempt[], waitMs: number): Promise<void> {
  const now = house.clock.now();
  await house.intake.inbox.park(fact, via, webhookId, log, new Date(now), new Date(now + waitMs));
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
