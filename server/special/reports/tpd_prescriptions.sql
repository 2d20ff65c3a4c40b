select r.*, o."ref" as "orderRef", coalesce(o."stage", 'none') as "orderStage", o."value" as "orderValue",
  o."deliveredAt"
from report_tpd_prescriptions r
left join lateral (
  select s."ref", s."stage", s."value", s."deliveredAt" from report_orders s
  where s."rxRef" = r."rx" order by s."madeAt" desc, s.id desc limit 1
) o on true
