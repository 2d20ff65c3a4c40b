-- The log. Written only by append_group, under one advisory lock; positions are gapless and in commit order.
create table log_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);
insert into log_head (position, hash) values (0, sha256('ops-console'::bytea));

create table events (
  position bigint primary key,
  stream text not null,
  version integer not null,
  id text not null unique,
  name text not null,
  type text not null,
  at timestamptz not null,
  -- actor, data, correlationId, causationId, schemaVersion: JSON kept to the letter, because the chain is over it
  body text not null,
  hash bytea not null,
  unique (stream, version)
);
create index events_at on events using brin (at);

create function events_are_forever() returns trigger language plpgsql as $$
begin
  raise exception 'events are never changed or deleted';
end $$;
create trigger events_are_forever before update or delete on events for each row execute function events_are_forever();
create trigger events_are_forever_whole before truncate on events for each statement execute function events_are_forever();

create table commands (
  id uuid primary key,
  request_hash bytea not null,
  answer text not null,
  position bigint not null,
  at timestamptz not null default clock_timestamp()
);

create table source_keys (
  key text primary key,
  position bigint not null
);

create table numbers (
  kind text primary key,
  next bigint not null
);

create table snapshots (
  stream text primary key,
  version integer not null,
  code text not null,
  state text not null
);

-- In: an array of [commandId|null, requestHash(hex)|null, answer|null, sourceKey|null, [[stream, version]…], [[stream, version, id, name, type, at, body]…]].
-- Out: for each, [position after it] | ['conflict', stream] | ['known', requestHash, answer, position] | ['duplicate', position].
create function append_group(batch jsonb) returns jsonb language plpgsql as $$
declare
  cmd jsonb; chk jsonb; ev jsonb;
  pos bigint; chain bytea; start_pos bigint;
  found_hash bytea; found_answer text; found_pos bigint; actual integer; verdict jsonb;
  results jsonb[] := '{}';
begin
  perform pg_advisory_xact_lock(7311);
  select position, hash into pos, chain from log_head;
  start_pos := pos;
  for cmd in select value from jsonb_array_elements(batch) loop
    verdict := null;
    if jsonb_typeof(cmd->0) = 'string' then
      select c.request_hash, c.answer, c.position into found_hash, found_answer, found_pos from commands c where c.id = (cmd->>0)::uuid;
      if found then verdict := jsonb_build_array('known', encode(found_hash, 'hex'), found_answer, found_pos); end if;
    end if;
    if verdict is null and jsonb_typeof(cmd->3) = 'string' then
      select s.position into found_pos from source_keys s where s.key = cmd->>3;
      if found then verdict := jsonb_build_array('duplicate', found_pos); end if;
    end if;
    if verdict is null then
      for chk in select value from jsonb_array_elements(cmd->4) loop
        select e.version into actual from events e where e.stream = chk->>0 order by e.version desc limit 1;
        if coalesce(actual, 0) <> (chk->>1)::integer then
          verdict := jsonb_build_array('conflict', chk->>0);
          exit;
        end if;
        actual := null;
      end loop;
    end if;
    if verdict is null then
      for ev in select value from jsonb_array_elements(cmd->5) loop
        pos := pos + 1;
        chain := sha256(chain || convert_to(concat_ws(E'\n', pos::text, ev->>0, ev->>1, ev->>2, ev->>4, ev->>5, ev->>6), 'UTF8'));
        insert into events (position, stream, version, id, name, type, at, body, hash)
        values (pos, ev->>0, (ev->>1)::integer, ev->>2, ev->>3, ev->>4, (ev->>5)::timestamptz, ev->>6, chain);
      end loop;
      if jsonb_typeof(cmd->0) = 'string' then
        insert into commands (id, request_hash, answer, position) values ((cmd->>0)::uuid, decode(cmd->>1, 'hex'), cmd->>2, pos);
      end if;
      if jsonb_typeof(cmd->3) = 'string' then
        insert into source_keys (key, position) values (cmd->>3, pos);
      end if;
      verdict := jsonb_build_array(pos);
    end if;
    results := results || verdict;
  end loop;
  if pos > start_pos then
    update log_head set position = pos, hash = chain;
    notify log;
  end if;
  return to_jsonb(results);
end $$;
