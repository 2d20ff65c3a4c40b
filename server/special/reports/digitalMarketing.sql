select r.*, c.name as "campaign", l.name as "list"
from report_lead_outcomes r
left join master_rows c on c.kind = 'leadCampaignName' and c.id = r."campaignId"
left join master_rows l on l.kind = 'leadListName' and l.id = r."listId"
