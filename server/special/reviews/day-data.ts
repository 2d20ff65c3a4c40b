import type { CutOff, Holiday, Starter } from '#shared/masters/reviews/late-starts.ts';
import type { ServerParts } from '../../core/parts.ts';

/** Everybody as lists of attendance show them. */
export async function readEmployees({ pool }: Pick<ServerParts, 'pool'>): Promise<Starter[]> {
  const { rows } = await pool.query<Omit<Starter, 'active'> & { status: 0 | 1 }>(
    `select e.id as "iEmpId", e.name, (e.fields->>'iPooId')::int as "iPooId", (e.fields->>'iReportManagerId')::int as "managerId", d.id as "iDesignationId", coalesce(d.name, '') as designation, e.status
     from master_rows e left join master_rows d on d.kind = 'designation' and d.id = (e.fields->>'idesignationId')::int where e.kind = 'employee'`,
  );
  return rows.map(({ status, ...one }) => ({ ...one, active: status === 1 }));
}

/** The latest starts of the day, by designation and place. */
export async function readCutOffs({ pool }: Pick<ServerParts, 'pool'>): Promise<CutOff[]> {
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

/** The holidays of a day. */
export async function readHolidays({ pool }: Pick<ServerParts, 'pool'>, day: string): Promise<Holiday[]> {
  const { rows } = await pool.query<Holiday>(
    `select fields->>'dDate' as date, name, fields->'pooIds' as "pooIds" from master_rows
     where kind = 'holiday' and status = 1 and not cancelled and fields->>'dDate' = $1`,
    [day],
  );
  return rows;
}
