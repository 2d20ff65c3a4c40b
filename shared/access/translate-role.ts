import type { Group } from '../core/permission.ts';
import type { PermissionGroup } from './role-shape.ts';
import { screens } from './screens.ts';

/** An entity of a foreign role that is ambiguous within its group. */
export interface Untranslated {
  readonly group: Group;
  readonly entity: string;
  readonly candidates: readonly string[];
}

function keysOf(group: Group): ReadonlyMap<string, readonly string[]> {
  const byTail = new Map<string, string[]>();
  for (const screen of screens) {
    if (screen.group !== group || !screen.entity) continue;
    const tail = screen.path.slice(screen.path.lastIndexOf('/') + 1);
    if (tail.startsWith(':')) continue;
    const known = byTail.get(tail) ?? [];
    if (!known.includes(screen.entity)) byTail.set(tail, [...known, screen.entity]);
  }
  return byTail;
}

function knownKeys(group: Group): ReadonlySet<string> {
  return new Set(
    screens.filter((screen) => screen.group === group && screen.entity).map((screen) => screen.entity!),
  );
}

/**
 * Translates a foreign role. It names entities by the last segment of their address (`1` for
 * `dsa-verification/1`), while ours have a longer key where that segment is only a value. An entity is
 * translated within its group when it is unambiguous, else reported.
 */
export function translateRole(list: readonly PermissionGroup[]): {
  list: PermissionGroup[];
  untranslated: Untranslated[];
} {
  const untranslated: Untranslated[] = [];
  const translated = list.map((group) => {
    const known = knownKeys(group.vGroupName);
    const tails = keysOf(group.vGroupName);
    const key = (entity: string): string | null => {
      if (known.has(entity)) return entity;
      const candidates = tails.get(entity) ?? [];
      if (candidates.length === 1) return candidates[0]!;
      untranslated.push({ group: group.vGroupName, entity, candidates });
      return null;
    };
    if (group.vGroupName === 'Reports') {
      const entitiesList = group.entitiesList.map((entity) => ({
        ...entity,
        reportPermissionsList: entity.reportPermissionsList.slice(0, 1).map(({ reportsList }) => ({
          reportsList: reportsList.flatMap((report) => {
            const found = key(report.vReportName);
            return found ? [{ ...report, vReportName: found }] : [];
          }),
        })),
      }));
      return { ...group, entitiesList };
    }
    return {
      ...group,
      entitiesList: group.entitiesList.flatMap((entity) => {
        const found = key(entity.vEntity);
        return found ? [{ ...entity, vEntity: found }] : [];
      }),
    };
  });
  return { list: translated, untranslated };
}
