import type { OpenServer } from '#server/app.ts';
import { screens } from '#shared/access/screens.ts';

export interface Entered {
  readonly cookie: string;
  readonly token: string;
  /** The version of the rights that a returning console knows. */
  readonly rights: number;
}

const roleId = 7_001;
const firstEmployee = 7_100;
const perPerson = 5;

/**
 * Makes that many live sessions, or up to four more, of people with every right, by an admin's commands; each
 * allows five connections.
 */
export async function enterMany(server: OpenServer, sessions: number, already: number): Promise<Entered[]> {
  const system = server.access.systemViewer('bench');
  const must = async (stream: string, command: string, input: object): Promise<void> => {
    const done = await server.handle({ stream, command, input, viewer: system, correlationId: 'bench' });
    if ('refused' in done) throw new Error(`${stream} ${command}: ${JSON.stringify(done)}`);
  };
  if (already === 0) {
    const groups = [
      ...new Set(screens.filter((screen) => screen.group && screen.entity).map((screen) => screen.group!)),
    ];
    await must(`role-${roleId}`, 'createRole', {
      vRoleName: 'Bench',
      permissionGroupsList: groups.map((group) => ({
        vGroupName: group,
        vGroupDisplayName: group,
        entitiesList: [
          ...new Set(
            screens
              .filter((screen) => screen.group === group && screen.entity)
              .map((screen) => screen.entity!),
          ),
        ].map((entity) => ({
          vEntity: entity,
          vEntityDisplayName: entity,
          bFullAcess: 1,
        })),
      })),
    });
  }
  const entered: Entered[] = [];
  const first = firstEmployee + Math.ceil(already / perPerson);
  const people = Array.from({ length: Math.ceil(sessions / perPerson) }, (_, n) => first + n);
  await Promise.all(
    people.map((empId) =>
      must(`employee-${empId}`, 'createEmployee', {
        firstName: 'Bench',
        lastName: 'Person',
        email: `bench${empId}@care.example`,
        designationId: 12,
        roleId,
        managerId: 5,
        pooId: 1,
        joiningDate: '2026-01-01',
      }),
    ),
  );
  for (const empId of people) {
    for (let n = 0; n < perPerson; n += 1) {
      const opened = await server.access.sessions.open(empId, {
        loginParam: 'default',
        userAgent: 'bench',
        ip: '127.0.0.1',
      });
      if (!opened) throw new Error(`${empId} could not sign in`);
      const viewer = await server.access.viewerOf({ cookie: opened.cookie, token: opened.token });
      entered.push({
        cookie: `${server.access.cookieName}=${opened.cookie}`,
        token: opened.token,
        rights: viewer!.permissionVersion,
      });
    }
  }
  return entered;
}
