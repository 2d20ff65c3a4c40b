import { screens } from '#shared/access/screens.ts';
import type { TestServer } from './server.ts';
import { endSessions } from './end-sessions.ts';
import type { Principal, RawRole } from './permission-oracle.ts';

/** A caller to try every route with: their credentials, and what the oracle should know of them. */
export interface Tried extends Principal {
  readonly headers: Readonly<Record<string, string>>;
}

const groups = [
  'Masters',
  'Prescription',
  'Out Bound',
  'Inventory',
  'approvals',
  'HR',
  'Delivery',
  'Dashboard',
] as const;
const named = (name: string, flags: object) => ({ vEntity: name, vEntityDisplayName: name, ...flags });

function everywhere(flags: object): RawRole {
  return {
    permissionGroupsList: groups.map((group) => ({
      vGroupName: group,
      vGroupDisplayName: group,
      entitiesList: [
        ...new Set(
          screens.filter((screen) => screen.group === group && screen.entity).map((screen) => screen.entity!),
        ),
      ].map((entity) => named(entity, flags)),
    })),
  };
}

function reports(names: readonly string[], flags: object): RawRole {
  const reportsList = names.map((name) => ({
    vReportName: name,
    vReportDisplayName: 'Stock Query',
    ...flags,
  }));
  return {
    permissionGroupsList: [
      {
        vGroupName: 'Reports',
        entitiesList: [{ ...named('Reports', {}), reportPermissionsList: [{ reportsList }] }],
      },
    ],
  };
}
const allReports = screens.filter((screen) => screen.guard === 'report').map((screen) => screen.entity!);
const wallRole: RawRole = {
  permissionGroupsList: groups.map((group) => ({
    vGroupName: group,
    entitiesList: screens
      .filter(
        (screen) =>
          screen.group === group &&
          screen.guard === 'entity' &&
          (['Out Bound', 'approvals', 'HR'].includes(group) || screen.path === '/dashboard'),
      )
      .map((screen) => named(screen.entity!, { bCanView: 1 })),
  })),
};

interface Person {
  readonly name: string;
  readonly role: RawRole | null;
  readonly designationId?: number;
  readonly pooId?: number;
  readonly admin?: boolean;
  readonly temp?: number;
  readonly empId?: number;
}

/** The person that ADMIN_EMPLOYEE_IDS must name for the matrix. */
export const listedAdmin = 990;

const people: readonly Person[] = [
  { name: 'no role', role: null },
  { name: 'view only', role: everywhere({ bCanView: 1 }) },
  { name: 'create only', role: everywhere({ bCanCreate: 1 }) },
  { name: 'edit only', role: everywhere({ bCanEdit: 1 }) },
  { name: 'delete only', role: everywhere({ bCanDelete: 1 }) },
  { name: 'approve only', role: everywhere({ bCanApprove: 1 }) },
  { name: 'full access', role: everywhere({ bFullAcess: 1 }) },
  { name: 'report access', role: reports(allReports, { bCanAccess: 1 }) },
  { name: 'report export', role: reports(allReports, { bCanExport: 1 }) },
  { name: 'stock query', role: reports(['stockQuery'], { bCanAccess: 1 }) },
  { name: 'flags all 0', role: everywhere({}) },
  {
    name: 'right names, wrong groups',
    role: {
      permissionGroupsList: everywhere({ bFullAcess: 1 }).permissionGroupsList.map((group, n, all) => ({
        ...group,
        vGroupName: all[(n + 3) % all.length]!.vGroupName,
      })),
    },
  },
  {
    name: 'bare last segments',
    role: {
      permissionGroupsList: groups.map((group) => ({
        vGroupName: group,
        entitiesList: ['1', '2', 'query', 'DD', 'SIGNUP-QUEUE', 'signup'].map((entity) =>
          named(entity, { bFullAcess: 1 }),
        ),
      })),
    },
  },
  { name: 'designation 92', role: everywhere({ bCanView: 1 }), designationId: 92 },
  { name: 'attendance designation', role: null, designationId: 19 },
  { name: 'other place', role: everywhere({ bCanView: 1 }), pooId: 12 },
  { name: 'temporary team lead', role: null, temp: 95 },
  { name: 'admin by list', role: null, admin: true, empId: listedAdmin },
  { name: 'admin by designation', role: null, designationId: 2, admin: true },
  { name: 'report access elsewhere', role: reports(allReports, { bCanAccess: 1 }), pooId: 12 },
];

/**
 * Creates them all in the running server by commands, and signs them in without hashing a password for each.
 */
export async function openPrincipals({ server }: TestServer): Promise<Tried[]> {
  const system = server.access.systemViewer('matrix');
  const must = async (stream: string, command: string, input: object, viewer = system): Promise<string> => {
    const done = await server.handle({ stream, command, input, viewer, correlationId: 'matrix' });
    if ('refused' in done) throw new Error(`${stream} ${command}: ${JSON.stringify(done)}`);
    return (done as { id: string }).id;
  };
  const meta = { loginParam: 'default', userAgent: 'matrix', ip: '127.0.0.1' };
  const enter = async (empId: number): Promise<{ headers: Record<string, string>; sessionId: string }> => {
    const opened = (await server.access.sessions.open(empId, meta))!;
    return {
      sessionId: opened.id,
      headers: { cookie: `${server.access.cookieName}=${opened.cookie}`, authtoken: opened.token },
    };
  };

  const tried: Tried[] = [{ name: 'nobody', signedIn: false, role: null, headers: {} }];
  for (const [n, person] of people.entries()) {
    const empId = person.empId ?? 900 + n;
    const roleId = 900 + n;
    if (person.role)
      await must(`role-${roleId}`, 'createRole', {
        vRoleName: `Matrix ${person.name}`,
        permissionGroupsList: person.role.permissionGroupsList.map((group) => ({
          vGroupDisplayName: group.vGroupName,
          ...group,
        })),
      });
    await must(`employee-${empId}`, 'createEmployee', {
      firstName: 'Matrix',
      lastName: person.name.replace(/[^a-z ]/g, ' '),
      email: `matrix${n}@care.example`,
      designationId: person.designationId ?? 12,
      roleId: person.role ? roleId : null,
      managerId: 5,
      pooId: person.pooId ?? 1,
      joiningDate: '2026-01-01',
    });
    if (person.temp) {
      const id = await must('tempdesig-new', 'request', {
        empId,
        designationId: person.temp,
        from: '2026-11-18',
        to: '2026-11-20',
        reason: 'Stands in for the lead',
      });
      await must(`tempdesig-${id}`, 'approve', {});
    }
    tried.push({
      name: person.name,
      signedIn: true,
      role: person.role,
      ...(person.admin ? { admin: true } : {}),
      headers: (await enter(empId)).headers,
    });
  }

  const revoked = await enter(906);
  await endSessions(server, 906, revoked.sessionId);
  tried.push({ name: 'revoked', signedIn: false, role: null, headers: revoked.headers });
  const expired = await enter(906);
  await server.pool.query(
    "update access_sessions set started_at = started_at - interval '13 hours', seen_at = seen_at - interval '13 hours' where id = $1",
    [expired.sessionId],
  );
  await endSessions(server, 906, expired.sessionId, 'expired');
  tried.push({ name: 'expired', signedIn: false, role: null, headers: expired.headers });
  const half = await enter(906);
  tried.push({
    name: 'cookie alone',
    signedIn: false,
    role: null,
    headers: { cookie: half.headers.cookie! },
  });
  tried.push({
    name: 'token alone',
    signedIn: false,
    role: null,
    headers: { authtoken: half.headers.authtoken! },
  });
  tried.push({
    name: 'placeholder token',
    signedIn: false,
    role: null,
    headers: { cookie: half.headers.cookie!, authtoken: 'authtoken' },
  });

  const { code } = await server.access.devices.pair({
    name: 'Matrix wall',
    kind: 'wall',
    rights: (await import('#server/access/devices.ts')).wallRights,
    poos: [1],
    madeBy: 1,
  });
  const device = (await server.access.devices.claim(code, () => undefined))!;
  tried.push({
    name: 'wall',
    signedIn: true,
    device: true,
    role: wallRole,
    headers: { authtoken: device.token },
  });
  return tried;
}
