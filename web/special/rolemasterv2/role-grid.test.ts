import { expect, test } from 'vitest';
import { rightsOf } from '#shared/access/rights.ts';
import { screens } from '#shared/access/screens.ts';
import {
  boxesOf,
  differences,
  grantsOf,
  includes,
  linesOf,
  listsOf,
  withBox,
  withDifferences,
} from './role-grid.ts';
import type { RoleLists } from './role-grid.ts';

const role: RoleLists = {
  permissionGroupsList: [
    {
      vGroupName: 'Masters',
      vGroupDisplayName: 'Masters',
      entitiesList: [
        {
          vEntity: 'emplist',
          vEntityDisplayName: 'Our people',
          bFullAcess: 0,
          bCanView: 1,
          bCanCreate: 0,
          bCanEdit: 1,
          bCanDelete: 0,
          bCanApprove: 0,
          reportPermissionsList: [],
        },
      ],
    },
    {
      vGroupName: 'Reports',
      vGroupDisplayName: 'Reports',
      entitiesList: [
        {
          vEntity: 'Reports',
          vEntityDisplayName: 'Reports',
          bFullAcess: 0,
          bCanView: 0,
          bCanCreate: 0,
          bCanEdit: 0,
          bCanDelete: 0,
          bCanApprove: 0,
          reportPermissionsList: [
            {
              reportsList: [
                {
                  vReportName: 'dayendreport',
                  vReportDisplayName: 'Day end',
                  bFullAcess: 0,
                  bCanAccess: 1,
                  bCanExport: 0,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  permittedComponentsList: [
    { vGroupDisplayName: 'Reports', component: 'dayendreport' },
    { vGroupDisplayName: 'Elsewhere', component: 'ownThing' },
  ],
};
const lines = linesOf(screens, [role]);

test('a role converted to boxes and back is the same, with custom names and unknown components', () => {
  const again = listsOf(lines, grantsOf(role), role, ({ entity }) => entity);
  expect(rightsOf(again)).toEqual(rightsOf(role));
  expect(again.permissionGroupsList).toEqual(role.permissionGroupsList);
  expect([...again.permittedComponentsList].map(({ component }) => component).sort()).toEqual([
    'dayendreport',
    'ownThing',
  ]);
});

test('a right to change implies view, and without view there is no right', () => {
  const created = withBox(new Map(), 'Masters/traymaster', 'create', true);
  expect([...created.get('Masters/traymaster')!].sort()).toEqual(['create', 'view']);
  expect(withBox(created, 'Masters/traymaster', 'view', false).has('Masters/traymaster')).toBe(false);
  const exported = withBox(new Map(), 'Reports/dayendreport', 'export', true);
  expect([...exported.get('Reports/dayendreport')!].sort()).toEqual(['access', 'export']);
});

test('full access grants every right but no menu entry', () => {
  const full = withBox(new Map(), 'Inventory/purchaseEntry', 'full', true);
  expect(boxesOf('Inventory').filter((box) => includes(full, 'Inventory/purchaseEntry', box))).toEqual([
    'full',
    'view',
    'create',
    'edit',
    'delete',
    'approve',
  ]);
});

test('changes are listed per check box and can be applied to another role', () => {
  const before = grantsOf(role);
  const after = withBox(
    withBox(before, 'Masters/emplist', 'delete', true),
    'Reports/dayendreport',
    'menu',
    false,
  );
  const list = differences(lines, before, after);
  expect(list).toEqual([
    { key: 'Masters/emplist', box: 'delete', on: true },
    { key: 'Reports/dayendreport', box: 'menu', on: false },
  ]);
  expect(withDifferences(before, list)).toEqual(after);
  expect(
    differences(
      lines,
      after,
      withDifferences(
        after,
        list.map((one) => ({ ...one, on: !one.on })),
      ),
    ),
  ).toHaveLength(2);
});

test('every screen that a role can open has a line in its group', () => {
  for (const screen of screens) {
    if (screen.group && screen.entity && (screen.guard === 'entity' || screen.guard === 'report'))
      expect(
        lines.some(({ group, entity }) => group === screen.group && entity === screen.entity),
        screen.path,
      ).toBe(true);
  }
});
