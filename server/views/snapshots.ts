import type { Pool } from 'pg';
import type { LiveView } from '../house.ts';

export interface Snapshots {
  /** Writes a copy of every view that is `every` events past its last one; answers how many. */
  take(): Promise<number>;
  stop(): void;
}

/** Copies of whole views at known positions, so that a look into the past begins near where it ends. */
export function openSnapshots(
  pool: Pool,
  views: { epoch(name: string): string; byName(name: string): LiveView | undefined; positions(): { name: string }[] },
  options: { every: number; checkMs: number; onError: (error: unknown) => void },
): Snapshots {
  const last = new Map<string, number>();
  let taking: Promise<number> | null = null;

  const takeAll = async (): Promise<number> => {
    let taken = 0;
    for (const { name } of views.positions()) {
      const view = views.byName(name)!;
      // A view that is not whole in memory has no copies: it is too long for one text.
      if (view.def.recent) continue;
      const key = `${name} ${views.epoch(name)}`;
      if (!last.has(key)) {
        const { rows } = await pool.query<{ position: string | null }>('select max(position) as position from view_snapshots where view = $1 and epoch = $2', [
          name,
          views.epoch(name),
        ]);
        last.set(key, Number(rows[0]!.position ?? 0));
      }
      if (view.position() - last.get(key)! < options.every) continue;
      // Rows and position are read in one breath, before anything is awaited.
      const position = view.position();
      const rows = JSON.stringify([...view.rows]);
      await pool.query('insert into view_snapshots (view, epoch, position, rows) values ($1, $2, $3, $4) on conflict do nothing', [
        name,
        views.epoch(name),
        position,
        rows,
      ]);
      await pool.query('delete from view_snapshots where view = $1 and epoch <> $2', [name, views.epoch(name)]);
      last.set(key, position);
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
