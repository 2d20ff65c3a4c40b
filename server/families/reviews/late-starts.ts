import type { FastifyInstance } from 'fastify';
import { businessDay } from '#shared/core/day.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { attendanceView } from '#shared/feeds/attendance.ts';
import { lateStarts, type LateStarts } from '#shared/masters/reviews/late-starts.ts';
import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import { employeesView } from '../../access/directory-views.ts';
import type { House } from '../../house.ts';
import type { HttpParts } from '../../http.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';
import { readCutOffs, readEmployees, readHolidays } from './day-facts.ts';

type Parts = HttpParts & { readonly house: House; readonly rows: OpenSqlView };

/** Who should have begun the day and has not: `/masters-late-starts`. */
export function lateStartRoutes(app: FastifyInstance, { house, rows }: Parts): void {
  app.get('/masters-late-starts', { config: { need: 'Masters/allowdayStart:view' } }, async (request): Promise<LateStarts> => {
    await rows.reached(house.log.head());
    const now = house.clock.now();
    const today = businessDay(now);
    const [employees, cutOffs, holidays] = await Promise.all([readEmployees(house), readCutOffs(house), readHolidays(house, today)]);
    const people = house.views.get(employeesView).rows;
    const facts = {
      // A designation for a time counts, as it does at the check-in.
      employees: employees.map((one) => ({
        ...one,
        iDesignationId: house.access.directory.employee(one.iEmpId)?.effectiveDesignationId ?? one.iDesignationId,
      })),
      records: house.views.get(attendanceView).rows.values(),
      cutOffs,
      holidays,
      kept: attendanceDesignations,
      tasks: [...house.views.get(appointmentsView).rows.values()].filter((task) => task.iTaskStatus === 0),
      allowed: new Map([...people.values()].flatMap((one) => (one.dayStartAllowedUntil ? [[one.empId, one.dayStartAllowedUntil] as const] : []))),
    };
    return { today, rows: lateStarts(facts, request.viewer!, today, now) };
  });
}
