import type { OpenHouse } from '#server/app.ts';
import { screens } from '#shared/access/screens.ts';

export interface Entered {
  readonly cookie: string;
  readonly token: string;
  /** The version of the rights that a console which comes back knows of. */
  readonly rights: number;
}

const roleId = 7_001;
const firstEmployee = 7_100;
const perPerson = 5;

/** So many live sessions, or up to four more, of people with every right, made by orders as an admin would; five lines each may follow. */
export async function enterMany(house: OpenHouse, sessions: number, already: number): Promise<Entered[]> {
  const system = house.access.systemViewer('bench');
  const must = async (stream: string, command: string, input: object): Promise<void> => {
    const done = await house.handle({ stream, command, input, viewer: system, correlationId: 'bench' });
    if ('refused' in done) throw new Error(`${stream} ${command}: ${JSON.stringify(done)}`);
  };
  if (already === 0) {
    const groups = [...new Set(screens.filter((screen) => screen.group && screen.entity).map((screen) => screen.group!))];
    await must(`role-${roleId}`, 'createRole', {
      vRoleName: 'Bench',
      permissionGroupsList: groups.map((group) => ({
        vGroupName: group,
        vGroupDisplayName: group,
        entitiesList: [...new Set(screens.filter((screen) => screen.group === group && screen.entity).map((screen) => screen.entity!))].map((entity) => ({
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
      const opened = await house.access.sessions.open(empId, { loginParam: 'default', userAgent: 'bench', ip: '127.0.0.1' });
      if (!opened) throw new Error(`${empId} may not come in`);
      const viewer = await house.access.viewerOf({ cookie: opened.cookie, token: opened.token });
      entered.push({ cookie: `${house.access.cookieName}=${opened.cookie}`, token: opened.token, rights: viewer!.permissionVersion });
    }
  }
  return entered;
}
