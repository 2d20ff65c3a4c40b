select r.*, c.name as "campaign", e.name as "event", o.name as "owner",
  extract(day from :now - r."createdAt")::bigint as "ageDays",
  case when r."stage" not in ('New', 'Queued', 'CallbackDue', 'Appointment') or r."nextAt" is null then 'none'
    when r."nextAt" < :now then 'overdue' else 'later' end as "due"
from report_leads r
left join master_rows c on c.kind = 'leadCampaignName' and c.id = r."campaignId"
left join master_rows e on e.kind = 'campEvent' and e.id = r."eventId"
left join master_rows o on o.kind = 'employee' and o.id = r."ownerId"
