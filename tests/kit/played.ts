import type { RecordedEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Directory, DirectoryEmployee } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import type { Reaction, PolicyDef } from '#shared/core/policy.ts';
import type { Ctx, Story, StreamDef } from '#shared/core/stream.ts';
import { z } from 'zod';

/** Streams in memory: commands are decided and their events folded at once, as `handle` does. */
export function playServer(
  defs: readonly StreamDef[],
  people: readonly DirectoryEmployee[],
  holders: Readonly<Record<string, readonly number[]>> = {},
) {
  const streams = new Map(defs.map((def) => [def.name, def]));
  const log: RecordedEvent<string, any>[] = [];
  const versions = new Map<string, number>();
  const states = new Map<string, unknown>();
  const numbers = new Map<string, number>();
  let ids = 0;
  const state = (stream: string): any =>
    states.get(stream) ?? streams.get(streamName(stream))?.initial(streamKey(stream));
  const directory: Directory = {
    employee: (empId) => people.find((one) => one.empId === empId) ?? null,
    employees: () => people,
    holders: (permission) =>
      people.filter((one) => one.active && (one.admin || holders[permission]?.includes(one.empId))),
    designation: () => null,
    poo: () => null,
    poos: () => [],
  };
  const viewerOf = (empId: number | null): Viewer => {
    const one = empId === null ? null : directory.employee(empId);
    const rights = new Set(
      Object.entries(holders)
        .filter(([, list]) => empId !== null && list.includes(empId))
        .map(([name]) => name),
    );
    return {
      kind: empId === null ? 'system' : 'person',
      empId,
      name: one?.name ?? 'server',
      roleId: one?.roleId ?? null,
      designationId: one?.designationId ?? null,
      effectiveDesignationId: one?.effectiveDesignationId ?? null,
      cityHead: one?.designationCode === 'MG',
      admin: one?.admin ?? false,
      poos: one && !one.admin ? one.poos : 'all',
      languages: 'all',
      rights,
      sessionId: null,
      permissionVersion: 1,
      language: 'en',
    };
  };
  const write = (stream: string, type: string, data: any, at: number, empId: number | null) => {
    const version = (versions.get(stream) ?? 0) + 1;
    const viewer = viewerOf(empId);
    const message: RecordedEvent = {
      type,
      data: JSON.parse(JSON.stringify(data)),
      at: new Date(at).toISOString(),
      actor: { kind: viewer.kind, empId, name: viewer.name },
      stream,
      version,
    };
    const def = streams.get(streamName(stream));
    if (!def) throw new Error(`no stream ${stream}`);
    states.set(stream, def.evolve(state(stream), message));
    versions.set(stream, version);
    log.push(message);
    return message;
  };
  const command = (
    as: number | null,
    stream: string,
    name: string,
    input: unknown,
    at: number,
    prepared?: unknown,
  ): readonly RecordedEvent<string, any>[] | Refusal => {
    const def = streams.get(streamName(stream))!;
    const command = def.commands[name]!;
    const viewer = viewerOf(as);
    if (!may(viewer, command.need).ok) return { refused: true, code: 'forbidden', status: 403 };
    let key = streamKey(stream);
    const next = (kind: string) => {
      numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
      return numbers.get(kind)!;
    };
    if (key === 'new') key = String(next(def.name));
    const full = `${def.name}-${key}`;
    if (!command.creates && !versions.has(full)) return { refused: true, code: 'notFound', status: 404 };
    const glance = {
      now: at,
      today: businessDay(at),
      actor: { kind: viewer.kind, empId: as, name: viewer.name },
      viewer,
      directory,
      id: key,
    };
    const parsed = z.parse(command.input, input);
    const first = command.reads?.(parsed, state(full), glance) ?? {};
    const known = Object.fromEntries(Object.entries(first).map(([short, other]) => [short, state(other)]));
    const reads = {
      ...first,
      ...command.readsNext?.(parsed, known, glance, state(full)),
      ...command.readsPrepared?.(prepared),
    };
    const ctx: Ctx & { id: string } = {
      ...glance,
      may: (permission) => may(viewer, permission).ok,
      newId: () => `id${(ids += 1)}`,
      newNumber: (kind) => (kind === def.name && !versions.has(full) ? Number(key) : next(kind)),
      read: Object.fromEntries(Object.entries(reads).map(([short, other]) => [short, state(other)])),
      prepared,
    };
    const decision = command.decide(state(full), parsed, ctx);
    if (isRefusal(decision)) return decision;
    const events = 'events' in decision ? decision.events : decision;
    return events.map((event) => write(event.stream ?? full, event.type, event.data, at, as));
  };
  return { state, command, write, log, directory, viewerOf };
}

export function person(
  empId: number,
  name: string,
  more: Partial<DirectoryEmployee> = {},
): DirectoryEmployee {
  return {
    empId,
    name,
    active: true,
    designationId: 11,
    effectiveDesignationId: 11,
    designationCode: null,
    roleId: 1,
    managerId: 131,
    primaryPooId: 1,
    poos: [1],
    languages: ['en'],
    phone: null,
    admin: false,
    ...more,
  };
}

/** The code of a refusal, or the types of the events. */
export function emitted(
  outcome: readonly RecordedEvent<string, any>[] | Refusal,
): string | readonly string[] {
  return isRefusal(outcome) ? outcome.code : outcome.map((message) => message.type);
}

interface Due {
  readonly at: number;
  readonly react: Extract<Reaction, { kind: 'command' }>;
}

/**
 * Policies over an in-memory server: `until(at)` runs all reactions due up to that instant, sorted by time.
 */
export function playPolicies(server: ReturnType<typeof playServer>, policies: readonly PolicyDef[]) {
  let received = 0;
  const due: Due[] = [];
  const receive = () => {
    for (; received < server.log.length; received += 1) {
      const message = server.log[received]!;
      const event = {
        ...message,
        position: received + 1,
        id: `event-${received + 1}`,
        correlationId: 'played',
      };
      for (const policy of policies)
        if (policy.on.includes(event.type))
          for (const react of policy.react(event, { directory: server.directory }))
            if (react.kind === 'command') due.push({ at: react.at ?? Date.parse(event.at), react });
    }
  };
  return {
    until(at: number): void {
      for (;;) {
        receive();
        const next = due.filter((one) => one.at <= at).sort((a, b) => a.at - b.at)[0];
        if (!next) return;
        due.splice(due.indexOf(next), 1);
        const last = server.log.at(-1);
        const now = Math.max(next.at, last ? Date.parse(last.at) : 0);
        const { stream, command, input, outcome } = next.react;
        const done = server.command(null, stream, command, input, now);
        const refused = isRefusal(done) ? done.code : null;
        if (outcome) server.command(null, outcome.stream, outcome.command, { refused }, now);
      }
    },
  };
}

const names: Readonly<Record<string, number | null>> = {
  system: null,
  admin: 1,
  manager: 5,
  agent1: 101,
  agent2: 102,
  lead: 131,
  field1: 151,
  hr: 181,
};

/** Runs a story on 18-11-2026, 10:30, and returns the result of each step. */
export function playStoryOf(
  server: ReturnType<typeof playServer>,
  story: Story,
): readonly (string | readonly string[])[] {
  return story.map((step) =>
    emitted(
      server.command(
        names[step.as]!,
        step.stream,
        step.command,
        step.input,
        Date.parse('2026-11-18T05:00:00.000Z'),
      ),
    ),
  );
}
