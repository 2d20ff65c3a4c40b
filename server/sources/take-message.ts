import type { Pool } from 'pg';
import { isRefusal } from '#shared/core/refusal.ts';
import type { SourceMessage } from '#shared/wire.ts';
import type { ServerParts } from '../core/parts.ts';
import { recordDeadLetter, deadLetterId, type Attempt, type Via } from './dead-letters.ts';
import { dataHash, sourceKey, thingOf } from './message.ts';
import { noCalls, type CallLog } from './call-log.ts';
import { openInbox, type Inbox, type Known } from './inbox.ts';
import { mirrorStream, ownStream, streamAt, tieStream, type OwnStream } from './stream-lookup.ts';
import { resourceOf } from './register.ts';
import { Unusable, type Resource, type SourceCommand } from './source.ts';

export interface Taken {
  /**
   * `answered`: that webhook was answered before; `known`: the message is in the log; `ignored`: older than
   * what is known; `parked`: will be tried again.
   */
  readonly effect: 'applied' | 'known' | 'ignored' | 'parked' | 'dead' | 'answered';
  readonly position?: number;
  readonly stream?: string;
  /** Why it was not taken. */
  readonly reason?: string;
  /** Whether the entity is known; others are mirrored. */
  readonly entityKnown: boolean;
}

/** What taking messages needs; opened once per server. */
export interface Intake {
  readonly inbox: Inbox;
  readonly turns: Map<string, Promise<unknown>>;
  readonly codeVersion: string;
  readonly calls: Pick<CallLog, 'note'>;
}

export type Taking = Pick<ServerParts, 'clock' | 'pool' | 'log' | 'handle' | 'access' | 'newId'> & {
  readonly intake: Intake;
};

export function openIntake(pool: Pool, codeVersion: string, calls: Pick<CallLog, 'note'> = noCalls): Intake {
  return { inbox: openInbox(pool), turns: new Map(), codeVersion, calls };
}

const aheadMs = 86_400_000;

/** Waits before the second, third … attempt of a message that failed, ms. */
export const retryAfterMs: readonly number[] = [5_000, 30_000, 120_000, 600_000];

/**
 * The one place where webhooks and polls meet. The source key identifies a message and is kept in the log's
 * own transaction: a repeated message, over whatever channel, has one effect. An unusable message is
 * dead-lettered; a failing one waits, and later messages about the same subject wait behind it. Rejects only
 * when the store cannot be written.
 */
export async function takeMessage(
  server: Taking,
  message: SourceMessage,
  via: Via,
  webhookId: string | null = null,
  correlationId: string = server.newId(),
): Promise<Taken> {
  const payload = JSON.stringify(message);
  const resource = resourceOf(message.service, message.entity);
  const entityKnown = resource !== undefined;
  // A record that may have begun here is looked for before it gets a number of its own.
  const name = resource?.translate && !resource.begunHere ? (resource.stream ?? null) : null;
  return inTurn(server.intake, thingOf(message), async () => {
    const deadId = deadLetterId(message.service, message, payload);
    const known = await server.intake.inbox.receive({ message, webhookId, deadId, name });
    const taken: Settled = known.answered
      ? { effect: 'answered' }
      : await settle(server, message, { via, webhookId, correlationId }, payload, known);
    if (webhookId !== null && taken.effect !== 'answered')
      await server.intake.inbox.answer({
        service: message.service,
        webhookId,
        outcome: taken.effect,
        at: new Date(server.clock.now()),
      });
    return { ...taken, entityKnown };
  });
}

type Settled = Omit<Taken, 'entityKnown'>;

async function settle(
  server: Taking,
  message: SourceMessage,
  { via, webhookId, correlationId }: { via: Via; webhookId: string | null; correlationId: string },
  payload: string,
  known: Known,
): Promise<Settled> {
  if (known.known) return { effect: 'known' };
  if (known.dead && via !== 'replay') return { effect: 'dead', reason: 'deadBefore' };
  if (known.parked && via !== 'replay') {
    await park(server, message, via, webhookId, [], 0);
    return { effect: 'parked' };
  }
  const tried = await tryMessage(
    server,
    message,
    known.stream === null ? null : { stream: known.stream, fresh: known.fresh },
    correlationId,
  );
  if (tried.done) return tried.done;
  const log: Attempt[] = [{ at: new Date(server.clock.now()).toISOString(), error: tried.error }];
  if (tried.hopeless || via === 'replay') {
    if (via !== 'replay')
      await recordDeadLetter(
        server.pool,
        {
          service: message.service,
          reason: tried.reason,
          error: tried.error,
          via,
          webhookId,
          log,
          payload,
          message,
        },
        server.clock.now(),
        server.intake.codeVersion,
      );
    return { effect: 'dead', reason: tried.reason };
  }
  await park(server, message, via, webhookId, log, retryAfterMs[0]!);
  return { effect: 'parked', reason: tried.reason };
}

export type Tried =
  | { readonly done: Settled }
  | {
      readonly done?: undefined;
      readonly hopeless: boolean;
      readonly reason: string;
      readonly error: string;
    };

/** One attempt: sends the message's commands one after the other; the last carries the message's own key. */
export async function tryMessage(
  server: Taking,
  message: SourceMessage,
  mapped: OwnStream | null,
  correlationId: string = server.newId(),
): Promise<Tried> {
  const made = await madeCommands(server, message, mapped);
  if (!('requests' in made)) return made;
  return giveCommands(server, message, made.requests, correlationId);
}

async function madeCommands(
  server: Taking,
  message: SourceMessage,
  mapped: OwnStream | null,
): Promise<{ readonly requests: readonly SourceCommand[] } | Tried> {
  // Without a version the later time wins: one far ahead would win for ever.
  if (message.version == null && Date.parse(message.modifiedAt) > server.clock.now() + aheadMs)
    return {
      hopeless: true,
      reason: 'inFuture',
      error: `modifiedAt ${message.modifiedAt} is more than a day ahead`,
    };
  try {
    return { requests: await commandsOf(server.pool, message, mapped) };
  } catch (error) {
    if (error instanceof Unusable) return { hopeless: true, reason: error.reason, error: error.message };
    throw error;
  }
}

async function giveCommands(
  server: Taking,
  message: SourceMessage,
  requests: readonly SourceCommand[],
  correlationId: string,
): Promise<Tried> {
  const viewer = server.access.sourceViewer(message.service);
  const key = sourceKey(message);
  let settled: Settled = { effect: 'known' };
  for (const [i, request] of requests.entries()) {
    const last = i === requests.length - 1;
    let answer;
    try {
      answer = await server.handle({
        ...request,
        viewer,
        correlationId,
        sourceKey: last ? key : `${key}#${i}`,
      });
    } catch (error) {
      return {
        hopeless: false,
        reason: 'failed',
        error: error instanceof Error ? error.message : String(error),
      };
    }
    if (isRefusal(answer)) {
      if (answer.code === 'messageKnown' || answer.code === 'duplicate') continue;
      return {
        hopeless: answer.status === 400 || answer.status === 404,
        reason: 'refused',
        error: `${request.stream} ${request.command}: ${answer.code}${answer.field ? ` (${answer.field})` : ''}`,
      };
    }
    const effect =
      answer['duplicate'] === true ? 'known' : typeof answer['ignored'] === 'string' ? 'ignored' : 'applied';
    settled = {
      effect,
      position: answer.position,
      stream: answer.stream,
      ...(effect === 'ignored' ? { reason: String(answer['ignored']) } : {}),
    };
  }
  return { done: settled };
}

/**
 * The commands of a message by stream; maps the outside id on first sight, and marks the first command when
 * its number is new.
 */
export async function commandsOf(
  pool: Pool,
  message: SourceMessage,
  mapped: OwnStream | null,
): Promise<readonly SourceCommand[]> {
  const resource = resourceOf(message.service, message.entity);
  const hash = dataHash(message);
  if (resource?.stream && resource.translate) {
    const under = await underStream(pool, message, resource);
    const { stream, fresh } = mapped ?? (await firstSeen(pool, message, resource, under));
    return resource
      .translate(message, stream, { hash, under })
      .map((request, i) =>
        i === 0 && fresh && request.stream === stream ? { ...request, allotted: true } : request,
      );
  }
  const { version, ...rest } = message;
  return [
    { stream: mirrorStream(message), command: 'record', input: { ...rest, version: version ?? null, hash } },
  ];
}

async function underStream(
  pool: Pool,
  { service, data }: SourceMessage,
  { under }: Resource,
): Promise<string | null> {
  const id = under && data[under.id];
  return typeof id === 'number' || typeof id === 'string'
    ? streamAt(pool, { service, entity: under!.entity, id })
    : null;
}

/** A record that began here is tied to its outside id; any other gets a number of ours. */
async function firstSeen(
  pool: Pool,
  message: SourceMessage,
  resource: Resource,
  under: string | null,
): Promise<OwnStream> {
  const ours = await resource.begunHere?.(pool, message, under);
  if (ours) await tieStream(pool, message, ours);
  return ownStream(pool, message, resource.stream!);
}

async function park(
  server: Taking,
  message: SourceMessage,
  via: Via,
  webhookId: string | null,
  log: readonly Attempt[],
  waitMs: number,
): Promise<void> {
  const now = server.clock.now();
  await server.intake.inbox.park(message, via, webhookId, log, new Date(now), new Date(now + waitMs));
}

/**
 * Messages about one subject are taken one after the other on this node; between nodes the log's own checks
 * decide.
 */
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
