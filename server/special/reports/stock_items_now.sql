select r.*, (r."expiry"::date - :today) as "daysLeft",
  case when r."expiry" is null then 'none' when r."expiry"::date < :today then 'expired'
    when r."expiry"::date - :today <= 30 then 'd30' when r."expiry"::date - :today <= 60 then 'd60'
    when r."expiry"::date - :today <= 90 then 'd90' when r."expiry"::date - :today <= 180 then 'd180'
    else 'later' end as "bucket"
from report_stock_items_now r
