select r.*, coalesce(l."source", 'none') as "source", coalesce(lc.name, c.name) as "campaign",
  case when p.id is null then 'no' else 'yes' end as "bought",
  p."firstOn", p."firstValue", p."orderDays", p."again", p."net"
from report_customers_won r
left join report_leads l on l.id = r."leadId"::text
left join master_rows lc on lc.kind = 'leadCampaignName' and lc.id = l."campaignId"
left join master_rows c on c.kind = 'campaign' and c.id = r."campaignId"
left join report_customer_purchases p on p."customerId" = r."customerId"
