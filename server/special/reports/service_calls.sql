select c.id, c.at, c.service, c.direction, c.method, c.route, c.status::text as "status", c.ms, c.bytes, c.attempt, c.result, c.error, c.correlation,
  c.stream, c.calls, c.messages, c.made_events as "madeEvents",
  case when c.status is null then 'none' else (c.status / 100)::text || 'xx' end as "answer",
  case when c.result in ('failed', 'dead', 'unknown') then c.calls else 0 end as "failed",
  case when c.result = 'duplicate' then c.calls else 0 end as "duplicates",
  case when c.result = 'dead' then c.calls else 0 end as "dead",
  case when c.result = 'dropped' then c.calls else 0 end as "dropped"
from service_calls c
