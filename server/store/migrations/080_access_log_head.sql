-- Where the access log ends, told beside it: rows taken off its end are missed.
create table access_log_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);
insert into access_log_head (position, hash)
select coalesce(max(position), 0), coalesce((select hash from access_log order by position desc limit 1), sha256('access'::bytea)) from access_log;

create or replace function access_log_append(entry_at timestamptz, entry text) returns bigint language plpgsql as $$
declare
  last_position bigint; last_hash bytea; new_hash bytea;
begin
  perform pg_advisory_xact_lock(7311);
  select position, hash into strict last_position, last_hash from access_log_head;
  new_hash := sha256(last_hash || convert_to((last_position + 1)::text || ':' || (extract(epoch from entry_at) * 1000)::bigint::text || ':' || entry, 'utf8'));
  insert into access_log values (last_position + 1, entry_at, entry, last_hash, new_hash);
  update access_log_head set position = last_position + 1, hash = new_hash;
  return last_position + 1;
end $$;
