import { isManager } from '../../../core/designations.ts';
import type { Directory, DirectoryEmployee } from '../../../core/directory.ts';
import type { Permission } from '../../../core/permission.ts';

export const severities = ['critical', 'high', 'normal'] as const;
export type Severity = (typeof severities)[number];
export type Level = 1 | 2 | 3;

const minute = 60_000;
const hour = 60 * minute;

/** Within so long somebody acknowledges, and it is resolved; then the next level is told. It rings so often until then. */
export const escalationClock: Readonly<
  Record<Severity, { readonly ackMs: number; readonly resolveMs: number; readonly ringMs: number | null }>
> = {
  critical: { ackMs: 15 * minute, resolveMs: 2 * hour, ringMs: 5 * minute },
  high: { ackMs: hour, resolveMs: 8 * hour, ringMs: null },
  normal: { ackMs: 8 * hour, resolveMs: 48 * hour, ringMs: null },
};

export const doctorRight: Permission = 'Prescription/DoctorView:approve';
export const teamLeadRight: Permission = 'Out Bound/cc-queue:approve';
export const carerRight: Permission = 'Out Bound/cc-queue:edit';

/** Who stands on which rung in a place: the team leads and those who care, then the doctors too, then the managers too. */
export function ladder(level: Level, pooId: number | null, directory: Directory): readonly number[] {
  const there = (one: DirectoryEmployee): boolean =>
    one.active && !one.admin && (pooId === null || one.poos.includes(pooId));
  const managers = directory.employees().filter((one) => isManager(one) && there(one));
  const leads = directory.holders(teamLeadRight).filter((one) => there(one) && !isManager(one));
  const carers = directory
    .holders(carerRight)
    .filter((one) => there(one) && !leads.includes(one) && !isManager(one));
  const doctors = directory.holders(doctorRight).filter(there);
  const rungs: readonly (readonly DirectoryEmployee[])[] = [[...leads, ...carers], doctors, managers];
  const found = rungs.slice(0, level).flat();
  // An empty rung is no silence: then whoever runs the house hears of it.
  const all =
    found.length > 0 && (rungs[level - 1]?.length ?? 0) > 0
      ? found
      : [...found, ...directory.employees().filter((one) => one.active && one.admin)];
  return [...new Set(all.map(({ empId }) => empId))];
}

/** Whom ring number `n` of a level reaches: the owner and one more person each time, those told before again. */
export function notifiedAt(
  level: Level,
  n: number,
  owner: number | null,
  pooId: number | null,
  directory: Directory,
): readonly number[] {
  const rungs = ladder(level, pooId, directory);
  const below = level === 1 ? [] : ladder(level === 2 ? 1 : 2, pooId, directory);
  const fresh = rungs.filter((empId) => !below.includes(empId) && empId !== owner);
  const reached = level === 1 ? fresh.slice(0, 2 + n) : fresh.slice(0, 1 + n);
  return [...new Set([...(owner === null ? [] : [owner]), ...below, ...reached])];
}
