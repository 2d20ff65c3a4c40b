import type { EntityRights, PermissionGroup, PermittedComponent } from '#shared/access/role-shape.ts';
import { screens } from '#shared/access/screens.ts';
import type { Group } from '#shared/core/permission.ts';

/**
 * Permissions in short: v view, c create, e edit, d delete, a approve, * all; for reports o open, x export.
 */
export type Short = Partial<Record<Group, Readonly<Record<string, string>>>>;

const reportSections = Map.groupBy(
  screens.filter((screen) => screen.guard === 'report'),
  (screen) => screen.section,
);
const shown: Readonly<Partial<Record<Group, string>>> = { approvals: 'Approvals' };
const withComponents: ReadonlySet<Group> = new Set(['Inventory', 'Reports', 'approvals', 'HR', 'Delivery']);

/** `employeePooMapping` becomes `Employee Poo Mapping`. */
function spoken(entity: string): string {
  return entity
    .replace(/[-/]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase());
}

function entityOf(
  vEntity: string,
  letters: string,
  reportsList?: EntityRights['reportPermissionsList'][number]['reportsList'],
): EntityRights {
  const has = (letter: string): 0 | 1 => (letters.includes(letter) ? 1 : 0);
  return {
    vEntity,
    vEntityDisplayName: spoken(vEntity),
    bFullAcess: has('*'),
    bCanView: has('v'),
    bCanCreate: has('c'),
    bCanEdit: has('e'),
    bCanDelete: has('d'),
    bCanApprove: has('a'),
    reportPermissionsList: reportsList ? [{ reportsList }] : [],
  };
}

function reportsOf(requested: Readonly<Record<string, string>>): EntityRights[] {
  const letters = (name: string): string => requested[name] ?? requested['*'] ?? '';
  return [...reportSections].flatMap(([section, list]) => {
    const reportsList = list
      .filter((screen) => letters(screen.entity!) !== '')
      .map(({ entity }) => {
        const given = letters(entity!);
        return {
          vReportName: entity!,
          vReportDisplayName: spoken(entity!),
          bFullAcess: given.includes('*') ? (1 as const) : (0 as const),
          bCanAccess: given.includes('o') ? (1 as const) : (0 as const),
          bCanExport: given.includes('x') ? (1 as const) : (0 as const),
        };
      });
    return reportsList.length > 0 ? [entityOf(section, '', reportsList)] : [];
  });
}

function entitiesOf(group: Group, requested: Readonly<Record<string, string>>): EntityRights[] {
  const all =
    requested['*'] === undefined
      ? []
      : screens
          .filter((screen) => screen.group === group && screen.guard === 'entity')
          .map((screen) => screen.entity!);
  return [...new Set([...Object.keys(requested).filter((entity) => entity !== '*'), ...all])].map((entity) =>
    entityOf(entity, requested[entity] ?? requested['*']!),
  );
}

/** A role's permissions in the specification's shape. */
export function build(short: Short): {
  permissionGroupsList: PermissionGroup[];
  permittedComponentsList: PermittedComponent[];
} {
  const permissionGroupsList = (Object.entries(short) as [Group, Readonly<Record<string, string>>][]).map(
    ([group, requested]): PermissionGroup => ({
      vGroupName: group,
      vGroupDisplayName: shown[group] ?? group,
      entitiesList: group === 'Reports' ? reportsOf(requested) : entitiesOf(group, requested),
    }),
  );
  const permittedComponentsList = permissionGroupsList
    .filter((group) => withComponents.has(group.vGroupName))
    .flatMap((group) =>
      group.entitiesList.flatMap((entity) => {
        const names =
          group.vGroupName === 'Reports'
            ? entity.reportPermissionsList.flatMap(({ reportsList }) =>
                reportsList.map((report) => report.vReportName),
              )
            : [entity.vEntity];
        return names.map((component) => ({ vGroupDisplayName: group.vGroupDisplayName, component }));
      }),
    );
  return { permissionGroupsList, permittedComponentsList };
}
