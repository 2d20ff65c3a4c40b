import type { ServerParts } from '../core/parts.ts';

/** The name of the holiday on a day at a place, or at the place of an employee; null on a working day. */
export async function readHoliday(
  { pool }: Pick<ServerParts, 'pool'>,
  day: string,
  where: { readonly pooId: number | null } | { readonly empId: number | null },
): Promise<string | null> {
  const place =
    'empId' in where
      ? "(select (e.fields->>'iPooId')::int from master_rows e where e.kind = 'employee' and e.id = $2::bigint)"
      : '$2::bigint';
  const { rows } = await pool.query<{ name: string }>(
    `select h.name from master_rows h where h.kind = 'holiday' and h.status = 1 and not h.cancelled and h.fields->>'dDate' = $1
     and (coalesce(h.fields->'pooIds', '[]') = '[]' or h.fields->'pooIds' @> to_jsonb(${place})) limit 1`,
    [day, 'empId' in where ? where.empId : where.pooId],
  );
  return rows[0]?.name ?? null;
}
