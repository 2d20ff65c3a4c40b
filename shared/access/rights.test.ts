import { expect, it } from 'vitest';
import type { PermissionGroup } from './role-shape.ts';
import { rightsOf, withImpliedView } from './rights.ts';

const entity = (more: object) => ({
  vEntity: 'colour',
  bFullAcess: 0,
  bCanView: 0,
  bCanCreate: 0,
  bCanEdit: 0,
  bCanDelete: 0,
  bCanApprove: 0,
  ...more,
});
const group = (vGroupName: string, more: object) =>
  [{ vGroupName, entitiesList: [entity(more)] }] as unknown as PermissionGroup[];

it('given a group that does not exist, then it grants nothing', () => {
  expect([...rightsOf({ permissionGroupsList: group('Everything', { bFullAcess: 1 }) } as never)]).toEqual(
    [],
  );
  expect([...rightsOf({ permissionGroupsList: group('Masters', { bCanView: 1 }) } as never)]).toEqual([
    'Masters/colour:view',
  ]);
});

it.each([
  [{ bCanEdit: 1 }, 1],
  [{ bCanApprove: 1 }, 1],
  [{}, 0],
])('given stored rights %o, then view is stored as %i', (more, view) => {
  expect(withImpliedView(group('Masters', more))[0]!.entitiesList[0]!.bCanView).toBe(view);
});

it('a right that a group does not have implies no view', () =>
  expect(withImpliedView(group('Dashboard', { bCanCreate: 1 }))[0]!.entitiesList[0]!.bCanView).toBe(0));
