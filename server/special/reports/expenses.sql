select r.*,
  (select step->'by'->>'name' from jsonb_array_elements(a.state->'steps') step
   where step->>'decision' in ('approved', 'rejected') order by step->>'at' desc limit 1) as "approver"
from report_expenses r
left join search_rows a on a.kind = 'approval' and a.id = r."approvalId"::text
