import type { FastifyInstance } from 'fastify';
import { businessDay } from '#shared/core/day.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { attendanceView } from '#shared/feeds/attendance.ts';
import { lateStarts, type LateStarts } from '#shared/masters/reviews/late-starts.ts';
import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import { employeesView } from '../../access/directory-views.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';
import { readCutOffs, readEmployees, readHolidays } from './day-data.ts';

type Parts = HttpParts & { readonly server: ServerParts; readonly rows: OpenSqlView };

/** People who should have started the day and have not: `/masters-late-starts`. */
export function lateStartRoutes(app: FastifyInstance, { server, rows }: Parts): void {
  app.get(
    '/masters-late-starts',
    { config: { need: 'Masters/allowdayStart:view' } },
    async (request): Promise<LateStarts> => {
      await rows.reached(server.log.head());
      const now = server.clock.now();
      const today = businessDay(now);
      const [employees, cutOffs, holidays] = await Promise.all([
        readEmployees(server),
        readCutOffs(server),
        readHolidays(server, today),
      ]);
      const people = server.views.get(employeesView).rows;
      const messages = {
        // A temporary designation counts, as it does at check-in.
        employees: employees.map((one) => ({
          ...one,
          iDesignationId:
            server.access.directory.employee(one.iEmpId)?.effectiveDesignationId ?? one.iDesignationId,
        })),
        records: server.views.get(attendanceView).rows.values(),
        cutOffs,
        holidays,
        kept: attendanceDesignations,
        tasks: [...server.views.get(appointmentsView).rows.values()].filter((task) => task.iTaskStatus === 0),
        allowed: new Map(
          [...people.values()].flatMap((one) =>
            one.dayStartAllowedUntil ? [[one.empId, one.dayStartAllowedUntil] as const] : [],
          ),
        ),
      };
      return { today, rows: lateStarts(messages, request.viewer!, today, now) };
    },
  );
}
