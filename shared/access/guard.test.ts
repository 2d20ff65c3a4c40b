import { describe, expect, it } from 'vitest';
import type { Viewer } from '../core/permission.ts';
import { may } from '../core/permission.ts';
import { needOf, screenAt } from './guard.ts';
import { rightsOf, withImpliedView } from './rights.ts';
import type { EntityRights, PermissionGroup } from './role-shape.ts';
import { screens } from './screens.ts';
import { translateRole } from './translate-role.ts';

const none = {
  bFullAcess: 0,
  bCanView: 0,
  bCanCreate: 0,
  bCanEdit: 0,
  bCanDelete: 0,
  bCanApprove: 0,
  reportPermissionsList: [],
} as const;
function entity(vEntity: string, more: Partial<EntityRights> = {}): EntityRights {
  return { ...none, reportPermissionsList: [], vEntity, vEntityDisplayName: vEntity, ...more };
}
function group(vGroupName: PermissionGroup['vGroupName'], ...entitiesList: EntityRights[]): PermissionGroup {
  return { vGroupName, vGroupDisplayName: vGroupName, entitiesList };
}
function report(vReportName: string, vReportDisplayName: string, more: object = {}): PermissionGroup {
  const one = {
    vReportName,
    vReportDisplayName,
    bFullAcess: 0 as const,
    bCanAccess: 0 as const,
    bCanExport: 0 as const,
    ...more,
  };
  return group('Reports', entity('Reports', { reportPermissionsList: [{ reportsList: [one] }] }));
}
function viewer(...list: PermissionGroup[]): Viewer {
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
    rights: rightsOf({ permissionGroupsList: list }),
    sessionId: 's',
    permissionVersion: 1,
    language: 'en',
  };
}
function opens(who: Viewer | null, path: string): boolean {
  const screen = screenAt(path);
  return screen !== null && may(who, needOf(screen)).ok;
}

describe('the guard of every route', () => {
  it('opens the inbox of approvals to whoever is signed in, as requesters find their requests there', () => {
    expect(opens(viewer(), '/approvals')).toBe(true);
    expect(opens(null, '/approvals')).toBe(false);
  });
  it('finds each of the routes by its own address and none by another', () => {
    expect(screens.length).toBe(311);
    for (const screen of screens)
      expect(screenAt(screen.path.replace(':date', '2026-11-18').replace(/:\w+/, 'abc')), screen.path).toBe(
        screen,
      );
  });

  it('a parameter in the address never selects a permission', () => {
    const evil = viewer(
      group('Masters', entity('1', { bFullAcess: 1 }), entity('2', { bFullAcess: 1 })),
      group('Prescription', entity('1', { bFullAcess: 1 })),
      group('Reports', entity('query', { bFullAcess: 1 })),
      group('Dashboard', entity('rolemasterv2', { bFullAcess: 1 })),
    );
    for (const path of [
      '/masters/dsa-verification/1',
      '/masters/dsa-verification/2',
      '/prescription/orientationReview/reviewerType/1',
      '/reports/normalReports/stockQuery/query',
      '/detailDashboard/rolemasterv2',
      '/masters/rolemasterv2',
      '/reports/normalReports/detailDashboard/DD',
    ]) {
      expect(opens(evil, path), path).toBe(false);
    }
  });

  it('equal last segments in two groups are two permissions', () => {
    const approver = viewer(group('approvals', entity('transportationReport', { bFullAcess: 1 })));
    expect(opens(approver, '/approvals/transportationReport')).toBe(true);
    expect(opens(approver, '/reports/transportationReport')).toBe(false);
    const reader = viewer(report('transportationReport', 'Transport', { bCanAccess: 1 }));
    expect(opens(reader, '/approvals/transportationReport')).toBe(false);
    expect(opens(reader, '/reports/transportationReport')).toBe(true);
    const hr = viewer(group('HR', entity('attendanceDetails', { bCanView: 1 })));
    expect(opens(hr, '/HR/attendanceDetails')).toBe(true);
    expect(opens(hr, '/masters/attendanceDetails')).toBe(false);
  });

  it('compares addresses case-sensitively', () => {
    const buyer = viewer(
      group('Inventory', entity('poList', { bCanView: 1 }), entity('gre', { bCanView: 1 })),
    );
    expect(opens(buyer, '/purchaseanddispatch/poList')).toBe(true);
    expect(opens(buyer, '/purchaseanddispatch/PoList')).toBe(false);
    expect(opens(buyer, '/purchaseanddispatch/poListTemp')).toBe(false);
    expect(opens(buyer, '/purchaseanddispatch/gre')).toBe(true);
    expect(opens(buyer, '/purchaseanddispatch/gre1')).toBe(false);
    expect(screenAt('/PURCHASEANDDISPATCH/poList')).toBeNull();
  });

  it('accepts an encoded address, a query and a trailing slash', () => {
    expect(screenAt('/masters/employeeRhemos%26HopiStatus?x=1#y')?.entity).toBe('employeeRhemos&HopiStatus');
    expect(screenAt('/masters/emplist/')?.entity).toBe('emplist');
    expect(screenAt('/masters/%E0%A4%A')).toBeNull();
    expect(screenAt('/masters/emplist%2Fx')).toBeNull();
    expect(screenAt('/nowhere')).toBeNull();
    for (const path of [
      'javascript:alert(1)/dashboard',
      'https:evil.example/dashboard',
      'evil.example/dashboard',
      'dashboard',
      '',
    ])
      expect(screenAt(path), path).toBeNull();
  });

  it('an area opens for any one entity of it and for nothing else', () => {
    const agent = viewer(group('Out Bound', entity('signup-queue', { bCanView: 1 })));
    expect(opens(agent, '/outBound')).toBe(true);
    expect(opens(agent, '/masters')).toBe(false);
    expect(opens(agent, '/reports')).toBe(false);
  });

  it('signed out opens public pages only; Delivery is guarded like the rest', () => {
    expect(opens(null, '/login/default')).toBe(true);
    expect(opens(null, '/inbox')).toBe(false);
    expect(opens(viewer(), '/delivery/deliveryStatement')).toBe(false);
    expect(
      opens(
        viewer(group('Delivery', entity('deliveryStatement', { bCanView: 1 }))),
        '/delivery/deliveryStatement',
      ),
    ).toBe(true);
  });
});

describe('what a role grants', () => {
  it('full access is every right of its group; any right implies view', () => {
    expect([...rightsOf({ permissionGroupsList: [group('HR', entity('x', { bFullAcess: 1 }))] })]).toEqual([
      'HR/x:view',
      'HR/x:create',
      'HR/x:edit',
      'HR/x:delete',
      'HR/x:approve',
      'HR/x:export',
    ]);
    expect([...rightsOf({ permissionGroupsList: [group('HR', entity('x', { bCanEdit: 1 }))] })]).toEqual([
      'HR/x:view',
      'HR/x:edit',
    ]);
    expect([
      ...rightsOf({ permissionGroupsList: [group('Dashboard', entity('x', { bFullAcess: 1 }))] }),
    ]).toEqual(['Dashboard/x:view', 'Dashboard/x:export']);
    expect(withImpliedView([group('HR', entity('x', { bCanDelete: 1 }))])[0]!.entitiesList[0]!.bCanView).toBe(
      1,
    );
  });

  it('a flag is exactly the number 1', () => {
    expect(
      rightsOf({
        permissionGroupsList: [
          group('HR', entity('x', { bFullAcess: '1' as never, bCanView: true as never })),
        ],
      }).size,
    ).toBe(0);
  });

  it('reports go by id: a display name grants nothing, stockQuery exports with access', () => {
    expect([
      ...rightsOf({ permissionGroupsList: [report('slaesReport', 'Stock Query', { bCanAccess: 1 })] }),
    ]).toEqual(['Reports/slaesReport:access']);
    expect([
      ...rightsOf({ permissionGroupsList: [report('stockQuery', 'Renamed', { bCanAccess: 1 })] }),
    ]).toEqual(['Reports/stockQuery:access', 'Reports/stockQuery:export']);
    expect(rightsOf({ permissionGroupsList: [report('stockQuery', 'Stock Query')] }).size).toBe(0);
    expect(
      rightsOf({
        permissionGroupsList: [group('Reports', entity('slaesReport', { bFullAcess: 1, bCanView: 1 }))],
      }).size,
    ).toBe(0);
  });

  it('only the first report list counts', () => {
    const two = group(
      'Reports',
      entity('Reports', {
        reportPermissionsList: [
          { reportsList: [] },
          {
            reportsList: [
              {
                vReportName: 'labReport',
                vReportDisplayName: 'L',
                bFullAcess: 1,
                bCanAccess: 1,
                bCanExport: 1,
              },
            ],
          },
        ],
      }),
    );
    expect(rightsOf({ permissionGroupsList: [two] }).size).toBe(0);
  });
});

describe('an imported role', () => {
  it('is translated within its group when unambiguous', () => {
    const { list, untranslated } = translateRole([
      group('Masters', entity('1', { bCanView: 1 }), entity('emplist', { bCanView: 1 })),
      group('Prescription', entity('1', { bCanView: 1 }), entity('nonsense', { bCanView: 1 })),
      report('query', 'Q', { bCanAccess: 1 }),
    ]);
    expect([...rightsOf({ permissionGroupsList: list })]).toEqual([
      'Masters/dsa-verification/1:view',
      'Masters/emplist:view',
      'Prescription/reviewerType/1:view',
      'Reports/stockQuery:access',
      'Reports/stockQuery:export',
    ]);
    expect(untranslated).toEqual([{ group: 'Prescription', entity: 'nonsense', candidates: [] }]);
  });
});
