select r.*, p.fields->>'vCity' as "city",
  case when o.fields->>'iIsAffiliate' = '1' then o.name end as "partner",
  w."customerId", w."wonOn", case when w."wonOn" is null then 'no' else 'yes' end as "won",
  coalesce(b."orderDays", 0) as "orderDays", coalesce(b."sold", 0) as "sold",
  coalesce(b."credited", 0) as "credited", coalesce(b."net", 0) as "net",
  case when w."wonOn" is null then null
    when w."exitedOn" is not null and w."exitedOn"::date <= w."wonOn"::date + 90 then 'yes' else 'no' end as "leftEarly"
from report_leads r
left join master_rows p on p.kind = 'placeOfOperation' and p.id = r."iPooId"
left join master_rows o on o.kind = 'employee' and o.id = r."ownerId"
left join lateral (
  select c."customerId", c."wonOn", c."exitedOn" from report_customers_won c
  where c."leadId"::text = r.id and c."kind" = 'new' order by c."wonOn", c.id limit 1
) w on true
left join report_customer_purchases b on b."customerId" = w."customerId"
