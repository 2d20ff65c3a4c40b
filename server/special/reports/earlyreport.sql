select r.*,
  (select step->'by'->>'name' from jsonb_array_elements(a.state->'steps') step
   where step->>'decision' = 'approved' order by step->>'at' desc limit 1) as "approver",
  (select count(*) from report_appointment_visits o
   where o."employeeId" = r."employeeId" and o."kind" = r."kind"
     and o."slotAt" between r."slotAt" - interval '30 days' and r."slotAt") as "same"
from report_appointment_visits r
left join search_rows a on a.kind = 'approval' and a.id = r."approvalId"::text
