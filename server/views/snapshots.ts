import type { Pool } from 'pg';
import type { ViewDef } from '#shared/core/view.ts';

export interface Snapshots {
  /** Writes a copy of every view whose checkpoint is `every` events past its last one; answers how many. */
  take(): Promise<number>;
  stop(): void;
}

/** The rows of the checkpoint as one text, made where they are stored: of a long view it would hold up everybody who shares the house's thread. */
const copy = `insert into view_snapshots (view, epoch, position, rows)
  select v.name, v.epoch, v.position, coalesce((select '[' || string_agg('[' || to_json(r.id)::text || ',' || r.row || ']', ',') || ']' from view_rows r where r.view = v.name and r.epoch = v.epoch), '[]')
  from views v where v.name = $1 and v.epoch = $2
  on conflict do nothing returning position`;

/** Of older copies one in ten stays: each is as long as its view, and there would be more of them with every day. */
const newest = 5;
const thin = `delete from view_snapshots s where s.view = $1 and s.epoch = $2
  and s.position < (select position from view_snapshots where view = $1 and epoch = $2 order by position desc offset ${newest - 1} limit 1)
  and exists (select 1 from view_snapshots e where e.view = s.view and e.epoch = s.epoch and e.position / $3 = s.position / $3 and e.position < s.position)`;

/** Copies of whole views at known positions, so that a look into the past begins near where it ends. */
export function openSnapshots(
  pool: Pool,
  views: { byName(name: string): { readonly def: ViewDef } | undefined; positions(): { name: string; epoch: string; saved: number }[] },
  options: { every: number; checkMs: number; onError: (error: unknown) => void },
): Snapshots {
  const last = new Map<string, number>();
  let taking: Promise<number> | null = null;

  const lastOf = async (name: string, epoch: string): Promise<number> => {
    const { rows } = await pool.query<{ position: string | null }>('select max(position) as position from view_snapshots where view = $1 and epoch = $2', [
      name,
      epoch,
    ]);
    return Number(rows[0]!.position ?? 0);
  };

  const takeAll = async (): Promise<number> => {
    let taken = 0;
    for (const { name, epoch, saved } of views.positions()) {
      // A view that is not whole in memory has no copies: it is too long for one text.
      if (views.byName(name)!.def.recent) continue;
      const key = `${name} ${epoch}`;
      if (!last.has(key)) last.set(key, await lastOf(name, epoch));
      if (saved - last.get(key)! < options.every) continue;
      const { rows } = await pool.query<{ position: string }>(copy, [name, epoch]);
      if (rows[0]) {
        await pool.query('delete from view_snapshots where view = $1 and epoch <> $2', [name, epoch]);
        await pool.query(thin, [name, epoch, 10 * options.every]);
        taken += 1;
      }
      last.set(key, Number(rows[0]?.position ?? saved));
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
