-- Sealed checkpoints of both hash chains. The key of the seals never comes into the database: who rewrites rows, hashes and heads to
-- fit each other cannot make the seals fit as well. A position may be sealed once by each key.
create table log_seals (
  position bigint not null,
  hash bytea not null,
  key_id text not null,
  mac bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (position, key_id)
);
create table access_log_seals (like log_seals including all);

create function seals_are_forever() returns trigger language plpgsql as $$
begin
  raise exception 'seals are never changed or deleted';
end $$;
create trigger seals_are_forever before update or delete on log_seals for each row execute function seals_are_forever();
create trigger seals_are_forever_whole before truncate on log_seals for each statement execute function seals_are_forever();
create trigger seals_are_forever before update or delete on access_log_seals for each row execute function seals_are_forever();
create trigger seals_are_forever_whole before truncate on access_log_seals for each statement execute function seals_are_forever();
