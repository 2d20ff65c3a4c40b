-- Events that a consumer of the log cannot take, each with its reason: the consumer went on without it.
create table set_aside (
  consumer text not null,
  position bigint not null,
  stream text not null,
  type text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (consumer, position)
);
