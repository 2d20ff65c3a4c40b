-- A fact may be taken on a supposition, without having been looked for first: it is written only if the supposition holds.
-- In: an array of [commandId|null, requestHash(hex)|null, answer|null, sourceKey|null, [[stream, version]…], [[stream, version, id, name, type, at, body]…], [service, webhookId, at, outcome]|null, [service, entity, outsideId, stream, thing, deadLetterId]|null].
-- Out: for each, [position after it] | ['conflict', stream] | ['known', requestHash, answer, position] | ['duplicate', position] | ['unsure'].
create or replace function append_group(batch jsonb) returns jsonb language plpgsql as $$
declare
  cmd jsonb; chk jsonb; ev jsonb;
  pos bigint; chain bytea; start_pos bigint;
  found_hash bytea; found_answer text; found_pos bigint; actual integer; verdict jsonb; mapped text;
  results jsonb[] := '{}';
begin
  perform pg_advisory_xact_lock(7311);
  select position, hash into pos, chain from log_head;
  start_pos := pos;
  for cmd in select value from jsonb_array_elements(batch) loop
    verdict := null;
    mapped := null;
    if jsonb_typeof(cmd->7) = 'array' then
      select m.stream into mapped from source_ids m where m.service = cmd->7->>0 and m.entity = cmd->7->>1 and m.outside_id = cmd->7->>2;
      if mapped <> cmd->7->>3
        or exists (select 1 from webhook_ids w where w.service = cmd->6->>0 and w.webhook_id = cmd->6->>1)
        or exists (select 1 from source_parked p where p.thing = cmd->7->>4)
        or exists (select 1 from dead_letters d where d.id = cmd->7->>5 and d.state = 'dead') then
        verdict := jsonb_build_array('unsure');
      end if;
    end if;
    if verdict is null and jsonb_typeof(cmd->0) = 'string' then
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
    if verdict is null and jsonb_typeof(cmd->7) = 'array' and mapped is null then
      insert into source_ids (service, entity, outside_id, stream) values (cmd->7->>0, cmd->7->>1, cmd->7->>2, cmd->7->>3) on conflict do nothing;
      if not found then verdict := jsonb_build_array('unsure'); end if;
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
      if jsonb_typeof(cmd->6) = 'array' then
        insert into webhook_ids (service, webhook_id, received_at, outcome)
        values (cmd->6->>0, cmd->6->>1, (cmd->6->>2)::timestamptz, cmd->6->>3) on conflict do nothing;
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
