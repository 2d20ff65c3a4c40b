with visits as (
  select "employeeId" as emp, to_char("slotAt" at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
    count(*) filter (where "status" not in ('cancelled', 'rescheduled')) as due,
    count(*) filter (where "status" = 'completed') as done,
    count(*) filter (where "status" = 'missed') as missed
  from report_appointment_visits group by 1, 2
), talks as (
  select "agentId" as emp, to_char("placedAt" at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
    count(*) as calls, count(*) filter (where "outcome" <> 'notConnected') as reached,
    coalesce(sum("talkSec"), 0) as talk
  from report_calls group by 1, 2
), owned as (
  select "ownerId" as emp, to_char("createdAt" at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*) as leads
  from report_leads group by 1, 2
), taken as (
  select o."byId" as emp, to_char(o."madeAt" at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
    count(*) as orders, coalesce(sum(i.net), 0) as net
  from report_orders o
  left join lateral (
    select sum(s."total") as net from report_sale_lines s where s."orderId" = o.id
  ) i on true
  where o."stage" <> 'draft'
  group by 1, 2
)
select r.*, m.name as "manager",
  coalesce(v.due, 0) as "due", coalesce(v.done, 0) as "done", coalesce(v.missed, 0) as "missed",
  coalesce(t.calls, 0) as "calls", coalesce(t.reached, 0) as "reached", coalesce(t.talk, 0)::bigint as "talkSec",
  coalesce(w.leads, 0) as "leads", coalesce(k.orders, 0) as "orders", coalesce(k.net, 0)::bigint as "net"
from report_employee_days r
left join master_rows m on m.kind = 'employee' and m.id = r."managerId"
left join visits v on v.emp = r."employeeId" and v.day = r."day"
left join talks t on t.emp = r."employeeId" and t.day = r."day"
left join owned w on w.emp = r."employeeId" and w.day = r."day"
left join taken k on k.emp = r."employeeId" and k.day = r."day"
