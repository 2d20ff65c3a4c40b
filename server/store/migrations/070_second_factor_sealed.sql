-- Seeds of second factors lie sealed; `key_id` names the key. Those without one are sealed at the next start, and never again in clear.
alter table access_second_factors add column key_id text;
create index on access_second_factors (key_id);
