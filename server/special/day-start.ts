import type { FastifyInstance } from 'fastify';
import { businessDay } from '#shared/core/day.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { startLimit } from '#shared/masters/reviews/late-starts.ts';
import type { DayStart } from '#shared/streams/people/attendance/guards.ts';
import type { OwnDayStart } from '#shared/wire.ts';
import { employeesView } from '../access/directory-views.ts';
import type { HttpParts } from '../http/every-request.ts';
import type { ServerParts } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';
import { readCutOffs, readHolidays } from './reviews/day-data.ts';

type Parts = Pick<ServerParts, 'pool' | 'views'>;

/** The latest start of a day for a person, and whether a team lead allowed a later one. */
export async function dayStartOf(
  parts: Parts,
  { empId, effectiveDesignationId }: Pick<Viewer, 'empId' | 'effectiveDesignationId'>,
  day: string,
): Promise<DayStart | null> {
  const person = parts.views.get(employeesView).rows.get(String(empId));
  if (!person) return null;
  const [cutOffs, holidays] = await Promise.all([readCutOffs(parts), readHolidays(parts, day)]);
  const poo = person.poos.find(({ primary }) => primary)?.pooId ?? null;
  const limit = startLimit({ cutOffs, holidays }, day, effectiveDesignationId, poo);
  const allowed = person.dayStartAllowedUntil;
  return limit && { ...limit, allowedUntil: allowed === null ? null : Date.parse(allowed) };
}

/** HH:mm of a person's first task of a day that has not started. */
const firstTaskOf = ({ views }: Parts, empId: number | null, day: string): string | null =>
  [...views.get(appointmentsView).rows.values()]
    .filter((task) => task.iAssignedTo === empId && task.appDate === day && task.iTaskStatus === 0)
    .map(({ slotFrom }) => slotFrom)
    .toSorted()[0] ?? null;

/** What a request to start the day late is checked against, and what its approver reads. */
export const dayStartFacts =
  (parts: Parts & Pick<ServerParts, 'clock'>): Prepare =>
  async ({ viewer }) => {
    const day = businessDay(parts.clock.now());
    return {
      dayStart: await dayStartOf(parts, viewer, day),
      firstTask: firstTaskOf(parts, viewer.empId, day),
    };
  };

/** `GET /day-start`: the cut-off of the caller's own day. */
export function dayStartRoute(
  app: FastifyInstance,
  { server }: HttpParts & { readonly server: ServerParts },
): void {
  app.get('/day-start', { config: { need: 'signedIn' } }, async ({ viewer }): Promise<OwnDayStart> => ({
    effectiveDesignationId: viewer!.effectiveDesignationId,
    dayStart: await dayStartOf(server, viewer!, businessDay(server.clock.now())),
  }));
}
