import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { headOf } from '#shared/core/cut.ts';
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
import { UnreadableEvent } from '#shared/core/upcast.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { z } from 'zod';
import type { Clock, Handle, Handled, CommandRequest } from '../core/parts.ts';
import type { OpenLog } from './log.ts';
import { namedRefused, recordsNamed } from './named-records.ts';
import { NeedNumbers, type Numbers } from './numbers.ts';
import { inRounds } from './rounds.ts';
import { writtenVersion } from './schemas.ts';
import type { Loaded, States } from './states.ts';

/**
 * Checks what a decision cannot know by itself (a code was right, a file exists) before it; may refuse. Key:
 * `signup/verifyOtp`.
 */
export type Prepare = (
  request: CommandRequest & { readonly key: string },
  input: any,
  state: any,
  read: Readonly<Record<string, any>>,
) => Promise<unknown>;

/**
 * Combines two preparations of one command: the first refusal wins, otherwise the findings of both are
 * merged.
 */
export function bothPrepare(
  one: Readonly<Record<string, Prepare>>,
  other: Readonly<Record<string, Prepare>>,
): Readonly<Record<string, Prepare>> {
  const both = Object.keys(one).flatMap((key): [string, Prepare][] => {
    const [first, second] = [one[key]!, other[key]];
    if (!second) return [];
    const query: Prepare = async (...request) => {
      const found = await first(...request);
      if (isRefusal(found)) return found;
      const more = await second(...request);
      return isRefusal(more) ? more : { ...(found as object), ...(more as object) };
    };
    return [[key, query]];
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

/** State kept between attempts at one command. */
interface Memo {
  prepared?: Promise<unknown>;
  /** The state was loaded from the store for this command, or nobody else writes to it. */
  fresh: boolean;
  /** A stream under a new number was assumed to be empty. */
  begun?: boolean;
}

/**
 * The only way to change anything: load, decide, append; a decision overtaken by another commit is made
 * again.
 */
export function openHandle(parts: HandleParts): Handle {
  const { log, states, numbers, clock, directory, streams, pool } = parts;
  const commands = new Map(
    [...streams.values()].map((def) => [
      def.name,
      new Map(
        Object.entries(def.commands).map(([name, command]) => [
          plain(name),
          { name, command, closed: closed(command.input) },
        ]),
      ),
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
    return row
      ? replay(requestHash, row.request_hash.toString('hex'), row.answer, Number(row.position))
      : null;
  };

  return async (request) => {
    const name = streamName(request.stream);
    const def = streams.get(name);
    const found = def && commands.get(name)!.get(plain(request.command));
    if (!def || !found) return refuse('unknownCommand', 404, { command: `${name}/${request.command}` });
    const { command } = found;
    const verdict = may(request.viewer, command.need);
    if (!verdict.ok)
      return refuse('forbidden', 403, { permission: verdict.permission ?? String(command.need) });

    const requestHash = request.idempotencyKey
      ? createHash('sha256')
          .update(canonical([request.stream, found.name, request.input, request.viewer.empId]))
          .digest('hex')
      : null;
    if (request.idempotencyKey) {
      const before = await known(request.idempotencyKey, requestHash!);
      if (before) return before;
    }

    const schema = request.viewer.kind === 'system' ? command.input : found.closed;
    const parsed = z.safeParse(schema, request.input ?? {});
    if (!parsed.success) return badInput(parsed.error);

    let key = streamKey(request.stream);
    // `master-reason-new` is numbered within its own kind, so that each kind counts from 1.
    const family = /^(?:\w+-)*new$/.test(key) ? headOf(key, -3) : null;
    const numbered = family ? `${name}-${headOf(family, -1)}` : name;
    if (family !== null) {
      if (!command.creates)
        return refuse('unknownCommand', 404, { command: `${name}/${key}/${request.command}` });
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
      const decide = (): Promise<Handled | 'again'> =>
        once({ ...request, stream }, key, def, found, parsed.data, requestHash, memo, fresh).catch(
          refuseUnreadable,
        );
      // After the first conflict, the commands of one stream queue up on this node instead of overtaking
      // each other.
      const handled = attempt === 0 ? await decide() : await inTurn(command.lane ?? stream, decide);
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
    request: CommandRequest,
    key: string,
    def: StreamDef,
    found: { name: string; command: CommandDef<any> },
    input: unknown,
    requestHash: string | null,
    memo: Memo,
    fresh: boolean,
  ): Promise<Handled | 'again'> {
    const { command } = found;
    const allotted = fresh || request.allotted === true;
    const begins = allotted && !memo.begun;
    const loaded = begins ? states.begin(request.stream) : await states.load(request.stream);
    memo.begun = true;
    const hidden =
      loaded.version === 0
        ? // ? // A number is allotted by the system, never chosen by a person.
          !command.creates ||
          (!fresh && request.viewer.kind === 'person' && (def.numbered || /^\d+$/.test(key)))
        : def.visible && !def.visible(loaded.state, request.viewer, directory);
    if (hidden) return checkAgain(memo, [request.stream]) ? 'again' : refuse('notFound', 404);

    const now = clock.now();
    const glance = {
      now,
      today: businessDay(now),
      actor: actorOf(request.viewer),
      viewer: request.viewer,
      directory,
      id: key,
    };
    const first = command.reads?.(input, loaded.state, glance) ?? {};
    const loadAll = async (named: Readonly<Record<string, string>>): Promise<(readonly [string, Loaded])[]> =>
      Promise.all(
        Object.entries(named).map(
          async ([short, stream]) =>
            [
              short,
              begins && command.begunWith?.includes(short) ? states.begin(stream) : await states.load(stream),
            ] as const,
        ),
      );
    const naming = recordsNamed(command, input);
    const [refusedNames, firstLoaded] = await Promise.all([
      namedRefused(parts, naming, request.viewer, loaded.state, states.load),
      loadAll(first),
    ]);
    if (refusedNames) {
      const behind = [request.stream, ...naming.map(({ stream }) => stream)];
      return checkAgain(memo, behind) ? 'again' : keepRefusal(request, requestHash, refusedNames);
    }
    const others = new Map(firstLoaded);
    const statesOf = (): Record<string, unknown> =>
      Object.fromEntries([...others].map(([short, other]) => [short, other.state]));
    const next = command.readsNext?.(input, statesOf(), glance, loaded.state) ?? {};
    for (const [short, other] of await loadAll(next)) others.set(short, other);
    let reads = { ...first, ...next };
    let read = statesOf();
    const prepare = parts.prepare[`${def.name}/${found.name}`];
    // Prepared once per command, also when the decision is repeated: nothing is sent or counted twice.
    if (prepare) memo.prepared ??= prepare({ ...request, key }, input, loaded.state, read);
    const prepared = await memo.prepared;
    if (isRefusal(prepared)) return prepared;
    if (command.readsPrepared) {
      const last = command.readsPrepared(prepared);
      for (const [short, other] of await loadAll(last)) others.set(short, other);
      reads = { ...reads, ...last };
      read = statesOf();
    }

    const ctx: Ctx & { id: string } = {
      ...glance,
      may: (permission) => may(request.viewer, permission).ok,
      newId: parts.newId,
      newNumber: (kind) => (kind === def.name && loaded.version === 0 ? Number(key) : numbers.next(kind)),
      read,
      prepared,
      seen: request.expectedVersion,
    };
    let decision;
    try {
      decision = command.decide(loaded.state, input, ctx);
    } catch (error) {
      if (!(error instanceof NeedNumbers)) throw error;
      await numbers.fetch(error.kind);
      return 'again';
    }
    const seen = [request.stream, ...Object.values(reads)];
    if (isRefusal(decision))
      return checkAgain(memo, seen) ? 'again' : keepRefusal(request, requestHash, decision);
    const { events, answer } = 'events' in decision ? decision : { events: decision, answer: undefined };

    if (command.versioned && request.viewer.kind !== 'system' && request.viewer.kind !== 'source') {
      if (request.expectedVersion === undefined) return refuse('versionRequired', 428);
    }
    const { expectedVersion } = request;
    if (
      expectedVersion !== undefined &&
      (command.versioned === 'merge' || command.merges
        ? expectedVersion > loaded.version
        : expectedVersion !== loaded.version)
    )
      return checkAgain(memo, seen) ? 'again' : conflict(loaded);

    const at = new Date(now).toISOString();
    const versions = new Map<string, number>([
      [request.stream, loaded.version],
      ...Object.entries(reads).map(([short, stream]) => [stream, others.get(short)!.version] as const),
    ]);
    const more = [
      ...new Set(
        (events as readonly NewEvent[]).flatMap(({ stream }) =>
          stream && !versions.has(stream) ? [stream] : [],
        ),
      ),
    ];
    (await Promise.all(more.map((stream) => states.load(stream)))).forEach(({ version }, i) =>
      versions.set(more[i]!, version),
    );
    const expected = [...versions];
    const stored: Omit<StoredEvent, 'position'>[] = [];
    for (const event of events as readonly NewEvent[]) {
      const stream = event.stream ?? request.stream;
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
        correlationId: request.correlationId,
        causationId: request.causationId ?? null,
        schemaVersion: writtenVersion(stream, event.type),
      });
    }
    const reply: Omit<CommandAnswer, 'position'> = {
      ...answer,
      id: key,
      stream: request.stream,
      version: versions.get(request.stream)!,
    };
    if (stored.length === 0 && !request.idempotencyKey && !request.sourceKey)
      return { ...reply, position: log.head() } as CommandAnswer;

    const outcome = await log.append({
      commandId: request.idempotencyKey ?? null,
      requestHash,
      answer: request.idempotencyKey ? JSON.stringify(reply) : null,
      sourceKey: request.sourceKey ?? null,
      expected,
      events: stored,
    });
    switch (outcome.kind) {
      case 'written':
        // The log delivers in order, hence not before the events of other nodes in between are read; the
        // next command here must not wait for that.
        if (log.head() < outcome.position) states.apply(outcome.events);
        if (loaded.version === 0 && request.viewer.kind !== 'person' && !allotted)
          await reserveNumber(def.name, key);
        return { ...reply, position: outcome.position } as CommandAnswer;
      case 'conflict':
        states.forget(outcome.stream);
        return 'again';
      case 'known':
        return replay(requestHash!, outcome.requestHash, outcome.answer, outcome.position);
      case 'duplicate':
        return {
          id: key,
          stream: request.stream,
          version: loaded.version,
          position: outcome.position,
          duplicate: true,
        };
    }
  }

  /**
   * A refusal must not rest on stale state: once per command, the state behind it is loaded again. An
   * accepted decision is checked when it is written.
   */
  function checkAgain(memo: Memo, streams: readonly string[]): boolean {
    if (memo.fresh) return false;
    memo.fresh = true;
    for (const stream of streams) states.forget(stream);
    return true;
  }

  /**
   * A number that the app allotted itself (`signup-7`, `master-reason-7`) is never allotted again. Numbers
   * that arrive while one is being reserved are reserved together.
   */
  async function reserveNumber(name: string, key: string): Promise<void> {
    const [, family, number] = /^(?:([\w-]+)-)?(\d+)$/.exec(key) ?? [];
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
    // A failure is reported to those who waited for this reservation; the next call tries again.
    mine.next ??= mine.under.then(note, note);
    await mine.next;
  }

  /**
   * A refusal by rule is kept with its key, so that a retry gets the same answer; faults and lost
   * permissions are not.
   */
  async function keepRefusal(
    request: CommandRequest,
    requestHash: string | null,
    refusal: Refusal,
  ): Promise<Handled> {
    if (!request.idempotencyKey || ![409, 410, 422, 423].includes(refusal.status)) return refusal;
    const outcome = await log.append({
      commandId: request.idempotencyKey,
      requestHash,
      answer: JSON.stringify(refusal),
      sourceKey: null,
      expected: [],
      events: [],
    });
    return outcome.kind === 'known'
      ? replay(requestHash!, outcome.requestHash, outcome.answer, outcome.position)
      : refusal;
  }
}

/** Nothing is decided about a record whose past cannot be read whole. */
function refuseUnreadable(error: unknown): Refusal {
  if (error instanceof UnreadableEvent) return refuse('recordUnreadable', 422);
  throw error;
}

function replay(requestHash: string, storedHash: string, answer: string, position: number): Handled {
  if (requestHash !== storedHash) return refuse('commandIdReused', 422);
  const stored = JSON.parse(answer) as Handled;
  return isRefusal(stored) ? stored : { ...stored, position };
}

/** Rejects fields that the command does not know, for callers from outside. */
function closed(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

/**
 * Command names match regardless of hyphens and capitals: `VerifySignup`, `verify-signup`, `verifySignup`.
 */
function plain(name: string): string {
  return name.replaceAll('-', '').toLowerCase();
}

function conflict(loaded: Loaded): Refusal {
  return refuse('versionConflict', 409, {
    version: loaded.version,
    by: loaded.last?.actor.name ?? '',
    at: loaded.last?.at ?? '',
  });
}

/** The first problem is the refusal; up to twenty are listed, each with its field. */
export function badInput(error: z.ZodError): Refusal {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return refuse('unknownField', 400, { label: unknown.keys.slice(0, 5).join(', ') });
  const problems = fieldProblems(error);
  const first = problems[0]!;
  return refuse(
    first.code,
    400,
    { ...first.details, problems: problems.slice(0, 20).map((one) => `${one.field}: ${one.code}`) },
    first.field || undefined,
  );
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
