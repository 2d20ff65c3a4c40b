-- What policies asked for: the truth behind every timer and outside call; job queues are filled from here.
create table policies (
  name text primary key,
  position bigint not null
);
create table asks (
  id text primary key,
  kind text not null,
  due_at timestamptz not null,
  ask text not null,
  correlation_id text not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'dead')),
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz
);
create index asks_pending on asks (due_at) where state = 'pending';
create table leases (
  item text primary key,
  lease_id text not null,
  emp_id integer not null,
  session_id text,
  working boolean not null,
  until timestamptz not null
);
