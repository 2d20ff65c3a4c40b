import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor, NewEvent, StoredEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { Directory } from '#shared/core/directory.ts';
import { businessDay } from '#shared/core/day.ts';
import { fieldProblems } from '#shared/core/fields.ts';
import { canonical } from '#shared/core/hash.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { CommandDef, Ctx, StreamDef } from '#shared/core/stream.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { z } from 'zod';
import type { Clock, Handle, Handled, Order } from '../house.ts';
import type { OpenLog } from './log.ts';
import { NeedNumbers, type Numbers } from './numbers.ts';
import { inRounds } from './rounds.ts';
import { writtenVersion } from './schemas.ts';
import type { Loaded, States } from './states.ts';

/** Finds out what a decision cannot know by itself (a code was right, a file is there), before it; may refuse. Key: `signup/verifyOtp`. */
export type Prepare = (order: Order & { readonly key: string }, input: any, state: any, read: Readonly<Record<string, any>>) => Promise<unknown>;

/** What either has to say beforehand: of an order that both look at the first that refuses it, otherwise what both found out. */
export function bothPrepare(one: Readonly<Record<string, Prepare>>, other: Readonly<Record<string, Prepare>>): Readonly<Record<string, Prepare>> {
  const both = Object.keys(one).flatMap((key): [string, Prepare][] => {
    const [first, second] = [one[key]!, other[key]];
    if (!second) return [];
    const ask: Prepare = async (...order) => {
      const found = await first(...order);
      if (isRefusal(found)) return found;
      const more = await second(...order);
      return isRefusal(more) ? more : { ...(found as object), ...(more as object) };
    };
    return [[key, ask]];
  });
  return { ...one, ...other, ...Object.fromEntries(both) };
}

export interface HandleParts {
  readonly pool: Pool;
  readonly log: OpenLog;
  readonly states: States;
  readonly numbers: Numbers;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly streams: ReadonlyMap<string, StreamDef>;
  readonly prepare: Readonly<Record<string, Prepare>>;
  newId(): string;
}

const attempts = 40;

/** What is kept from one attempt at an order to the next. */
interface Memo {
  prepared?: Promise<unknown>;
  /** What decides was read from the store for this very order, or nobody else writes to it. */
  fresh: boolean;
  /** A stream under a new number was taken to be empty. */
  begun?: boolean;
}

/** The one door for every change: load, decide, append; a decision overtaken by another commit is taken again. */
export function openHandle(parts: HandleParts): Handle {
  const { log, states, numbers, clock, directory, streams, pool } = parts;
  const commands = new Map(
    [...streams.values()].map((def) => [
      def.name,
      new Map(Object.entries(def.commands).map(([name, command]) => [plain(name), { name, command, closed: closed(command.input) }])),
    ]),
  );

  const turns = new Map<string, Promise<unknown>>();
  const reserving = new Map<string, { highest: number; next: Promise<void> | null; under: Promise<void> }>();

  interface Known {
    id: string;
    request_hash: Buffer;
    answer: string;
    position: string;
  }
  const lookUp = inRounds(async (ids) => {
    const { rows } = await pool.query<Known>({
      name: 'known-commands',
      text: 'select id, request_hash, answer, position from commands where id = any($1::uuid[])',
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, row]));
  });
  const known = async (id: string, requestHash: string): Promise<Handled | null> => {
    const row = await lookUp(id.toLowerCase());
    return row ? replay(requestHash, row.request_hash.toString('hex'), row.answer, Number(row.position)) : null;
  };

  return async (order) => {
    const name = streamName(order.stream);
    const def = streams.get(name);
    const found = def && commands.get(name)!.get(plain(order.command));
    if (!def || !found) return refuse('unknownCommand', 404, { command: `${name}/${order.command}` });
    const { command } = found;
    const asked = may(order.viewer, command.need);
    if (!asked.ok) return refuse('forbidden', 403, { permission: asked.permission ?? String(command.need) });

    const requestHash = order.idempotencyKey
      ? createHash('sha256')
          .update(canonical([order.stream, found.name, order.input, order.viewer.empId]))
          .digest('hex')
      : null;
    if (order.idempotencyKey) {
      const before = await known(order.idempotencyKey, requestHash!);
      if (before) return before;
    }

    const parsed = (order.viewer.kind === 'system' ? command.input : found.closed).safeParse(order.input ?? {});
    if (!parsed.success) return badInput(parsed.error);

    let key = streamKey(order.stream);
    // `master-reason-new`: numbered inside its own kind, so that each kind counts from 1.
    const family = /^(?:\w+-)*new$/.test(key) ? key.slice(0, -3) : null;
    const numbered = family ? `${name}-${family.slice(0, -1)}` : name;
    if (family !== null) {
      if (!command.creates) return refuse('unknownCommand', 404, { command: `${name}/${key}/${order.command}` });
      key = '';
    }
    const fresh = key === '';

    const memo: Memo = { fresh: !log.shared };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (key === '') {
        try {
          key = `${family}${numbers.next(numbered)}`;
        } catch (error) {
          if (!(error instanceof NeedNumbers)) throw error;
          await numbers.fetch(numbered);
          continue;
        }
      }
      const stream = `${name}-${key}`;
      const decide = (): Promise<Handled | 'again'> => once({ ...order, stream }, key, def, found, parsed.data, requestHash, memo, fresh);
      // Overtaken once, the orders of one stream go one after the other on this node instead of overtaking each other.
      const handled = attempt === 0 ? await decide() : await inTurn(stream, decide);
      if (handled !== 'again') return handled;
    }
    return refuse('tooBusy', 503);
  };

  function inTurn<T>(stream: string, act: () => Promise<T>): Promise<T> {
    const mine = (turns.get(stream) ?? Promise.resolve()).then(act, act);
    turns.set(stream, mine);
    const leave = (): void => {
      if (turns.get(stream) === mine) turns.delete(stream);
    };
    mine.then(leave, leave);
    return mine;
  }

  async function once(
    order: Order,
    key: string,
    def: StreamDef,
    found: { name: string; command: CommandDef<any> },
    input: unknown,
    requestHash: string | null,
    memo: Memo,
    fresh: boolean,
  ): Promise<Handled | 'again'> {
    const { command } = found;
    const allotted = fresh || order.allotted === true;
    const begins = allotted && !memo.begun;
    const loaded = begins ? states.begin(order.stream) : await states.load(order.stream);
    memo.begun = true;
    const hidden =
      loaded.version === 0
        ? // A number is allotted, never chosen, by a person.
          !command.creates || (!fresh && order.viewer.kind === 'person' && (def.numbered || /^\d+$/.test(key)))
        : def.visible && !def.visible(loaded.state, order.viewer, directory);
    if (hidden) return lookAnew(memo, [order.stream]) ? 'again' : refuse('notFound', 404);

    const now = clock.now();
    const glance = { now, today: businessDay(now), actor: actorOf(order.viewer), viewer: order.viewer, directory, id: key };
    const reads = command.reads?.(input, loaded.state, glance) ?? {};
    const others = new Map(
      await Promise.all(
        Object.entries(reads).map(
          async ([short, stream]) => [short, begins && command.begunWith?.includes(short) ? states.begin(stream) : await states.load(stream)] as const,
        ),
      ),
    );

    const read = Object.fromEntries([...others].map(([short, other]) => [short, other.state]));
    const prepare = parts.prepare[`${def.name}/${found.name}`];
    // Found out once an order, also when the decision is taken again: nothing is sent or counted twice.
    if (prepare) memo.prepared ??= prepare({ ...order, key }, input, loaded.state, read);
    const prepared = await memo.prepared;
    if (isRefusal(prepared)) return prepared;

    const ctx: Ctx & { id: string } = {
      ...glance,
      may: (permission) => may(order.viewer, permission).ok,
      newId: parts.newId,
      newNumber: (kind) => (kind === def.name && loaded.version === 0 ? Number(key) : numbers.next(kind)),
      read,
      prepared,
      seen: order.expectedVersion,
    };
    let decision;
    try {
      decision = command.decide(loaded.state, input, ctx);
    } catch (error) {
      if (!(error instanceof NeedNumbers)) throw error;
      await numbers.fetch(error.kind);
      return 'again';
    }
    const seen = [order.stream, ...Object.values(reads)];
    if (isRefusal(decision)) return lookAnew(memo, seen) ? 'again' : keepRefusal(order, requestHash, decision);
    const { events, answer } = 'events' in decision ? decision : { events: decision, answer: undefined };

    if (command.versioned && order.viewer.kind !== 'system' && order.viewer.kind !== 'source') {
      if (order.expectedVersion === undefined) return refuse('versionRequired', 428);
    }
    if (command.versioned !== 'merge' && order.expectedVersion !== undefined && order.expectedVersion !== loaded.version)
      return lookAnew(memo, seen) ? 'again' : conflict(loaded);

    const at = new Date(now).toISOString();
    const versions = new Map<string, number>([
      [order.stream, loaded.version],
      ...Object.entries(reads).map(([short, stream]) => [stream, others.get(short)!.version] as const),
    ]);
    const more = [...new Set((events as readonly NewEvent[]).flatMap(({ stream }) => (stream && !versions.has(stream) ? [stream] : [])))];
    (await Promise.all(more.map((stream) => states.load(stream)))).forEach(({ version }, i) => versions.set(more[i]!, version));
    const expected = [...versions];
    const stored: Omit<StoredEvent, 'position'>[] = [];
    for (const event of events as readonly NewEvent[]) {
      const stream = event.stream ?? order.stream;
      const version = versions.get(stream)!;
      versions.set(stream, version + 1);
      stored.push({
        stream,
        version: version + 1,
        id: parts.newId(),
        type: event.type,
        at,
        actor: glance.actor,
        data: event.data,
        correlationId: order.correlationId,
        causationId: order.causationId ?? null,
        schemaVersion: writtenVersion(stream, event.type),
      });
    }
    const reply: Omit<CommandAnswer, 'position'> = { ...answer, id: key, stream: order.stream, version: versions.get(order.stream)! };
    if (stored.length === 0 && !order.idempotencyKey && !order.sourceKey) return { ...reply, position: log.head() } as CommandAnswer;

    const outcome = await log.append({
      commandId: order.idempotencyKey ?? null,
      requestHash,
      answer: order.idempotencyKey ? JSON.stringify(reply) : null,
      sourceKey: order.sourceKey ?? null,
      expected,
      events: stored,
    });
    switch (outcome.kind) {
      case 'written':
        // The log hands it on in order, so not before what another node wrote in between was read; the next order here may not wait for that.
        if (log.head() < outcome.position) states.apply(outcome.events);
        if (loaded.version === 0 && order.viewer.kind !== 'person' && !allotted) await reserveNumber(def.name, key);
        return { ...reply, position: outcome.position } as CommandAnswer;
      case 'conflict':
        states.forget(outcome.stream);
        return 'again';
      case 'known':
        return replay(requestHash!, outcome.requestHash, outcome.answer, outcome.position);
      case 'duplicate':
        return { id: key, stream: order.stream, version: loaded.version, position: outcome.position, duplicate: true };
    }
  }

  /** No is not said by what may be a moment old: once an order, what it was decided by is read anew. What was decided to be done is checked when it is written. */
  function lookAnew(memo: Memo, streams: readonly string[]): boolean {
    if (memo.fresh) return false;
    memo.fresh = true;
    for (const stream of streams) states.forget(stream);
    return true;
  }

  /** A number that the house chose itself (`signup-7`, `master-reason-7`) is never handed out again. Those that come while one is being noted are noted together. */
  async function reserveNumber(name: string, key: string): Promise<void> {
    const [, family, number] = /^(?:(\w+)-)?(\d+)$/.exec(key) ?? [];
    if (!number) return;
    const kind = family ? `${name}-${family}` : name;
    let one = reserving.get(kind);
    if (!one) reserving.set(kind, (one = { highest: 0, next: null, under: Promise.resolve() }));
    one.highest = Math.max(one.highest, Number(number));
    const mine = one;
    const note = (): Promise<void> => {
      mine.next = null;
      mine.under = numbers.reserve(kind, mine.highest);
      return mine.under;
    };
    // One that failed was told to those who waited for it; the next tries for itself.
    mine.next ??= mine.under.then(note, note);
    await mine.next;
  }

  /** A refusal by rule is kept with its key, so that a retry hears the same; faults and lost rights are not. */
  async function keepRefusal(order: Order, requestHash: string | null, refusal: Refusal): Promise<Handled> {
    if (!order.idempotencyKey || ![409, 410, 422, 423].includes(refusal.status)) return refusal;
    const outcome = await log.append({
      commandId: order.idempotencyKey,
      requestHash,
      answer: JSON.stringify(refusal),
      sourceKey: null,
      expected: [],
      events: [],
    });
    return outcome.kind === 'known' ? replay(requestHash!, outcome.requestHash, outcome.answer, outcome.position) : refusal;
  }
}

function replay(requestHash: string, storedHash: string, answer: string, position: number): Handled {
  if (requestHash !== storedHash) return refuse('commandIdReused', 422);
  const stored = JSON.parse(answer) as Handled;
  return isRefusal(stored) ? stored : { ...stored, position };
}

/** Who comes from outside hears of a field that the order does not know; nothing is taken along unseen. */
function closed(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

/** Command names meet without regard to hyphens and capitals: `VerifySignup`, `verify-signup`, `verifySignup`. */
function plain(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

function conflict(loaded: Loaded): Refusal {
  return refuse('versionConflict', 409, { version: loaded.version, by: loaded.last?.actor.name ?? '', at: loaded.last?.at ?? '' });
}

/** The first problem is the refusal; up to twenty are listed, each with its field. */
export function badInput(error: z.ZodError): Refusal {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return refuse('unknownField', 400, { label: unknown.keys.slice(0, 5).join(', ') });
  const problems = fieldProblems(error);
  const first = problems[0]!;
  return refuse(first.code, 400, { ...first.details, problems: problems.slice(0, 20).map((one) => `${one.field}: ${one.code}`) }, first.field || undefined);
}

export function actorOf(viewer: Viewer): Actor {
  return {
    kind: viewer.kind,
    empId: viewer.empId,
    name: viewer.name,
    roleId: viewer.roleId,
    designationId: viewer.effectiveDesignationId,
    sessionId: viewer.sessionId,
  };
}
