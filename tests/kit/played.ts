import type { Fact } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Directory, DirectoryEmployee } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import type { Ask, PolicyDef } from '#shared/core/policy.ts';
import type { Ctx, Story, StreamDef } from '#shared/core/stream.ts';

/** A house of streams in memory: orders are decided and their events folded at once, as `handle` does it. */
export function playHouse(defs: readonly StreamDef[], people: readonly DirectoryEmployee[], holders: Readonly<Record<string, readonly number[]>> = {}) {
  const streams = new Map(defs.map((def) => [def.name, def]));
  const log: Fact[] = [];
  const versions = new Map<string, number>();
  const states = new Map<string, unknown>();
  const numbers = new Map<string, number>();
  let ids = 0;
  const state = (stream: string): any => states.get(stream) ?? streams.get(streamName(stream))?.initial(streamKey(stream));
  const directory: Directory = {
    employee: (empId) => people.find((one) => one.empId === empId) ?? null,
    employees: () => people,
    holders: (permission) => people.filter((one) => one.active && (one.admin || holders[permission]?.includes(one.empId))),
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
      name: one?.name ?? 'house',
      roleId: one?.roleId ?? null,
      designationId: one?.designationId ?? null,
      effectiveDesignationId: one?.effectiveDesignationId ?? null,
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
    const fact: Fact = {
      type,
      data: JSON.parse(JSON.stringify(data)),
      at: new Date(at).toISOString(),
      actor: { kind: viewer.kind, empId, name: viewer.name },
      stream,
      version,
    };
    const def = streams.get(streamName(stream));
    if (!def) throw new Error(`no stream ${stream}`);
    states.set(stream, def.evolve(state(stream), fact));
    versions.set(stream, version);
    log.push(fact);
    return fact;
  };
  const order = (as: number | null, stream: string, name: string, input: unknown, at: number, prepared?: unknown): readonly Fact[] | Refusal => {
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
    const glance = { now: at, today: businessDay(at), actor: { kind: viewer.kind, empId: as, name: viewer.name }, viewer, directory, id: key };
    const parsed = command.input.parse(input);
    const reads = command.reads?.(parsed, state(full), glance) ?? {};
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
  return { state, order, write, log, directory, viewerOf };
}

export function person(empId: number, name: string, more: Partial<DirectoryEmployee> = {}): DirectoryEmployee {
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
export function told(outcome: readonly Fact[] | Refusal): string | readonly string[] {
  return isRefusal(outcome) ? outcome.code : outcome.map((fact) => fact.type);
}

interface Due {
  readonly at: number;
  readonly ask: Extract<Ask, { kind: 'command' }>;
}

/** Policies over a played house: `until(at)` carries out all that is asked for up to that instant, in order of time. */
export function playPolicies(house: ReturnType<typeof playHouse>, policies: readonly PolicyDef[]) {
  let heard = 0;
  const due: Due[] = [];
  const hear = () => {
    for (; heard < house.log.length; heard += 1) {
      const fact = house.log[heard]!;
      const event = { ...fact, position: heard + 1, id: `event-${heard + 1}`, correlationId: 'played' };
      for (const policy of policies)
        if (policy.on.includes(event.type))
          for (const ask of policy.ask(event, { directory: house.directory }))
            if (ask.kind === 'command') due.push({ at: ask.at ?? Date.parse(event.at), ask });
    }
  };
  return {
    until(at: number): void {
      for (;;) {
        hear();
        const next = due.filter((one) => one.at <= at).sort((a, b) => a.at - b.at)[0];
        if (!next) return;
        due.splice(due.indexOf(next), 1);
        const last = house.log.at(-1);
        house.order(null, next.ask.stream, next.ask.command, next.ask.input, Math.max(next.at, last ? Date.parse(last.at) : 0));
      }
    },
  };
}

const names: Readonly<Record<string, number | null>> = { system: null, admin: 1, manager: 5, agent1: 101, agent2: 102, lead: 131, field1: 151, hr: 181 };

/** Tells a story on 18-11-2026, 10:30; what each step came to. */
export function tellStory(house: ReturnType<typeof playHouse>, story: Story): readonly (string | readonly string[])[] {
  return story.map((step) => told(house.order(names[step.as]!, step.stream, step.command, step.input, Date.parse('2026-11-18T05:00:00.000Z'))));
}
