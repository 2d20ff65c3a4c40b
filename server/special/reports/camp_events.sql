select r.*, coalesce(g.registered, 0)::bigint as "registered", coalesce(g.attended, 0)::bigint as "attended",
  coalesce(f.leads, 0)::bigint as "leads", coalesce(f.customers, 0)::bigint as "customers",
  coalesce(f.buyers, 0)::bigint as "buyers", coalesce(f.net, 0)::bigint as "net"
from report_camp_events r
left join lateral (
  select count(*) as registered, count(*) filter (where a."stage" = 'checked') as attended
  from report_event_guests a where a."eventId" = r."eventId"
) g on true
left join lateral (
  select count(*) as leads, count(w.id) as customers, count(s.paise) as buyers, sum(s.paise) as net
  from (
    select distinct a."leadId" from report_event_guests a where a."eventId" = r."eventId" and a."leadId" is not null
  ) a
  left join report_customers_won w on w."leadId" = a."leadId" and w."kind" = 'new'
    and w."wonOn"::date between r."heldOn"::date and r."heldOn"::date + 30
  left join lateral (
    select sum(i."total") as paise from report_sale_lines i
    where i."customerId" = w."customerId" and i."issuedOn"::date between r."heldOn"::date and r."heldOn"::date + 60
  ) s on true
) f on true
