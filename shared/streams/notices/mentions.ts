import type { Directory, DirectoryEmployee } from '../../core/directory.ts';
import type { Viewer } from '../../core/permission.ts';
import { plainText } from '../../core/plain.ts';
import type { Abouts } from '../../core/about.ts';
import { mayReadAbout } from './about.ts';

interface Named {
  readonly empId: number;
  readonly name: string;
}
const MOST = 20;
const letter = /[\p{L}\p{N}]/u;

/**
 * Ids of people mentioned with `@`: by full name, or by a first name that is unique. Each once, in order of
 * appearance.
 */
export function mentionsIn(text: string, people: readonly Named[]): readonly number[] {
  const names = people.map(({ empId, name }) => ({ empId, whole: plainText(name) }));
  const firsts = new Map<string, number[]>();
  for (const { empId, whole } of names)
    firsts.set(whole.split(' ')[0]!, [...(firsts.get(whole.split(' ')[0]!) ?? []), empId]);
  const calls = [
    ...names.filter(({ whole }) => whole !== '').map(({ empId, whole }) => ({ empId, call: whole })),
    ...[...firsts].flatMap(([call, all]) =>
      call !== '' && all.length === 1 ? [{ empId: all[0]!, call }] : [],
    ),
  ].sort((a, b) => b.call.length - a.call.length);
  const plain = plainText(text);
  const found = new Set<number>();
  for (let at = plain.indexOf('@'); at >= 0 && found.size < MOST; at = plain.indexOf('@', at + 1)) {
    if (at > 0 && letter.test(plain[at - 1]!)) continue;
    const rest = plain.slice(at + 1, at + 121);
    const called = calls.find(({ call }) => rest.startsWith(call) && !letter.test(rest[call.length] ?? ' '));
    if (called) found.add(called.empId);
  }
  return [...found];
}

/** Everybody who may see a record now, and so may be mentioned in its room. */
export function readersOf(
  abouts: Abouts,
  name: string,
  state: unknown,
  directory: Directory,
): readonly DirectoryEmployee[] {
  const one = abouts[name];
  if (!one) return [];
  const requested =
    one.needs === 'signedIn'
      ? directory.employees()
      : one.needs.flatMap((need) => [...directory.holders(need)]);
  const held = new Map<string, ReadonlySet<number>>();
  const holds = (empId: number, permission: string): boolean => {
    if (!held.has(permission))
      held.set(permission, new Set(directory.holders(permission).map((holder) => holder.empId)));
    return held.get(permission)!.has(empId);
  };
  return [...new Map(requested.map((employee) => [employee.empId, employee])).values()].filter(
    (employee) => employee.active && mayReadAbout(abouts, name, state, asViewer(employee, holds)),
  );
}

function asViewer(
  employee: DirectoryEmployee,
  holds: (empId: number, permission: string) => boolean,
): Viewer {
  const { empId, name, admin, poos, roleId, designationId, effectiveDesignationId } = employee;
  return {
    kind: 'person',
    empId,
    name,
    roleId,
    designationId,
    effectiveDesignationId,
    admin,
    poos: admin ? 'all' : poos,
    languages: 'all',
    rights: { has: (permission: string) => holds(empId, permission) } as ReadonlySet<string>,
    sessionId: null,
    permissionVersion: 0,
    language: 'en',
  };
}
