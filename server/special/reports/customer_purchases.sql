select r.*, (:today - r."firstOn"::date)::bigint as "ageDays"
from report_customer_purchases r
