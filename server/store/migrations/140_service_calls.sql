-- Calls with the base services, for 31 days: never a body. `calls` is more than one where calls of a minute are counted together.
create table service_calls (
  id text primary key,
  at timestamptz not null,
  service text not null,
  direction text not null,
  method text not null,
  route text not null,
  status integer,
  ms integer not null,
  bytes bigint not null,
  attempt integer not null,
  result text not null,
  error text,
  correlation text,
  stream text,
  calls integer not null,
  messages integer not null,
  made_events integer not null
);
create index service_calls_at on service_calls (at desc, id desc);
