import { cutText } from '#shared/core/cut.ts';
import type { EntityRights, PermissionGroup, PermittedComponent } from '#shared/access/role-shape.ts';
import { rightsOfGroup } from '#shared/access/rights.ts';
import type { Screen } from '#shared/access/screens.ts';
import type { Group, Right } from '#shared/core/permission.ts';
import { groups } from '#shared/core/permission.ts';

/** What a check box grants: a right, full access, or a menu entry. */
export type Grant = Right | 'full' | 'menu';

/** One entity or report of one group; `section` is the entity under which a role lists its reports. */
export interface RoleLine {
  readonly key: string;
  readonly group: Group;
  readonly entity: string;
  readonly section: string | null;
  readonly path: string | null;
}

/** Grants by line; lines without any are omitted. */
export type Grants = ReadonlyMap<string, ReadonlySet<Grant>>;

export interface RoleLists {
  readonly permissionGroupsList: readonly PermissionGroup[];
  readonly permittedComponentsList: readonly PermittedComponent[];
}

/** Groups whose menu entries also require a component in the role's list. */
const listed: ReadonlySet<Group> = new Set(['Inventory', 'Reports', 'approvals', 'HR', 'Delivery']);
const shown: Readonly<Partial<Record<Group, string>>> = { approvals: 'Approvals' };
const flags = {
  view: 'bCanView',
  create: 'bCanCreate',
  edit: 'bCanEdit',
  delete: 'bCanDelete',
  approve: 'bCanApprove',
} as const;
type Flagged = keyof typeof flags;

export function keyOf(group: Group, entity: string): string {
  return `${group}/${entity}`;
}

/** Check boxes of one group, from left to right. */
export function boxesOf(group: Group): readonly Grant[] {
  return ['full', ...rightsOfGroup[group], ...(listed.has(group) ? ['menu' as const] : [])];
}

/** Every entity and report a role can name: those of the console's screens and any others the roles name. */
export function linesOf(screens: readonly Screen[], lists: readonly RoleLists[]): readonly RoleLine[] {
  const found = new Map<string, RoleLine>();
  const add = (line: Omit<RoleLine, 'key'>): void => {
    const key = keyOf(line.group, line.entity);
    if (!found.has(key)) found.set(key, { key, ...line });
  };
  for (const { group, entity, guard, section, path } of screens) {
    if (group && entity && (guard === 'entity' || guard === 'report'))
      add({ group, entity, section: guard === 'report' ? section : null, path });
  }
  for (const { permissionGroupsList } of lists) {
    for (const { vGroupName, entitiesList } of permissionGroupsList) {
      for (const entity of entitiesList) {
        if (vGroupName !== 'Reports')
          add({ group: vGroupName, entity: entity.vEntity, section: null, path: null });
        else
          for (const { vReportName } of entity.reportPermissionsList[0]?.reportsList ?? [])
            add({ group: vGroupName, entity: vReportName, section: entity.vEntity, path: null });
      }
    }
  }
  return groups.flatMap((group) => [...found.values()].filter((line) => line.group === group));
}

/** A role as check boxes. */
export function grantsOf({ permissionGroupsList, permittedComponentsList }: RoleLists): Grants {
  const grants = new Map<string, Set<Grant>>();
  const put = (key: string, ...list: readonly Grant[]): void => {
    if (list.length > 0) grants.set(key, new Set([...(grants.get(key) ?? []), ...list]));
  };
  for (const { vGroupName, entitiesList } of permissionGroupsList) {
    for (const entity of entitiesList) {
      if (vGroupName === 'Reports') {
        for (const report of entity.reportPermissionsList[0]?.reportsList ?? []) {
          put(
            keyOf(vGroupName, report.vReportName),
            ...(report.bFullAcess ? ['full' as const] : []),
            ...(report.bCanAccess ? ['access' as const] : []),
            ...(report.bCanExport ? ['export' as const] : []),
          );
        }
      } else
        put(
          keyOf(vGroupName, entity.vEntity),
          ...(entity.bFullAcess ? ['full' as const] : []),
          ...(Object.keys(flags) as Flagged[]).filter((right) => entity[flags[right]] === 1),
        );
    }
  }
  for (const { vGroupDisplayName, component } of permittedComponentsList) {
    const group = groups.find((one) => one === vGroupDisplayName || shown[one] === vGroupDisplayName);
    if (group && listed.has(group)) put(keyOf(group, component), 'menu');
  }
  return grants;
}

/** Sets or clears one check box; any right implies view, and clearing view clears all. */
export function withBox(grants: Grants, key: string, box: Grant, on: boolean): Grants {
  const now = new Set(grants.get(key) ?? []);
  const sight: Grant = key.startsWith('Reports/') ? 'access' : 'view';
  if (on) {
    now.add(box);
    if (box !== 'menu' && box !== 'full') now.add(sight);
  } else {
    now.delete(box);
    if (box === sight)
      for (const right of [...now]) if (right !== 'menu' && right !== 'full') now.delete(right);
  }
  const next = new Map(grants);
  if (now.size === 0) next.delete(key);
  else next.set(key, now);
  return next;
}

/** Whether a grant holds once full access and implied view are expanded. */
export function includes(grants: Grants, key: string, box: Grant): boolean {
  const now = grants.get(key);
  if (!now) return false;
  return now.has(box) || (box !== 'menu' && now.has('full'));
}

export interface Difference {
  readonly key: string;
  readonly box: Grant;
  readonly on: boolean;
}

/** Changes by check box, in the order of the lines. */
export function differences(
  lines: readonly RoleLine[],
  before: Grants,
  after: Grants,
): readonly Difference[] {
  return lines.flatMap(({ key, group }) =>
    boxesOf(group).flatMap((box): readonly Difference[] => {
      const had = before.get(key)?.has(box) ?? false;
      const has = after.get(key)?.has(box) ?? false;
      return had === has ? [] : [{ key, box, on: has }];
    }),
  );
}

export function withDifferences(grants: Grants, list: readonly Difference[]): Grants {
  const next = new Map([...grants].map(([key, set]) => [key, new Set(set)] as const));
  for (const { key, box, on } of list) {
    const set = next.get(key) ?? new Set<Grant>();
    if (on) set.add(box);
    else set.delete(box);
    if (set.size === 0) next.delete(key);
    else next.set(key, set);
  }
  return next;
}

/** The check boxes in the specification's shape; custom display names and unknown components are kept. */
export function listsOf(
  lines: readonly RoleLine[],
  grants: Grants,
  before: RoleLists,
  nameOf: (line: RoleLine) => string,
): RoleLists {
  const flag = (key: string, box: Grant): 0 | 1 => (grants.get(key)?.has(box) ? 1 : 0);
  const rights = (key: string): boolean => [...(grants.get(key) ?? [])].some((box) => box !== 'menu');
  const oldGroup = (group: Group): PermissionGroup | undefined =>
    before.permissionGroupsList.find(({ vGroupName }) => vGroupName === group);
  const permissionGroupsList = groups.flatMap((group): readonly PermissionGroup[] => {
    const mine = lines.filter((line) => line.group === group && rights(line.key));
    if (mine.length === 0) return [];
    const old = oldGroup(group);
    return [
      {
        vGroupName: group,
        vGroupDisplayName: old?.vGroupDisplayName ?? shown[group] ?? group,
        entitiesList: group === 'Reports' ? reports(mine) : mine.map(entity),
      },
    ];

    function entity(line: RoleLine): EntityRights {
      const had = old?.entitiesList.find(({ vEntity }) => vEntity === line.entity);
      return {
        vEntity: line.entity,
        vEntityDisplayName: had?.vEntityDisplayName ?? cutText(nameOf(line), 80),
        bFullAcess: flag(line.key, 'full'),
        bCanView: flag(line.key, 'view'),
        bCanCreate: flag(line.key, 'create'),
        bCanEdit: flag(line.key, 'edit'),
        bCanDelete: flag(line.key, 'delete'),
        bCanApprove: flag(line.key, 'approve'),
        reportPermissionsList: had?.reportPermissionsList ?? [],
      };
    }

    function reports(list: readonly RoleLine[]): EntityRights[] {
      return [...Map.groupBy(list, (line) => line.section ?? 'Reports')].map(([section, some]) => {
        const had = old?.entitiesList.find(({ vEntity }) => vEntity === section);
        const oldReports = had?.reportPermissionsList[0]?.reportsList ?? [];
        return {
          vEntity: section,
          vEntityDisplayName: had?.vEntityDisplayName ?? section,
          bFullAcess: had?.bFullAcess ?? 0,
          bCanView: had?.bCanView ?? 0,
          bCanCreate: had?.bCanCreate ?? 0,
          bCanEdit: had?.bCanEdit ?? 0,
          bCanDelete: had?.bCanDelete ?? 0,
          bCanApprove: had?.bCanApprove ?? 0,
          reportPermissionsList: [
            {
              reportsList: some.map((line) => ({
                vReportName: line.entity,
                vReportDisplayName:
                  oldReports.find(({ vReportName }) => vReportName === line.entity)?.vReportDisplayName ??
                  cutText(nameOf(line), 80),
                bFullAcess: flag(line.key, 'full'),
                bCanAccess: flag(line.key, 'access'),
                bCanExport: flag(line.key, 'export'),
              })),
            },
          ],
        };
      });
    }
  });
  const known = new Set(lines.filter(({ group }) => listed.has(group)).map(({ key }) => key));
  const isKnown = ({ vGroupDisplayName, component }: PermittedComponent): boolean =>
    groups.some(
      (group) =>
        (group === vGroupDisplayName || shown[group] === vGroupDisplayName) &&
        known.has(keyOf(group, component)),
    );
  const permittedComponentsList = [
    ...before.permittedComponentsList.filter((one) => !isKnown(one)),
    ...lines
      .filter(({ key }) => flag(key, 'menu') === 1)
      .map(({ group, entity }) => ({
        vGroupDisplayName: oldGroup(group)?.vGroupDisplayName ?? shown[group] ?? group,
        component: entity,
      })),
  ];
  return { permissionGroupsList, permittedComponentsList };
}
