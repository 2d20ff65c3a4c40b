select r.*, c.name as "campaign", o.name as "owner", p.fields->>'vCity' as "city"
from report_leads r
left join master_rows c on c.kind = 'leadCampaignName' and c.id = r."campaignId"
left join master_rows o on o.kind = 'employee' and o.id = r."ownerId"
left join master_rows p on p.kind = 'placeOfOperation' and p.id = r."iPooId"
