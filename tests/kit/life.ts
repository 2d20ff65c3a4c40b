import type { AnyEvent } from './any-event.ts';
import { businessDay, instantOf } from '#shared/core/day.ts';
import type { Directory, DirectoryEmployee } from '#shared/core/directory.ts';
import type { Actor, NewEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Story, StreamDef } from '#shared/core/stream.ts';
import { expect } from 'vitest';
import { z } from 'zod';

/**
 * A server in memory: the same load–decide–append as the real one, without a database or a clock.
 */

export const wednesday = instantOf('2026-11-18', '10:30');

type Named = string | Viewer;
const signup = ['view', 'create', 'edit', 'approve'].map((right) => `Out Bound/signup-queue:${right}`);
const calling = ['Out Bound/outCall:edit', 'Out Bound/pharma-lead-queue:edit'];
const form = ['view', 'create', 'edit'].map((right) => `Out Bound/customerSingup:${right}`);

function viewer(
  empId: number | null,
  name: string,
  designation: number | null,
  rights: readonly string[],
  more: Partial<Viewer> = {},
): Viewer {
  return {
    kind: 'person',
    empId,
    name,
    roleId: null,
    designationId: designation,
    effectiveDesignationId: designation,
    admin: false,
    poos: [1],
    languages: ['en', 'kn', 'hi'],
    rights: new Set(rights),
    sessionId: empId == null ? null : `session-${empId}`,
    permissionVersion: 1,
    language: 'en',
    ...more,
  };
}

/** The people of the tests, with the names of the demo organisation. */
export const people: Readonly<Record<string, Viewer>> = {
  admin: viewer(1, 'Asha Menon', 2, [], { admin: true, poos: 'all', languages: 'all' }),
  agent1: viewer(101, 'Ravi Kulkarni', 11, [...form, ...calling]),
  agent2: viewer(102, 'Divya Shenoy', 11, [...form, ...calling]),
  verifier: viewer(103, 'Kiran Joseph', 19, [...signup, ...form]),
  verifier2: viewer(104, 'Leela Nair', 19, [...signup, ...form]),
  lead: viewer(131, 'Farhan Ali', 95, [...signup, 'HR/attendanceDetails:view']),
  doctor: viewer(141, 'Anil Deshpande', 7, []),
  mysuru: viewer(201, 'Usha Gowda', 19, signup, { poos: [3] }),
  system: viewer(null, 'server', null, [], { kind: 'system', poos: 'all', languages: 'all' }),
  customer: viewer(null, 'customer', null, [], { kind: 'source', poos: 'all', languages: 'all' }),
};

const places = [
  { id: 1, name: 'Jayanagar', city: 'Bengaluru', pincode: '560041' },
  { id: 3, name: 'Mysuru', city: 'Mysuru', pincode: '570001' },
];

export const directory: Directory = {
  employee: (empId) => directory.employees().find((one) => one.empId === empId) ?? null,
  employees: () =>
    Object.values(people).flatMap((one): DirectoryEmployee[] =>
      one.empId == null
        ? []
        : [
            {
              empId: one.empId,
              name: one.name,
              active: true,
              designationId: one.designationId,
              effectiveDesignationId: one.effectiveDesignationId,
              designationCode: null,
              roleId: null,
              managerId: null,
              primaryPooId: one.poos === 'all' ? null : one.poos[0]!,
              poos: one.poos === 'all' ? places.map((place) => place.id) : one.poos,
              languages: one.languages === 'all' ? [] : one.languages,
              phone: null,
              admin: one.admin,
            },
          ],
    ),
  holders: (permission) =>
    directory.employees().filter(
      (one) =>
        one.admin ||
        Object.values(people)
          .find((person) => person.empId === one.empId)!
          .rights.has(permission),
    ),
  designation: (id) => ({ id, name: `Designation ${id}`, code: '' }),
  poo: (id) => places.find((place) => place.id === id) ?? null,
  poos: () => places,
};

export interface How {
  readonly as?: Named;
  readonly now?: number;
  /** What the server's preparation would have looked up before the decision. */
  readonly prepared?: unknown;
  /** The version the caller saw. */
  readonly seen?: number;
}

export interface Done {
  readonly id: string;
  readonly stream: string;
  readonly events: readonly AnyEvent[];
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface Life {
  command(stream: string, command: string, input?: unknown, how?: How): Done | Refusal;
  /** Sends a command and throws when it is refused. */
  must(stream: string, command: string, input?: unknown, how?: How): Done;
  state(stream: string): any;
  readonly log: readonly AnyEvent[];
}

/** `fixed` sets states of streams that are not written here (an attendance day, say). */
export function openLife(
  defs: readonly StreamDef[],
  fixed: Readonly<Record<string, unknown>> | ((stream: string) => unknown) = {},
): Life {
  const log: AnyEvent[] = [];
  let ids = 0;
  const numbers = new Map<string, number>();
  const def = (stream: string): StreamDef | undefined => defs.find((one) => one.name === streamName(stream));
  const given = (stream: string): unknown => (typeof fixed === 'function' ? fixed(stream) : fixed[stream]);
  const state = (stream: string): any => {
    const found = def(stream);
    const start = given(stream);
    if (!found) return start;
    return log
      .filter((event) => event.stream === stream)
      .reduce((one, event) => found.evolve(one, event), start ?? found.initial(streamKey(stream)));
  };
  const nextNumber = (kind: string): number => {
    const next = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, next);
    return next;
  };

  const command: Life['command'] = (requested, name, input = {}, how = {}) => {
    const who = typeof how.as === 'object' ? how.as : people[how.as ?? 'system']!;
    const found = def(requested);
    const definition = found?.commands[name];
    if (!found || !definition) throw new Error(`no command ${requested} ${name}`);
    if (!may(who, definition.need).ok)
      return refuse('forbidden', 403, { permission: String(definition.need) });
    const parsed = z.safeParse(definition.input, input);
    if (!parsed.success)
      return refuse(parsed.error.issues[0]!.message, 400, undefined, parsed.error.issues[0]!.path.join('.'));
    const key = streamKey(requested) === 'new' ? String(nextNumber(found.name)) : streamKey(requested);
    const stream = `${found.name}-${key}`;
    const before = state(stream);
    const isNew = !log.some((event) => event.stream === stream);
    if (isNew && !definition.creates && given(stream) === undefined) return refuse('notFound', 404);
    if (!isNew && found.visible && !found.visible(before, who, directory)) return refuse('notFound', 404);
    const now = how.now ?? wednesday;
    const actor: Actor = { kind: who.kind, empId: who.empId, name: who.name, sessionId: who.sessionId };
    const glance = { now, today: businessDay(now), actor, viewer: who, directory, id: key };
    const first = definition.reads?.(parsed.data, before, glance) ?? {};
    const known = Object.fromEntries(Object.entries(first).map(([short, other]) => [short, state(other)]));
    const reads = {
      ...first,
      ...definition.readsNext?.(parsed.data, known, glance, before),
      ...definition.readsPrepared?.(how.prepared),
    };
    const decision = definition.decide(before, parsed.data, {
      ...glance,
      may: (permission) => may(who, permission).ok,
      newId: () => `id-${(ids += 1)}`,
      newNumber: (kind) => (kind === found.name && isNew ? Number(key) : nextNumber(kind)),
      read: Object.fromEntries(Object.entries(reads).map(([short, other]) => [short, state(other)])),
      prepared: how.prepared,
      seen: how.seen,
    });
    if (isRefusal(decision)) return decision;
    const { events, answer } = 'events' in decision ? decision : { events: decision, answer: undefined };
    const stored = (events as readonly NewEvent[]).map((event): AnyEvent => {
      const at = event.stream ?? stream;
      const one: AnyEvent = {
        position: log.length + 1,
        stream: at,
        version: log.filter((old) => old.stream === at).length + 1,
        id: `event-${log.length + 1}`,
        type: event.type,
        at: new Date(now).toISOString(),
        actor,
        data: structuredClone(event.data),
        correlationId: 'life',
      };
      log.push(one);
      return one;
    });
    return { id: key, stream, events: stored, answer: answer ?? {} };
  };

  return {
    command,
    must(stream, name, input, how) {
      const done = command(stream, name, input, how);
      if (isRefusal(done)) throw new Error(`${stream} ${name} was refused: ${JSON.stringify(done)}`);
      return done;
    },
    state,
    log,
  };
}

/**
 * `given(queueitem, events).when('claim', {}, { as: 'verifier' }).then(['QueueItemClaimed'])`, or `.then({
 * code, status })`.
 */
export function given(
  stream: StreamDef,
  events: readonly NewEvent[],
  others: readonly StreamDef[] = [],
  fixed: Parameters<typeof openLife>[1] = {},
) {
  return {
    when(command: string, input: unknown = {}, how: How & { readonly key?: string } = {}) {
      const life = openLife([stream, ...others], fixed);
      const key = how.key ?? '1';
      const target = `${stream.name}-${key}`;
      seed(life, target, events, how.now ?? wednesday);
      const outcome = life.command(target, command, input, how);
      return {
        outcome,
        life,
        then(expected: readonly (string | Partial<NewEvent>)[] | Partial<Refusal>) {
          if (!Array.isArray(expected))
            return void expect(outcome).toMatchObject({ refused: true, ...expected });
          if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
          expect(outcome.events.map((event) => event.type)).toEqual(
            expected.map((one) => (typeof one === 'string' ? one : one.type)),
          );
          expected.forEach(
            (one, at) => typeof one !== 'string' && expect(outcome.events[at]).toMatchObject(one),
          );
        },
      };
    },
  };
}

function seed(life: Life, stream: string, events: readonly NewEvent[], now: number): void {
  const log = life.log as AnyEvent[];
  for (const event of events) {
    const at = event.stream ?? stream;
    log.push({
      position: log.length + 1,
      stream: at,
      version: log.filter((old) => old.stream === at).length + 1,
      id: `event-${log.length + 1}`,
      type: event.type,
      at: new Date(now).toISOString(),
      actor: { kind: 'system', empId: null, name: 'server' },
      data: event.data,
      correlationId: 'given',
    });
  }
}

/**
 * Runs a story from beginning to end; a refusal fails it. `$` in a step's stream is the number of the record
 * made by the last `new` step. `prepared` gives, for `signup/verifyOtp` and the like, what the server would
 * have looked up before.
 */
export function playStory(
  defs: readonly StreamDef[],
  story: Story,
  options: {
    readonly prepared?: Readonly<Record<string, unknown>>;
    readonly fixed?: Parameters<typeof openLife>[1];
    readonly now?: number;
  } = {},
): Life {
  const life = openLife(defs, options.fixed ?? checkedIn);
  let made = '';
  story.forEach((step, at) => {
    const stream = step.stream.replace('$', made);
    const done = life.must(stream, step.command, step.input, {
      as: step.as,
      now: (options.now ?? wednesday) + at * 60_000,
      prepared: options.prepared?.[`${streamName(stream)}/${step.command}`],
    });
    if (streamKey(stream) === 'new') made = done.id;
  });
  return life;
}

/** Everyone has checked in today. */
export function checkedIn(stream: string): unknown {
  return streamName(stream) === 'attendance'
    ? { iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 0 }
    : undefined;
}
