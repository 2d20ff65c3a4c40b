select r.*, o."by" as "executive", o."byId" as "executiveId"
from report_sale_lines r
left join report_orders o on o.id = r."orderId"
