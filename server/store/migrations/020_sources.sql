-- In: what the outside told us, and how far we have asked. Facts themselves are in the log; source_keys makes each one count once.
create table webhook_ids (
  service text not null,
  webhook_id text not null,
  received_at timestamptz not null,
  outcome text not null,
  primary key (service, webhook_id)
);

-- An outside id is never a stream id: it is mapped to one of ours, once.
create table source_ids (
  service text not null,
  entity text not null,
  outside_id text not null,
  stream text not null unique,
  primary key (service, entity, outside_id)
);

-- What the lists of a base service last said of each thing: so that a full reading finds what is gone, and rows without time or version can be compared.
create table source_seen (
  service text not null,
  entity text not null,
  outside_id text not null,
  hash text not null,
  seen_at timestamptz not null,
  primary key (service, entity, outside_id)
);

create table source_cursors (
  service text not null,
  resource text not null,
  since timestamptz,
  etag text,
  polled_at timestamptz,
  full_at timestamptz,
  page_limit_reached boolean not null default false,
  found bigint not null default 0,
  missed_by_webhook bigint not null default 0,
  drift bigint not null default 0,
  primary key (service, resource)
);

create table source_health (
  service text primary key,
  ok_at timestamptz not null
);

-- Facts that could not be taken yet; later facts of the same thing wait behind the first.
create table source_parked (
  id bigint generated always as identity primary key,
  thing text not null,
  source_key text not null unique,
  fact text not null,
  via text not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  log text not null default '[]',
  parked_at timestamptz not null
);
create index source_parked_thing on source_parked (thing, id);

create table dead_letters (
  id text primary key,
  service text not null,
  entity text,
  outside_id text,
  reason text not null,
  error text not null,
  payload text not null,
  payload_hash text not null,
  via text not null,
  webhook_id text,
  attempts integer not null,
  log text not null,
  code_version text not null,
  dead_at timestamptz not null,
  state text not null default 'dead' check (state in ('dead', 'replayed')),
  replayed_at timestamptz,
  replayed_by text
);
create index dead_letters_open on dead_letters (dead_at) where state = 'dead';

-- Out: orders for a base service that lives outside. `unknown` means that it did not answer: it is read back before anything is sent again.
create table source_outbox (
  id text primary key,
  service text not null,
  operation text not null,
  key text not null,
  stream text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'unknown', 'done', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  answer text,
  last_error text,
  made_at timestamptz not null,
  done_at timestamptz,
  unique (service, operation, key)
);
create index source_outbox_open on source_outbox (next_at) where state in ('pending', 'sending', 'unknown');

create table files (
  id text primary key,
  name text not null,
  kind text not null,
  bytes integer not null,
  sha256 text not null,
  made_at timestamptz not null,
  made_by integer,
  -- the stream whose reader may open it; null: only who uploaded it
  stream text
);
