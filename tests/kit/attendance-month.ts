import { addDays } from '#shared/core/day.ts';
import { readDays, type DayCell } from '#shared/families/report-days.ts';
import type { ReportPage } from '#shared/families/report-wire.ts';
import type { Person } from './server.ts';

/** A row of the report of attendance by month. */
export interface MonthOf {
  readonly employeeId: number;
  readonly employee: string;
  readonly iPooId: number | null;
  readonly designationId: number | null;
  readonly present: number;
  readonly absent: number;
  readonly late: number;
  readonly worked: number;
  /** By date. */
  readonly days: Readonly<Record<string, DayCell>>;
}

/** The attendance of this month, or of the one that the query names, as a person sees it. */
export async function monthOfAll({ get }: Pick<Person, 'get'>, query = ''): Promise<readonly MonthOf[]> {
  const rows: MonthOf[] = [];
  for (let after: string | null = ''; after !== null;) {
    const more: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, body } = (await get(`/reports-rows/attendanceMonth?${query}${more}`)) as {
      status: number;
      body: ReportPage;
    };
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    rows.push(
      ...body.rows.map((row) => {
        const { from, days } = readDays(row['days'] ?? null);
        return {
          ...row,
          days: Object.fromEntries(days.map((cell, i) => [addDays(from, i), cell])),
        } as unknown as MonthOf;
      }),
    );
    after = body.next;
  }
  return rows;
}
