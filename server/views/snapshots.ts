import type { Pool } from 'pg';
import type { ViewDef } from '#shared/core/view.ts';

export interface Snapshots {
  /** Writes a snapshot of every view that folded `every` events since its last one; returns how many. */
  take(): Promise<number>;
  stop(): void;
}

/**
 * Builds the rows of the checkpoint as one text inside the database: building it here would block the event
 * loop for a long view.
 */
const copy = `insert into view_snapshots (view, epoch, position, rows)
  select v.name, v.epoch, v.position, coalesce((select '[' || string_agg('[' || to_json(r.id)::text || ',' || r.row || ']', ',') || ']' from view_rows r where r.view = v.name and r.epoch = v.epoch), '[]')
  from views v where v.name = $1 and v.epoch = $2
  on conflict do nothing returning position`;

/** Of older snapshots one in ten is kept: each is as long as its view, and every day adds more. */
const newest = 5;
const thin = `delete from view_snapshots s where s.view = $1 and s.epoch = $2
  and s.position < (select position from view_snapshots where view = $1 and epoch = $2 order by position desc offset ${newest - 1} limit 1)
  and exists (select 1 from view_snapshots e where e.view = s.view and e.epoch = s.epoch and e.position / $3 = s.position / $3 and e.position < s.position)`;

/** Counts the events of each name between two positions, `every` of them at a time. */
const count =
  'select name, position / $3 as part, count(*)::int as n from events where position > $1 and position <= $2 group by name, part';
/**
 * After a start, counting goes back no further than this multiple of `every`: a view with hardly any events
 * since has waited, and goes on waiting.
 */
const furthest = 10;

/** Snapshots of whole views at known positions, so that a query into the past starts near its instant. */
export function openSnapshots(
  pool: Pool,
  views: {
    byName(name: string): { readonly def: ViewDef } | undefined;
    positions(): { name: string; epoch: string; saved: number }[];
  },
  options: { every: number; checkMs: number; onError: (error: unknown) => void },
): Snapshots {
  const { every } = options;
  /** Events that a view folded since its last snapshot, and the position up to which all were counted. */
  const received = new Map<string, number>();
  let counted: number | null = null;
  let taking: Promise<number> | null = null;

  const lastOf = async (name: string, epoch: string): Promise<number | null> => {
    const { rows } = await pool.query<{ position: string | null }>(
      'select max(position) as position from view_snapshots where view = $1 and epoch = $2',
      [name, epoch],
    );
    return rows[0]!.position === null ? null : Number(rows[0]!.position);
  };

  const takeAll = async (): Promise<number> => {
    // A view that is not whole in memory has no snapshots: it is too long for one text.
    const whole = views.positions().filter(({ name }) => !views.byName(name)!.def.recent);
    const upTo = Math.max(0, ...whole.map(({ saved }) => saved));
    const from = counted ?? Math.max(0, upTo - furthest * every);
    if (upTo - from < every) return 0;
    const { rows: parts } = await pool.query<{ name: string; part: string; n: number }>(count, [
      from,
      upTo,
      every,
    ]);
    counted = upTo;
    let taken = 0;
    for (const { name, epoch } of whole) {
      const key = `${name} ${epoch}`;
      const { streams } = views.byName(name)!.def;
      const since = received.has(key) ? from : await lastOf(name, epoch);
      const added = parts.filter(
        (one) => streams.includes(one.name) && (Number(one.part) + 1) * every > (since ?? 0),
      );
      const now = since === null ? every : added.reduce((sum, { n }) => sum + n, received.get(key) ?? 0);
      received.set(key, now);
      if (now < every) continue;
      const { rows } = await pool.query(copy, [name, epoch]);
      received.set(key, 0);
      if (!rows[0]) continue;
      await pool.query('delete from view_snapshots where view = $1 and epoch <> $2', [name, epoch]);
      await pool.query(thin, [name, epoch, 10 * every]);
      taken += 1;
    }
    return taken;
  };
  const take = (): Promise<number> =>
    (taking ??= takeAll().finally(() => {
      taking = null;
    }));
  const timer = setInterval(() => void take().catch(options.onError), options.checkMs);
  timer.unref();
  return { take, stop: () => clearInterval(timer) };
}
