select r.*, c.name as "customerName"
from report_customer_exits r
left join master_rows c on c.kind = 'customer' and c.id::text = r."customerId"
