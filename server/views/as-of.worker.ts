import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { ViewDef } from '#shared/core/view.ts';
import { eventColumns, queryEvents } from '../store/event-row.ts';
import { allViews } from '../core/registers.ts';
import { idsOf, recordedElsewhere, rowAfter } from './fold.ts';

/**
 * Each message holds a number, a view's name and an instant; the reply holds the view's rows, folded from
 * all events up to it, and their position.
 */
const { url } = workerData as { url: string };
const page = 5_000;

async function run(view: string, at: string): Promise<{ rows: [string, unknown][]; position: number }> {
  const def: ViewDef | undefined = allViews().find((one) => one.name === view);
  if (!def) throw new Error(`No view is called ${view}.`);
  const client = new pg.Client({ connectionString: url });
  // A broken connection fails the pending query; without a listener, its second event would end the worker.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const end = Number(
      (
        await client.query<{ position: string | null }>(
          'select max(position) as position from events where at <= $1',
          [at],
        )
      ).rows[0]!.position ?? 0,
    );
    const rows = new Map<string, unknown>();
    let position = 0;
    const saved = (
      await client.query<{ position: string; rows: string }>(
        'select s.position, s.rows from view_snapshots s join views v on v.name = s.view and v.epoch = s.epoch where s.view = $1 and s.position <= $2 order by s.position desc limit 1',
        [view, end],
      )
    ).rows[0];
    if (saved) {
      for (const [id, row] of JSON.parse(saved.rows) as [string, unknown][]) rows.set(id, row);
      position = Number(saved.position);
    }
    while (position < end) {
      const found = await queryEvents(client, {
        text: `select ${eventColumns} from events where position > $1 and position <= $2 and name = any($3) order by position limit $4`,
        values: [position, end, def.streams, page],
      });
      for (const event of found) {
        for (const id of idsOf(def, event, recordedElsewhere)) {
          const next = rowAfter(def, rows.get(id), event, id, recordedElsewhere);
          if (next === undefined) rows.delete(id);
          else rows.set(id, next);
        }
        position = event.position;
      }
      if (found.length < page) break;
    }
    return { rows: [...rows], position: end };
  } finally {
    await client.end();
  }
}

parentPort!.on('message', ({ n, view, at }: { n: number; view: string; at: string }) => {
  run(view, at).then(
    (result) => parentPort!.postMessage({ n, result }),
    (error: unknown) =>
      parentPort!.postMessage({ n, error: error instanceof Error ? error.message : String(error) }),
  );
});
