import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grants } from '#tests/kit/permission-oracle.ts';
import type { Permission, Viewer } from '../core/permission.ts';
import { groups, may, rights } from '../core/permission.ts';
import { needOf } from './guard.ts';
import { rightsOf } from './rights.ts';
import type { EntityRights, PermissionGroup, RolePermissions } from './role-shape.ts';
import { permissionGroups } from './role-shape.ts';
import { screens } from './screens.ts';

const keys = screens
  .filter((screen) => screen.entity)
  .map((screen) => ({ group: screen.group!, entity: screen.entity! }));
const flag = fc.constantFrom<0 | 1>(0, 1);
const flags = {
  bFullAcess: fc.constantFrom<0 | 1>(0, 0, 0, 1),
  bCanView: flag,
  bCanCreate: flag,
  bCanEdit: flag,
  bCanDelete: flag,
  bCanApprove: flag,
};
const report = fc.record({
  vReportName: fc.constantFrom(
    ...keys.filter((key) => key.group === 'Reports').map((key) => key.entity),
    'Stock Query',
    'query',
  ),
  vReportDisplayName: fc.constantFrom('Stock Query', 'Sales', 'stockQuery'),
  bFullAcess: flags.bFullAcess,
  bCanAccess: flag,
  bCanExport: flag,
});
const entity = (group: string): fc.Arbitrary<EntityRights> =>
  fc.record({
    vEntity: fc.constantFrom(
      ...keys.filter((key) => key.group === group).map((key) => key.entity),
      '1',
      '2',
      'query',
      'polist',
    ),
    vEntityDisplayName: fc.constant('x'),
    ...flags,
    reportPermissionsList: fc.array(fc.record({ reportsList: fc.array(report, { maxLength: 4 }) }), {
      maxLength: 2,
    }),
  });
const role: fc.Arbitrary<RolePermissions> = fc.record({
  permissionGroupsList: fc.array(
    fc.constantFrom(...groups).chain((vGroupName) =>
      fc.record({
        vGroupName: fc.constant(vGroupName),
        vGroupDisplayName: fc.constant('x'),
        entitiesList: fc.array(entity(vGroupName), { maxLength: 4 }),
      }),
    ),
    { maxLength: 4 },
  ),
});
const mentioned = (one: RolePermissions): Permission[] =>
  one.permissionGroupsList.flatMap((group) =>
    [
      ...group.entitiesList.flatMap((item) => [
        item.vEntity,
        ...item.reportPermissionsList.flatMap((list) => list.reportsList.map((each) => each.vReportName)),
      ]),
    ].flatMap((name) =>
      groups.flatMap((where) => rights.map((right): Permission => `${where}/${name}:${right}`)),
    ),
  );

function viewer(one: RolePermissions): Viewer {
  return {
    kind: 'person',
    empId: 1,
    name: 'A',
    roleId: 1,
    designationId: 11,
    effectiveDesignationId: 11,
    admin: false,
    poos: [1],
    languages: 'all',
    rights: rightsOf(one),
    sessionId: 's',
    permissionVersion: 1,
    language: 'en',
  };
}

test('the guard and the oracle agree on every permission of 3,000 random roles', () => {
  fc.assert(
    fc.property(role, (one) => {
      const who = viewer(one);
      for (const permission of mentioned(one))
        if (may(who, permission).ok !== grants(one, permission))
          throw new Error(
            `${permission}: house ${may(who, permission).ok}, oracle ${grants(one, permission)}`,
          );
      for (const held of rightsOf(one))
        if (!grants(one, held)) throw new Error(`${held} is granted although the oracle knows of none`);
    }),
    { numRuns: 3_000 },
  );
});

test('taking any one flag away never opens a page that was closed', () => {
  const routes = screens.map((screen) => needOf(screen));
  fc.assert(
    fc.property(role, fc.nat(), (one, dice) => {
      const places = one.permissionGroupsList.flatMap((group, g) =>
        group.entitiesList.flatMap((item, e) =>
          Object.keys(flags)
            .filter((name) => item[name as keyof typeof flags] === 1)
            .map((name) => ({ g, e, name })),
        ),
      );
      if (places.length === 0) return;
      const { g, e, name } = places[dice % places.length]!;
      const less: RolePermissions = {
        permissionGroupsList: one.permissionGroupsList.map((group, i): PermissionGroup =>
          i !== g
            ? group
            : {
                ...group,
                entitiesList: group.entitiesList.map((item, j) => (j === e ? { ...item, [name]: 0 } : item)),
              },
        ),
      };
      const before = viewer(one);
      const after = viewer(less);
      for (const need of routes)
        if (may(after, need).ok && !may(before, need).ok)
          throw new Error(`${JSON.stringify(need)} opened by taking ${name}`);
      for (const held of rightsOf(less)) expect(rightsOf(one).has(held)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('display names, order and repeated groups make no difference', () => {
  fc.assert(
    fc.property(role, fc.string(), (one, name) => {
      const renamed: RolePermissions = {
        permissionGroupsList: [...one.permissionGroupsList].reverse().map((group) => ({
          ...group,
          vGroupDisplayName: name,
          entitiesList: [...group.entitiesList].reverse().map((item) => ({
            ...item,
            vEntityDisplayName: name,
            reportPermissionsList: item.reportPermissionsList.map((list) => ({
              reportsList: list.reportsList.map((each) => ({ ...each, vReportDisplayName: 'Stock Query' })),
            })),
          })),
        })),
      };
      expect([...rightsOf(renamed)].sort()).toEqual([...rightsOf(one)].sort());
    }),
    { numRuns: 500 },
  );
});

test('a role in any other shape than the specification’s is refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = permissionGroups.safeParse(value);
      if (parsed.success && !(Array.isArray(value) && value.length === 0))
        throw new Error(`taken: ${JSON.stringify(value)}`);
    }),
    { numRuns: 2_000 },
  );
  for (const evil of [
    '{"__proto__":{"bFullAcess":1}}',
    '[{"vGroupName":"Masters","vGroupDisplayName":"M","entitiesList":[{"vEntity":"emplist","vEntityDisplayName":"E","__proto__":{"bFullAcess":1}}]}]',
  ]) {
    const parsed = permissionGroups.safeParse(JSON.parse(evil));
    expect(parsed.success && rightsOf({ permissionGroupsList: parsed.data }).size > 0, evil).toBe(false);
  }
  expect(({} as { bFullAcess?: number }).bFullAcess).toBeUndefined();
});
