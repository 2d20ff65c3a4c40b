import { streamKey, streamName, type StoredEvent } from '#shared/core/event.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { jsonText } from '#server/store/json-text.ts';
import { cutText } from '#shared/core/cut.ts';
import { plainText } from '#shared/core/plain.ts';

export const documentRows = 'document_rows';
const documentStates = 'document_states';

/** The customer whom a document is for, where it names one. */
function customerOf({ header }: DocumentState): number | null {
  const customerId = 'customerId' in header ? header.customerId : null;
  return typeof customerId === 'number' ? customerId : null;
}

/** Every document of every kind as one row of a list, and the state that its next event is folded onto. */
export function documentRowsView(defs: readonly DocumentDef[]): SqlViewDef {
  const byStream = new Map(defs.map((def) => [def.stream.name, def]));
  return {
    name: 'documentRows',
    version: 5,
    streams: [...byStream.keys()],
    tables: {
      [documentRows]: {
        table: (table) =>
          `create table ${table} (kind text not null, id text not null, number text not null, stage text not null, closed boolean not null, poo_id integer not null, also_at integer[] not null, made_at timestamptz not null, customer_id integer, find text not null, row jsonb not null, primary key (kind, id))`,
        indexes: (table) =>
          `create index on ${table} (kind, made_at desc, id desc); create index on ${table} (kind, poo_id, made_at desc, id desc); create index on ${table} (number); create index on ${table} (kind, customer_id, made_at desc, id desc) where customer_id is not null; create index on ${table} using gin (also_at);`,
      },
      [documentStates]: {
        table: (table) =>
          `create table ${table} (kind text not null, id text not null, state jsonb not null, primary key (kind, id))`,
        indexes: () => '',
      },
    },
    apply: (events, tables) => apply(events, tables, byStream),
  };
}

/** Folds a batch: the states it touches are read once, folded in memory and written with their rows once. */
async function apply(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  byStream: ReadonlyMap<string, DocumentDef>,
): Promise<void> {
  const touched = events.flatMap((event) => {
    const def = byStream.get(streamName(event.stream));
    return def ? [{ event, def, key: streamKey(event.stream) }] : [];
  });
  if (touched.length === 0) return;
  const wanted = [
    ...new Map(touched.map(({ def, key }) => [`${def.name} ${key}`, { kind: def.name, id: key }])).values(),
  ];
  const have = await client.query<{ kind: string; id: string; state: DocumentState }>(
    `select kind, id, state from ${table(documentStates)} where (kind, id) in (select kind, id from jsonb_to_recordset($1::jsonb) as w(kind text, id text))`,
    [jsonText(wanted)],
  );
  const states = new Map(have.rows.map(({ kind, id, state }) => [`${kind} ${id}`, state]));
  for (const { event, def, key } of touched) {
    const at = `${def.name} ${key}`;
    states.set(at, def.stream.evolve(states.get(at) ?? def.stream.initial(key), event));
  }
  const defs = new Map(touched.map(({ def }) => [def.name, def]));
  const made = wanted.flatMap(({ kind, id }) => {
    const [def, state] = [defs.get(kind), states.get(`${kind} ${id}`)];
    if (!def || !state?.exists) return [];
    const find = cutText(plainText([state.number, ...def.find(state)].join(' ')), 20_000);
    const { number, stage, pooId, madeAt, alsoAt = [] } = state;
    return [
      {
        kind,
        id,
        number,
        stage,
        closed: def.life.final.has(stage),
        poo_id: pooId,
        also_at: alsoAt,
        made_at: madeAt,
        customer_id: customerOf(state),
        find,
        row: def.rowOf(state),
        state,
      },
    ];
  });
  await client.query(
    `insert into ${table(documentStates)} (kind, id, state) select kind, id, state from jsonb_to_recordset($1::jsonb) as s(kind text, id text, state jsonb)
     on conflict (kind, id) do update set state = excluded.state`,
    [jsonText(made.map(({ kind, id, state }) => ({ kind, id, state })))],
  );
  await client.query(
    `insert into ${table(documentRows)} (kind, id, number, stage, closed, poo_id, also_at, made_at, customer_id, find, row)
     select kind, id, number, stage, closed, poo_id, also_at, made_at, customer_id, find, row
     from jsonb_to_recordset($1::jsonb) as r(kind text, id text, number text, stage text, closed boolean, poo_id integer, also_at integer[], made_at timestamptz, customer_id integer, find text, row jsonb)
     on conflict (kind, id) do update set number = excluded.number, stage = excluded.stage, closed = excluded.closed, also_at = excluded.also_at, customer_id = excluded.customer_id, find = excluded.find, row = excluded.row`,
    [jsonText(made.map(({ state: _state, ...row }) => row))],
  );
}
