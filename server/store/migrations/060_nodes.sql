-- Which processes run on this store. Every node writes its row every few seconds; one that is old belongs to a node that went without a word.
create table nodes (
  id text primary key,
  roles text not null,
  version text not null,
  address text,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  state text not null check (state in ('up', 'leaving')),
  figures text not null
);

-- Work that one node does at a time. The term rises whenever it changes hands, so that a former holder can be told from the present one.
create table duties (
  name text primary key,
  holder text not null,
  term bigint not null,
  until timestamptz not null
);

-- The name of this store towards what it shares with others, as a Redis.
create table house_name (
  one boolean primary key default true check (one),
  name text not null
);
insert into house_name (name) values (replace(gen_random_uuid()::text, '-', ''));

-- What the polling node knows of each service, so that all nodes say the same.
alter table source_health alter column ok_at drop not null;
alter table source_health add column failures integer not null default 0;
alter table source_health add column third_at timestamptz;
alter table source_health add column last_error text;
alter table source_health add column asked_at timestamptz;
