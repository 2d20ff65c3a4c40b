with months as (
  select to_char(m, 'YYYY-MM') as month, m::date as first, (m + interval '1 month')::date - 1 as last
  from generate_series(date_trunc('month', :today::timestamp) - interval '24 months', date_trunc('month', :today::timestamp), interval '1 month') m
), kept as materialized (
  -- Before the first day that anybody recorded, nobody was absent.
  select coalesce(min("day"), to_char(:today, 'YYYY-MM-DD')) as since from report_employee_days
), holidays as materialized (
  select name, fields->>'dDate' as day, nullif(fields->'pooIds', 'null') as places, fields->>'vType' = 'weekly-off' as off
  from master_rows where kind = 'holiday' and status = 1 and not cancelled
), limits as materialized (
  select (fields->>'iDesignationId')::int as designation, (fields->>'iPooId')::int as place, fields->>'dFrom' as since,
    left(fields->>'tCutOff', 5) as at, coalesce((fields->>'iGraceMin')::int, 0) as grace
  from master_rows where kind = 'inEndThreshold' and status = 1 and not cancelled
), people as materialized (
  select e.id, e.name, e.status = 1 as active, (e.fields->>'iPooId')::int as place, e.fields->'iPooId' as place_json,
    (e.fields->>'idesignationId')::int as designation, (e.fields->>'iReportManagerId')::int as manager,
    (e.fields->>'idesignationId')::int = any(:designations) and (e.status = 1 or e.fields->>'dExitDate' is not null) as records,
    coalesce(e.fields->>'dJoiningDate', '') as joined, coalesce(e.fields->>'dExitDate', '9999') as until
  from master_rows e where e.kind = 'employee' and not e.cancelled
)
select p.id || '-' || m.month as id, m.month as "month", to_char(m.last, 'YYYY-MM-DD') as "last",
  p.id as "employeeId", p.name as "employee", p.place as "iPooId",
  p.designation as "designationId", d.name as "designation", b.name as "manager",
  x."days", x."present", x."absent", x."late", x."worked", x."unclosed", x."manual", x."onFreeDays"
from people p
cross join months m
cross join kept k
left join master_rows d on d.kind = 'designation' and d.id = p.designation
left join master_rows b on b.kind = 'employee' and b.id = p.manager
cross join lateral (
  select
    json_build_object('from', to_char(m.first, 'YYYY-MM-DD'), 'days', json_agg(
      case when s.state is not null then json_build_array(s.state, s.says, s.marks) end order by s.day))::text as "days",
    count(*) filter (where s.came) as "present",
    count(*) filter (where s.state = 'absent') as "absent",
    count(*) filter (where s.late) as "late",
    coalesce(sum(s.worked) filter (where s.came), 0)::bigint as "worked",
    count(*) filter (where s.unclosed) as "unclosed",
    count(*) filter (where s.came and s.manual) as "manual",
    count(*) filter (where s.came and s.free) as "onFreeDays",
    count(*) filter (where s.recorded) as "recorded"
  from (
    select c.day, a.id is not null as recorded, f.came, f.late, f.unclosed, f.came and a."manual" = 'yes' as manual,
      c.sunday or h.name is not null as free, a."workedMinutes" as worked,
      case
        when f.unclosed then 'unclosed' when f.late then 'late'
        when f.came and a."state" <> 'out' then 'open' when f.came then 'present'
        when h.name is not null and not h.off then 'holiday' when c.sunday or h.off then 'off' when a.id is not null then 'voided'
        when p.records and c.day < to_char(:today, 'YYYY-MM-DD') and c.day between greatest(p.joined, k.since) and p.until then 'absent'
      end as state,
      case when f.came then
        to_char(a."cameAt" at time zone 'Asia/Kolkata', 'HH24:MI') || '–' || coalesce(to_char(a."leftAt" at time zone 'Asia/Kolkata', 'HH24:MI'), '')
          || coalesce(' · ' || a."workedMinutes" / 60 || ':' || lpad((a."workedMinutes" % 60)::text, 2, '0'), '')
          || coalesce(' · ' || h.name, '')
      else h.name end as says,
      array_remove(array[
        case when f.late and f.unclosed then 'late' end,
        case when f.came and a."manual" = 'yes' then 'manual' end,
        case when f.came and h.name is not null and not h.off then 'holiday' when f.came and (c.sunday or h.off) then 'off' end
      ], null) as marks
    from (
      select to_char(day, 'YYYY-MM-DD') as day, extract(dow from day) = 0 as sunday
      from generate_series(m.first::timestamp, m.last::timestamp, interval '1 day') day
    ) c
    left join report_employee_days a on a.id = p.id || '-' || c.day
    left join lateral (
      -- A place's own holiday takes precedence over a general one.
      select name, off from holidays
      where day = c.day and (places is null or places @> p.place_json)
      order by places is not null desc limit 1
    ) h on true
    left join lateral (
      select at, grace from limits
      where designation = a."designationId" and since <= c.day and coalesce(place, a."iPooId") is not distinct from a."iPooId"
      order by place is not null desc, since desc limit 1
    ) l on true
    cross join lateral (
      select a.id is not null and a."state" <> 'voided' as came,
        a."state" <> 'voided' and a."closedBySystem" = 'yes' as unclosed,
        -- A day off has no limit to begin by.
        a."state" <> 'voided' and l.at is not null and h.name is null and not c.sunday
          and a."cameAt" >= (c.day || ' ' || l.at)::timestamp at time zone 'Asia/Kolkata' + (l.grace + 1) * interval '1 minute' as late
    ) f
  ) s
) x
where x."recorded" > 0 or (p.records and p.active and p.joined <= to_char(m.last, 'YYYY-MM-DD') and to_char(m.last, 'YYYY-MM-DD') >= k.since)
