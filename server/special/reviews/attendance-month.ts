import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { businessDay, monthOf } from '#shared/core/day.ts';
import { refuse } from '#shared/core/refusal.ts';
import {
  attendanceMonth,
  monthPattern,
  type AttendanceMonth,
} from '#shared/masters/reviews/attendance-month.ts';
import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import type { AttendanceRecord } from '#shared/streams/people/attendance/record.ts';
import type { ServerParts } from '../../parts.ts';
import type { HttpParts } from '../../http.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';
import { readCutOffs, readEmployees, readHolidays } from './day-data.ts';

const limit = 1_000;
const requested = z.object({
  month: texts.code(monthPattern).optional(),
  iPooId: z.coerce.number().int().positive().optional(),
});

type Parts = HttpParts & {
  readonly server: ServerParts;
  readonly rows: OpenSqlView;
  /** Every day of everybody. */ readonly days: {
    readonly rows: ReadonlyMap<string, { readonly state: AttendanceRecord }>;
  };
};

/** The attendance of a month, one row per person: `/masters-attendance-month`. */
export function attendanceMonthRoutes(app: FastifyInstance, { server, rows, days }: Parts): void {
  app.get(
    '/masters-attendance-month',
    { config: { need: 'Masters/attendanceDetails:view' } },
    async (request): Promise<AttendanceMonth> => {
      const parsed = requested.safeParse(request.query);
      if (!parsed.success) {
        const field = parsed.error.issues[0]!.path.join('.');
        throw refuse('badFormat', 400, { label: field }, field);
      }
      await rows.reached(server.log.head());
      const today = businessDay(server.clock.now());
      const month = parsed.data.month ?? monthOf(today);
      const [employees, cutOffs, holidays] = await Promise.all([
        readEmployees(server),
        readCutOffs(server),
        readHolidays(server, month),
      ]);
      const records = [...days.rows.values()].map(({ state }) => state);
      const found = attendanceMonth(
        { employees, cutOffs, holidays, records, kept: attendanceDesignations },
        request.viewer!,
        month,
        parsed.data.iPooId ?? null,
      );
      return {
        month,
        today,
        rows: found.slice(0, limit),
        total: found.length,
        cut: found.length > limit,
        limit,
      };
    },
  );
}
