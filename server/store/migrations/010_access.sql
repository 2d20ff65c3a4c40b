-- Sign-in, sessions, devices: secrets and what expires, kept out of the log. Only hashes of tokens are stored.
create table access_credentials (
  emp_id bigint primary key,
  login_name text unique,
  password text not null,
  earlier text[] not null default '{}',
  changed_at timestamptz not null,
  demo boolean not null default false
);

create table access_sessions (
  id text primary key,
  emp_id bigint not null,
  cookie_hash bytea not null unique,
  token_hash bytea not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  login_param text not null,
  user_agent text not null,
  ip text not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index access_sessions_live on access_sessions (emp_id, started_at) where revoked_at is null;

create table access_attempts (
  id bigint generated always as identity primary key,
  account text not null,
  device text not null,
  stranger boolean not null,
  ip text not null,
  at timestamptz not null,
  ok boolean not null default false
);
create index access_attempts_account on access_attempts (account, at);
create index access_attempts_ip on access_attempts (ip, at);

create table access_known_devices (
  device_hash bytea not null,
  emp_id bigint not null,
  seen_at timestamptz not null,
  primary key (device_hash, emp_id)
);

create table access_devices (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('wall', 'client')),
  token_hash bytea not null unique,
  rights text[] not null,
  poos bigint[],
  paired_by bigint not null,
  paired_at timestamptz not null,
  seen_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint
);

create table access_pairings (
  code_hash bytea primary key,
  name text not null,
  kind text not null,
  rights text[] not null,
  poos bigint[],
  made_by bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table access_tickets (
  hash bytea primary key,
  kind text not null check (kind in ('relexauth', 'secondFactor')),
  emp_id bigint not null,
  made_by bigint,
  session_id text,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);

create table access_second_factors (
  emp_id bigint primary key,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table access_log (
  position bigint primary key,
  at timestamptz not null,
  body text not null,
  prev_hash bytea not null,
  hash bytea not null
);
create function access_log_is_forever() returns trigger language plpgsql as $$
begin
  raise exception 'the access log is never changed or deleted';
end $$;
create trigger access_log_is_forever before update or delete on access_log for each row execute function access_log_is_forever();
create trigger access_log_is_forever_whole before truncate on access_log for each statement execute function access_log_is_forever();

create function access_log_append(entry_at timestamptz, entry text) returns bigint language plpgsql as $$
declare
  last_position bigint; last_hash bytea;
begin
  perform pg_advisory_xact_lock(7311);
  select position, hash into last_position, last_hash from access_log order by position desc limit 1;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, sha256('access'::bytea));
  insert into access_log values (last_position + 1, entry_at, entry, last_hash,
    sha256(last_hash || convert_to((last_position + 1)::text || ':' || (extract(epoch from entry_at) * 1000)::bigint::text || ':' || entry, 'utf8')));
  return last_position + 1;
end $$;

-- Books one try before the password is looked at, so that many at once cannot slip past the count.
-- Out: the try's id, or null with the moment until which this account is closed to this device, or null with nothing: too many from this address.
create function access_try(try_account text, try_device text, try_stranger boolean, try_ip text, try_at timestamptz, max_tries integer, span interval)
returns table (id bigint, closed_until timestamptz) language plpgsql as $$
declare
  fifth timestamptz; tenth timestamptz; made bigint;
begin
  perform pg_advisory_xact_lock(7312, hashtext(try_account));
  select t.at into fifth from access_attempts t
    where t.account = try_account and t.device = try_device and not t.ok and t.at > try_at - span order by t.at desc offset max_tries - 1 limit 1;
  if fifth is not null then
    select max(t.at) into fifth from access_attempts t where t.account = try_account and t.device = try_device and not t.ok;
    return query select null::bigint, fifth + span;
    return;
  end if;
  if try_stranger then
    select t.at into tenth from access_attempts t
      where t.account = try_account and t.stranger and not t.ok and t.at > try_at - span order by t.at desc offset max_tries * 2 - 1 limit 1;
    if tenth is not null then
      select max(t.at) into tenth from access_attempts t where t.account = try_account and t.stranger and not t.ok;
      return query select null::bigint, tenth + span;
      return;
    end if;
  end if;
  if (select count(*) from access_attempts t where t.ip = try_ip and not t.ok and t.at > try_at - interval '1 hour') >= 100 then
    return query select null::bigint, null::timestamptz;
    return;
  end if;
  insert into access_attempts (account, device, stranger, ip, at) values (try_account, try_device, try_stranger, try_ip, try_at) returning access_attempts.id into made;
  return query select made, null::timestamptz;
end $$;
