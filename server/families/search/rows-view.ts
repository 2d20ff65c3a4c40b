import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { dialledDigits, plainText } from '#shared/core/plain.ts';
import type { SearchKind } from '#shared/families/search.ts';
import { soon } from '../../store/gin.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { jsonText } from '#server/store/json-text.ts';
import { cutText } from '#shared/core/cut.ts';

/**
 * Records that are not masters, one row each, for search: `search_rows`. `found` is false for rows kept only
 * for folding.
 */
export function searchRowsView(kinds: readonly SearchKind[]): SqlViewDef {
  return {
    name: 'searchRows',
    version: 5,
    streams: [...new Set(kinds.flatMap((kind) => kind.streams))],
    tables: {
      search_rows: {
        table: (table) => `create table ${table} (
          kind text not null, id text not null, found boolean not null, ref text not null, title text not null, plain text not null, search text not null, phones text not null,
          over boolean not null, state jsonb not null, updated_at timestamptz not null, primary key (kind, id))`,
        indexes: (table) => `create index on ${table} using gin (search gin_trgm_ops) ${soon} where found;
          create index on ${table} using gin (phones gin_trgm_ops) ${soon} where found;`,
      },
    },
    apply: (events, tables) => apply(events, tables, kinds),
  };
}

async function apply(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  kinds: readonly SearchKind[],
): Promise<void> {
  const rows = table('search_rows');
  const touched = events.flatMap((event) =>
    kinds
      .filter((kind) => kind.streams.includes(streamName(event.stream)))
      .flatMap((kind) => kind.ids(event).map((id) => ({ event, kind, id }))),
  );
  if (touched.length === 0) return;
  const have = await client.query<{ kind: string; id: string; state: unknown }>(
    `select kind, id, state from ${rows} where (kind, id) in (select * from unnest($1::text[], $2::text[]))`,
    [touched.map(({ kind }) => kind.kind), touched.map(({ id }) => id)],
  );
  const states = new Map<string, unknown>(have.rows.map((row) => [`${row.kind} ${row.id}`, row.state]));
  const changed = new Map<string, { kind: SearchKind; id: string; at: string }>();
  for (const { event, kind, id } of touched) {
    const key = `${kind.kind} ${id}`;
    states.set(key, kind.row(states.get(key) ?? undefined, event, id));
    changed.set(key, { kind, id, at: event.at });
  }
  const lines = [...changed].flatMap(([key, { kind, id, at }]) => {
    const state = states.get(key) ?? null;
    return state === null ? [] : [lineOf(kind, id, state, at)];
  });
  if (lines.length > 0) {
    await client.query(
      `insert into ${rows} (kind, id, found, ref, title, plain, search, phones, over, state, updated_at)
       select kind, id, found, ref, title, plain, search, phones, over, state, updated_at from jsonb_to_recordset($1::jsonb)
         as r(kind text, id text, found boolean, ref text, title text, plain text, search text, phones text, over boolean, state jsonb, updated_at timestamptz)
       on conflict (kind, id) do update set found = excluded.found, ref = excluded.ref, title = excluded.title, plain = excluded.plain, search = excluded.search,
         phones = excluded.phones, over = excluded.over, state = excluded.state, updated_at = excluded.updated_at`,
      [jsonText(lines)],
    );
  }
  const gone = [...changed].filter(([key]) => (states.get(key) ?? null) === null);
  if (gone.length > 0)
    await client.query(
      `delete from ${rows} where (kind, id) in (select * from unnest($1::text[], $2::text[]))`,
      [gone.map(([, one]) => one.kind.kind), gone.map(([, one]) => one.id)],
    );
}

function lineOf(kind: SearchKind, id: string, state: unknown, at: string): Record<string, unknown> {
  const entry = kind.entry(state, id);
  const kept = { kind: kind.kind, id, state, updated_at: at };
  if (!entry)
    return { ...kept, found: false, ref: '', title: '', plain: '', search: '', phones: '', over: true };
  const phones = [...new Set(entry.phones.map(dialledDigits).filter(Boolean))];
  return {
    ...kept,
    found: true,
    ref: entry.ref,
    title: entry.title,
    plain: plainText(entry.title),
    search: ` ${cutText(plainText([id, entry.ref, entry.title, ...entry.translations].join(' ')), 2_000)} `,
    phones: phones.length === 0 ? '' : ` ${phones.join(' ')} `,
    over: entry.over,
  };
}
