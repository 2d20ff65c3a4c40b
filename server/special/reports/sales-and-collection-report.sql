select r.*,
  (coalesce(sum(r."change") over (partition by r."iPooId" order by r."day"), 0) - r."change")::bigint as "opening",
  (sum(r."change") over (partition by r."iPooId" order by r."day"))::bigint as "closing"
from report_collection_days r
