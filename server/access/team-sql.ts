/** Selects the ids of employees who report to an employee (a placeholder or a number), directly or through others. */
export const teamSql = (manager: string): string =>
  `with recursive team (id) as (
    select id from master_rows where kind = 'employee' and (fields->>'iReportManagerId')::int = ${manager}::int
    union select e.id from master_rows e join team t on e.kind = 'employee' and (e.fields->>'iReportManagerId')::int = t.id
  ) select id from team`;
