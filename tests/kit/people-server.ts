import type { AnyEvent } from './any-event.ts';
import { businessDay, instantOf } from '#shared/core/day.ts';
import type { Directory, DirectoryEmployee } from '#shared/core/directory.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { role } from '#shared/streams/access/role.ts';
import { tempdesig } from '#shared/streams/access/tempdesig.ts';
import { unique } from '#shared/streams/core/unique.ts';
import { employee } from '#shared/streams/people/employee.ts';
import type { EmployeeState } from '#shared/streams/people/employee-state.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import { z } from 'zod';

/**
 * An in-memory server of people whose directory follows its events, for tests of rules about other people.
 */
const defs: readonly StreamDef[] = [employee, role, tempdesig, unique];
const codes: Readonly<Record<number, string>> = { 2: 'AD', 5: 'MG', 11: 'OA', 19: 'SX', 95: 'TL' };
const inactive = new Set([77]);

export interface PeopleServer {
  command(
    as: Partial<Viewer>,
    stream: string,
    command: string,
    input?: unknown,
    extra?: { now?: number; prepared?: unknown; seen?: number },
  ): readonly string[] | Refusal;
  state(stream: string): any;
  readonly log: AnyEvent[];
}

export function someone(
  empId: number,
  rights: readonly string[] = [],
  more: Partial<Viewer> = {},
): Partial<Viewer> {
  return { kind: 'person', empId, rights: new Set(rights), ...more };
}
export const theServer: Partial<Viewer> = { kind: 'system', empId: null, admin: true };
export const anAdmin = someone(1, [], { admin: true });

export function openPeopleServer(): PeopleServer {
  const log: AnyEvent[] = [];
  const state = (stream: string): any => {
    const def = defs.find((one) => one.name === streamName(stream));
    return log
      .filter((event) => event.stream === stream)
      .reduce((now, event) => def?.evolve(now, event), def?.initial(streamKey(stream)));
  };
  const rows = (): DirectoryEmployee[] =>
    [...new Set(log.map((event) => event.stream))]
      .filter((stream) => streamName(stream) === 'employee')
      .map((stream) => {
        const one = state(stream) as EmployeeState;
        return {
          empId: one.empId,
          name: nameOf(one),
          active: one.active,
          designationId: one.designationId,
          effectiveDesignationId: one.designationId,
          designationCode: codes[one.designationId ?? 0] ?? null,
          roleId: one.roleId,
          managerId: one.managerId,
          primaryPooId: one.poos.find((poo) => poo.primary)?.pooId ?? null,
          poos: one.poos.map((poo) => poo.pooId),
          languages: one.languages,
          phone: one.phone,
          admin: one.designationId === 2,
        };
      });
  const directory: Directory = {
    employee: (id) => rows().find((one) => one.empId === id) ?? null,
    employees: rows,
    holders: () => [],
    designation: (id) =>
      (codes[id] ?? inactive.has(id))
        ? { id, name: `D${id}`, code: codes[id] ?? '', active: !inactive.has(id) }
        : null,
    poo: (id) => (id <= 12 ? { id, name: `P${id}`, city: 'C', pincode: '560001' } : null),
    poos: () => [],
  };
  return {
    log,
    state,
    command(as, stream, name, input = {}, extra = {}) {
      const def = defs.find((one) => one.name === streamName(stream))!;
      const command = def.commands[name]!;
      const viewer: Viewer = {
        kind: 'person',
        empId: null,
        name: 'N',
        roleId: null,
        designationId: null,
        effectiveDesignationId: null,
        admin: false,
        poos: 'all',
        languages: 'all',
        rights: new Set(),
        sessionId: 's',
        permissionVersion: 1,
        language: 'en',
        ...as,
      };
      if (!may(viewer, command.need).ok)
        return refuse('forbidden', 403, { permission: String(command.need) });
      const parsed = z.safeParse(command.input, input);
      if (!parsed.success)
        return refuse(
          parsed.error.issues[0]!.message,
          400,
          undefined,
          parsed.error.issues[0]!.path.join('.'),
        );
      const now = extra.now ?? instantOf('2026-11-18', '10:30');
      const actor = { kind: viewer.kind, empId: viewer.empId, name: viewer.name };
      const glance = { now, today: businessDay(now), actor, viewer, directory, id: streamKey(stream) };
      const before = state(stream);
      const reads = command.reads?.(parsed.data, before, glance) ?? {};
      const decision = command.decide(before, parsed.data, {
        ...glance,
        may: (permission) => may(viewer, permission).ok,
        newId: () => 'x',
        newNumber: () => 1,
        read: Object.fromEntries(Object.entries(reads).map(([short, other]) => [short, state(other)])),
        prepared: extra.prepared,
        seen: extra.seen,
      });
      if (isRefusal(decision)) return decision;
      const events = 'events' in decision ? decision.events : decision;
      for (const event of events) {
        const at = event.stream ?? stream;
        log.push({
          position: log.length + 1,
          stream: at,
          version: log.filter((one) => one.stream === at).length + 1,
          id: String(log.length),
          type: event.type,
          at: new Date(now).toISOString(),
          actor,
          data: event.data,
          correlationId: 'paper',
        });
      }
      return events.map((event) => event.type);
    },
  };
}
