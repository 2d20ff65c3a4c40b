select r.*, e.name as "executive", k.name as "rank",
  coalesce(c.n, 0)::bigint as "calls", coalesce(c.connected, 0)::bigint as "connected",
  c.last as "lastCallAt", coalesce(v.done, 0)::bigint as "visits", v.next as "nextVisitAt",
  coalesce(o.n, 0)::bigint as "orders", coalesce(o.open, 0)::bigint as "openOrders",
  coalesce(o.value, 0)::bigint as "net", o.last as "lastOrderAt"
from report_served_customers r
left join master_rows e on e.kind = 'employee' and e.id = r."executiveId"
left join master_rows k on k.kind = 'customerRank' and k.id = r."rankId"
left join (
  select "callee", count(*) as n, count(*) filter (where "outcome" in ('won', 'connected')) as connected,
    max("placedAt") as last
  from report_calls group by 1
) c on c."callee" = 'customer-' || r.id
left join (
  select "customer", count(*) filter (where "status" = 'completed') as done,
    min("slotAt") filter (where "status" = 'notStarted' and "slotAt" > :now) as next
  from report_appointment_visits group by 1
) v on v."customer" = r."ref"
left join (
  select (d.state->'header'->>'customerId')::int as customer_id, count(*) as n,
    count(*) filter (where s."open" = 'yes') as open,
    sum(s."value") filter (where s."stage" <> 'cancelled') as value, max(s."submittedAt") as last
  from document_states d join report_orders s on s.id = d.id
  where d.kind = 'customerOrder' and s."submittedAt" is not null
  group by 1
) o on o.customer_id = r."customerId"
