import type { Pool } from 'pg';
import { hashRows } from '#shared/core/hash.ts';
import { streamName } from '#shared/core/event.ts';
import { secondFactorKeys } from '../access/second-factor-keys.ts';
import { readConfig } from '../config.ts';
import { everySqlView, everyView } from '../app/every-view.ts';
import { checkChains } from './check-chains.ts';
import { openDatabase } from '../store/embedded/open-database.ts';
import { eventColumns, queryEvents } from '../store/event-row.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { migrate } from '../store/migrate.ts';
import { refreshCollation } from '../store/collation.ts';
import { openToolPool } from '../store/tool-pool.ts';
import { openWitness } from '../store/seal-witness.ts';
import { sealKeys } from '../store/seals.ts';
import { newEpoch } from '../views/stored-view.ts';
import { build } from '../views/sql-view.ts';
import { foldAgain } from '../views/sql-view-check.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { idsOf, rowAfter, type Aside } from '../views/fold.ts';
import { forgetAsides, noteAside } from '../store/set-aside.ts';

const page = 5_000;

export interface Rebuilt {
  readonly view: string;
  readonly rows: number;
  readonly equal: boolean;
  readonly before: string;
  readonly after: string;
}

/**
 * Folds every view again from the first event, beside the rows in use, compares the hashes at the same
 * position and, with `switch`, replaces the rows. Returns one line per view.
 */
export async function rebuild(
  pool: Pool,
  options: { switch: boolean },
): Promise<{ views: Rebuilt[]; events: number; seconds: number }> {
  const defs = everyView();
  const started = performance.now();
  const fresh = new Map(defs.map((def) => [def.name, new Map<string, { row: unknown; position: number }>()]));
  const { saved, end } = await readInUse(
    pool,
    defs.map(({ name }) => name),
  );
  const asides: { view: string; of: StoredEvent; error: unknown }[] = [];
  const compareAt = new Map<string, string>();
  let position = 0;
  const stops = new Map<number, string[]>();
  for (const def of defs) {
    const at = saved.get(def.name)?.position ?? -1;
    stops.set(at, [...(stops.get(at) ?? []), def.name]);
  }
  const compare = (at: number): void => {
    for (const name of stops.get(at) ?? [])
      compareAt.set(name, hashRows([...fresh.get(name)!].map(([id, one]) => [id, one.row] as const)));
  };
  compare(0);
  while (position < end) {
    const events = await queryEvents(pool, {
      text: `select ${eventColumns} from events where position > $1 order by position limit $2`,
      values: [position, page],
    });
    if (events.length === 0) break;
    for (const event of events) {
      const name = streamName(event.stream);
      for (const def of defs) {
        if (!def.streams.includes(name)) continue;
        const held = fresh.get(def.name)!;
        const aside: Aside = (of, error) => void asides.push({ view: def.name, of, error });
        for (const id of idsOf(def, event, aside)) {
          const before = held.get(id)?.row;
          const after = rowAfter(def, before, event, id, aside);
          if (after === undefined) held.delete(id);
          else if (after !== before) held.set(id, { row: after, position: event.position });
        }
      }
      position = event.position;
      if (stops.has(position)) compare(position);
    }
  }
  const views: Rebuilt[] = [];
  for (const def of defs) {
    const before = saved.get(def.name)?.hash ?? hashRows([]);
    const after = compareAt.get(def.name) ?? hashRows([]);
    views.push({ view: def.name, rows: fresh.get(def.name)!.size, equal: before === after, before, after });
    if (options.switch) await replace(pool, def.name, def.version, end, fresh.get(def.name)!);
  }
  if (options.switch) for (const { view, of, error } of asides) await noteAside(pool, view, of, error);
  views.push(...(await foldTables(pool, end, options)));
  return { views, events: end, seconds: (performance.now() - started) / 1_000 };
}

/** The same for views in SQL tables. */
async function foldTables(pool: Pool, end: number, options: { switch: boolean }): Promise<Rebuilt[]> {
  const read = (position: number, upTo: number, limit: number, streams: readonly string[]) =>
    queryEvents(pool, {
      text: `select ${eventColumns} from events where position > $1 and position <= $2 and name = any($3) order by position limit $4`,
      values: [position, upTo, streams, limit],
    });
  const views: Rebuilt[] = [];
  for (const def of everySqlView()) {
    const folded = await foldAgain(pool, def, (position, upTo, streams) =>
      read(position, upTo, page, streams),
    );
    if (folded) views.push({ view: def.name, ...folded, equal: folded.before === folded.after });
    if (options.switch)
      await build(
        pool,
        {
          head: () => end,
          readAfter: (position, limit, streams) => read(position, end, limit, streams ?? []),
        },
        def,
        true,
      );
  }
  return views;
}

/** Positions and hashes of the rows in use, all of one instant, as a running server goes on writing them. */
async function readInUse(
  pool: Pool,
  names: readonly string[],
): Promise<{ saved: Map<string, { position: number; hash: string }>; end: number }> {
  return inTransaction(
    pool,
    async (client) => {
      const end = Number(
        (await client.query<{ position: string }>('select position from log_head')).rows[0]!.position,
      );
      const views = await client.query<{ name: string; epoch: string; position: string }>(
        'select name, epoch, position from views where name = any($1)',
        [names],
      );
      const saved = new Map<string, { position: number; hash: string }>();
      for (const { name, epoch, position } of views.rows) {
        const { rows } = await client.query<{ id: string; row: string }>(
          'select id, row from view_rows where view = $1 and epoch = $2',
          [name, epoch],
        );
        saved.set(name, {
          position: Number(position),
          hash: hashRows(rows.map((row) => [row.id, JSON.parse(row.row)] as const)),
        });
      }
      return { saved, end };
    },
    { oneInstant: true, takeBack: true },
  );
}

async function replace(
  pool: Pool,
  name: string,
  version: number,
  position: number,
  rows: ReadonlyMap<string, { row: unknown; position: number }>,
): Promise<void> {
  const epoch = newEpoch();
  const all = [...rows];
  await inTransaction(pool, async (client) => {
    for (let i = 0; i < all.length; i += page) {
      const part = all.slice(i, i + page);
      await client.query(
        'insert into view_rows (view, epoch, id, row, position) select $1, $2, * from unnest($3::text[], $4::text[], $5::bigint[])',
        [
          name,
          epoch,
          part.map(([id]) => id),
          part.map(([, one]) => JSON.stringify(one.row)),
          part.map(([, one]) => one.position),
        ],
      );
    }
    await client.query(
      'insert into views (name, version, epoch, position) values ($1, $2, $3, $4) on conflict (name) do update set version = excluded.version, epoch = excluded.epoch, position = excluded.position, rebuilt_at = clock_timestamp()',
      [name, version, epoch, position],
    );
    await client.query('delete from view_rows where view = $1 and epoch <> $2', [name, epoch]);
    await forgetAsides(client, name);
  });
}

if (process.argv[1] === import.meta.filename) {
  const config = readConfig();
  const database = await openDatabase(config);
  const pool = openToolPool(database.url, 3);
  await migrate(pool);
  await refreshCollation(pool);
  const dataDir = database.dataDir ?? config.dataDir;
  const chains = await checkChains(pool, sealKeys(secondFactorKeys(config, dataDir)), openWitness(dataDir));
  for (const line of chains.lines) console.log(line);
  const { views, events, seconds } = await rebuild(pool, { switch: process.argv.includes('--switch') });
  for (const view of views)
    console.log(
      `${view.equal ? 'equal ' : 'DIFFER'}  ${view.view.padEnd(28)} ${String(view.rows).padStart(7)} rows  ${view.before} ${view.after}`,
    );
  console.log(`${events} events in ${seconds.toFixed(1)} s.`);
  await pool.end();
  await database.stop();
  process.exitCode = chains.fits && views.every((view) => view.equal) ? 0 : 1;
}
