select r.*, c.name as "campaign"
from report_signup_cases r
left join master_rows c on c.kind = 'campaign' and c.id = r."campaignId"
