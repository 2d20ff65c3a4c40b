-- How far the log was read for orders to outside services.
create table source_followers (
  name text primary key,
  position bigint not null
);
