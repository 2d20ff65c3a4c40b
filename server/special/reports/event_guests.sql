select r.*, e."event", e."heldOn", e."venue", l."stage" as "leadStage"
from report_event_guests r
left join report_camp_events e on e."eventId" = r."eventId"
left join report_leads l on l.id = r."leadId"::text
