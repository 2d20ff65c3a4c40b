-- One inbox for what is known of a source message beside the log: the webhook that brought it, and whether it waits for another attempt.
-- `next_at` is set while it waits; messages about the same subject are taken in the order of `id`.
create table inbox (
  id bigint generated always as identity primary key,
  service text not null,
  webhook_id text,
  subject text,
  source_key text,
  message text,
  via text,
  outcome text not null,
  attempts integer not null default 0,
  next_at timestamptz,
  log text not null default '[]',
  received_at timestamptz not null
);

insert into inbox (service, webhook_id, outcome, received_at)
  select service, webhook_id, outcome, received_at from webhook_ids order by received_at, service, webhook_id;
insert into inbox (service, subject, source_key, message, via, outcome, attempts, next_at, log, received_at)
  select fact::json->>'service', thing, source_key, fact, via, 'parked', attempts, next_at, log, parked_at from source_parked order by id;

create unique index inbox_webhook on inbox (service, webhook_id) where webhook_id is not null;
create unique index inbox_waiting_key on inbox (source_key) where next_at is not null;
create index inbox_waiting on inbox (subject, id) where next_at is not null;

drop table webhook_ids;
drop table source_parked;

-- Append knows streams, events and two kinds of idempotency key: a command's id and a source key.
-- In: an array of [commandId|null, requestHash(hex)|null, answer|null, sourceKey|null, [[stream, version]…], [[stream, version, id, name, type, at, body]…]].
-- Out: for each, [position after it] | ['conflict', stream] | ['known', requestHash, answer, position] | ['duplicate', position].
create or replace function append_group(batch jsonb) returns jsonb language plpgsql as $$
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
