-- Exports that are written beside the request that asked for them, and kept for a day for the person who made them. Somebody has at most
-- one under way; `beat_at` is the database's clock, by which others see that its node still writes it.
create table kept_exports (
  id text primary key,
  name text not null,
  file_name text not null,
  format text not null,
  made_by integer not null,
  made_at timestamptz not null,
  state text not null,
  total bigint not null,
  done bigint not null default 0,
  masked text not null,
  places text not null,
  beat_at timestamptz not null default clock_timestamp()
);
create unique index on kept_exports (made_by) where state in ('waiting', 'running');
create index on kept_exports (made_at);
