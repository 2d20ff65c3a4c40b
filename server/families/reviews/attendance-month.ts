import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { businessDay } from '#shared/core/day.ts';
import { refuse } from '#shared/core/refusal.ts';
import {
  attendanceMonth,
  monthPattern,
  type AttendanceMonth,
  type CutOff,
  type MonthEmployee,
  type MonthHoliday,
} from '#shared/masters/reviews/attendance-month.ts';
import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import type { AttendanceRecord } from '#shared/streams/people/attendance/record.ts';
import type { House } from '../../house.ts';
import type { HttpParts } from '../../http.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

const limit = 1_000;
const asked = z.object({ month: z.string().regex(monthPattern).optional(), iPooId: z.coerce.number().int().positive().optional() });

type Parts = HttpParts & {
  readonly house: House;
  readonly rows: OpenSqlView;
  /** Every day of everybody. */ readonly days: { readonly rows: ReadonlyMap<string, { readonly state: AttendanceRecord }> };
};

/** The attendance of a month, a line a person: `/masters-attendance-month`. */
export function attendanceMonthRoutes(app: FastifyInstance, { house, rows, days }: Parts): void {
  app.get('/masters-attendance-month', { config: { need: 'Masters/attendanceDetails:view' } }, async (request): Promise<AttendanceMonth> => {
    const parsed = asked.safeParse(request.query);
    if (!parsed.success) {
      const field = parsed.error.issues[0]!.path.join('.');
      throw refuse('badFormat', 400, { label: field }, field);
    }
    await rows.reached(house.log.head());
    const today = businessDay(house.clock.now());
    const month = parsed.data.month ?? today.slice(0, 7);
    const [employees, cutOffs, holidays] = await Promise.all([readEmployees(house), readCutOffs(house), readHolidays(house, month)]);
    const records = [...days.rows.values()].map(({ state }) => state);
    const found = attendanceMonth({ employees, cutOffs, holidays, records, kept: attendanceDesignations }, request.viewer!, month, parsed.data.iPooId ?? null);
    return { month, today, rows: found.slice(0, limit), total: found.length, cut: found.length > limit, limit };
  });
}

async function readEmployees({ pool }: House): Promise<MonthEmployee[]> {
  const { rows } = await pool.query<Omit<MonthEmployee, 'active'> & { status: 0 | 1 }>(
    `select e.id as "iEmpId", e.name, (e.fields->>'iPooId')::int as "iPooId", (e.fields->>'iReportManagerId')::int as "managerId", d.id as "iDesignationId", coalesce(d.name, '') as designation, e.status
     from master_rows e left join master_rows d on d.kind = 'designation' and d.id = (e.fields->>'idesignationId')::int where e.kind = 'employee'`,
  );
  return rows.map(({ status, ...one }) => ({ ...one, active: status === 1 }));
}

async function readCutOffs({ pool }: House): Promise<CutOff[]> {
  const { rows } = await pool.query<{ fields: Partial<CutOff> & Pick<CutOff, 'iDesignationId' | 'dFrom'> }>(
    "select fields from master_rows where kind = 'inEndThreshold' and status = 1 and not cancelled",
  );
  return rows.map(({ fields }) => ({
    iDesignationId: fields.iDesignationId,
    iPooId: fields.iPooId ?? null,
    dFrom: fields.dFrom,
    tCutOff: fields.tCutOff ?? null,
    iGraceMin: fields.iGraceMin ?? 0,
  }));
}

async function readHolidays({ pool }: House, month: string): Promise<MonthHoliday[]> {
  const { rows } = await pool.query<MonthHoliday>(
    `select fields->>'dDate' as date, name, fields->'pooIds' as "pooIds" from master_rows
     where kind = 'holiday' and status = 1 and not cancelled and fields->>'dDate' like $1`,
    [`${month}-%`],
  );
  return rows;
}
