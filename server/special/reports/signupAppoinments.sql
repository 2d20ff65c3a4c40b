select r.*, s."ref" as "signup", s."stage" as "signupState"
from report_appointment_visits r
left join lateral (
  select c."ref", c."stage" from report_signup_cases c
  where c."lead" = r."customer" order by c."startedAt" desc limit 1
) s on true
