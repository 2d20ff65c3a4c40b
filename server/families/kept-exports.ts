import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '#shared/core/day.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { KeptExport } from '#shared/families/report-wire.ts';
import type { ServerParts } from '../core/parts.ts';
import { every } from '../store/every.ts';
import { noteExport, piecesOf, type ExportFile } from './send-export.ts';

/** What a file holds: its reader must still be allowed to see all of it. */
export interface ExportHolds {
  readonly masked: readonly string[];
  readonly places: Viewer['poos'];
}

export interface BackgroundFile extends ExportFile {
  readonly holds: ExportHolds;
  /** Whether this person may still export it; asked while it is written. */
  mayGoOn(viewer: Viewer): boolean;
}

export interface KeptExports {
  begin(request: FastifyRequest, viewer: Viewer, file: BackgroundFile): Promise<KeptExport & ExportHolds>;
  /** This person's exports of the last day, the newest first. */
  list(viewer: Viewer, name: string): Promise<readonly KeptExport[]>;
  /** One's own export and what it holds; 404 for everybody else and after its day. */
  find(viewer: Viewer, name: string, id: string): Promise<KeptExport & ExportHolds>;
  /** Stops an export that is being written, on whichever node, and deletes a written file. */
  cancel(viewer: Viewer, name: string, id: string): Promise<void>;
  open(kept: KeptExport): Readable;
  /** Resolves when no export is under way on this node. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  id: string;
  name: string;
  file_name: string;
  format: string;
  made_at: Date;
  state: KeptExport['state'];
  total: string;
  done: string;
  masked: string;
  places: string;
  lost: boolean;
}

const atOnce = 2;
const mostWaiting = 20;
const beatMs = 1_000;
const sweepMs = 60_000;
/** An export whose node has not reported for this long is lost. */
const lost = "state in ('waiting', 'running') and beat_at < clock_timestamp() - interval '30 seconds'";
const columns = `id, name, file_name, format, made_at, state, total, done, masked, places, ${lost} as lost`;
const uniqueViolation = '23505';

/**
 * Writes exports in the background into files that are kept for a day. The table is the truth for every node;
 * the folder is shared between them.
 */
export function openKeptExports(parts: {
  readonly server: ServerParts;
  readonly dataDir: string;
  readonly onError: (error: unknown, correlationId: string) => void;
}): KeptExports {
  const { server, onError } = parts;
  const { pool, clock } = server;
  const folder = join(parts.dataDir, 'exports');
  const path = (id: string): string => join(folder, id);
  const underWay = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const remove = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) for (const file of [path(id), `${path(id)}.part`]) await rm(file, { force: true });
  };
  const shown = (row: Row): KeptExport => ({
    id: row.id,
    name: row.name,
    fileName: `${row.file_name}.${row.format}`,
    state: row.lost ? 'failed' : row.state,
    total: Number(row.total),
    done: Number(row.done),
    madeAt: row.made_at.toISOString(),
    until: new Date(row.made_at.getTime() + DAY_MS).toISOString(),
  });
  const dayAgo = (): Date => new Date(clock.now() - DAY_MS);

  const sweep = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(
      'delete from kept_exports where made_at <= $1 returning id',
      [dayAgo()],
    );
    await remove(rows.map(({ id }) => id));
  };
  const stopSweeping = every(
    sweepMs,
    () => void sweep().catch((error: unknown) => onError(error, 'exports')),
  );

  const turn = (signal: AbortSignal): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const next = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(next), 1);
        reject(signal.reason as Error);
      };
      waiting.push(next);
      signal.addEventListener('abort', leave, { once: true });
    });
  };
  const freeTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  /** Reports progress; an export that was cancelled, or whose person lost the right, is stopped. */
  const beat = async (id: string, done: number, mayGoOn: () => boolean): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update kept_exports set done = $2, beat_at = clock_timestamp()${mayGoOn() ? '' : ", state = 'cancelled'"} where id = $1 and state in ('waiting', 'running')`,
      [id, done],
    );
    return rowCount === 1 && mayGoOn();
  };

  const write = async (
    id: string,
    file: BackgroundFile,
    mayGoOn: () => boolean,
    stop: AbortController,
  ): Promise<void> => {
    const { signal } = stop;
    let done = 0;
    let reporting = false;
    const stopBeating = every(beatMs, () => {
      if (reporting) return;
      reporting = true;
      beat(id, done, mayGoOn).then(
        (goOn) => {
          reporting = false;
          if (!goOn) stop.abort(new Error('cancelled'));
        },
        (error: unknown) => {
          reporting = false;
          onError(error, 'exports');
        },
      );
    });
    try {
      await turn(signal);
      try {
        await pool.query("update kept_exports set state = 'running' where id = $1 and state = 'waiting'", [
          id,
        ]);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await pipeline(
          piecesOf(file.start(), (rows) => (done = rows)),
          createWriteStream(`${path(id)}.part`, { mode: 0o600, flush: true }),
          { signal },
        );
        await rename(`${path(id)}.part`, path(id));
      } finally {
        freeTurn();
      }
      const { rowCount } = await pool.query(
        "update kept_exports set state = 'ready', done = $2 where id = $1 and state = 'running'",
        [id, done],
      );
      if (rowCount !== 1) await remove([id]);
    } catch (error) {
      await remove([id]);
      const { rowCount } = await pool.query(
        "update kept_exports set state = 'failed', done = $2 where id = $1 and state in ('waiting', 'running')",
        [id, done],
      );
      if (rowCount === 1 && !signal.aborted) throw error;
    } finally {
      stopBeating();
    }
  };

  const find: KeptExports['find'] = async (viewer, name, id) => {
    const { rows } = await pool.query<Row>(
      `select ${columns} from kept_exports where id = $1 and name = $2 and made_by = $3 and made_at > $4`,
      [id, name, viewer.empId, dayAgo()],
    );
    const row = rows[0];
    if (!row) throw refuse('notFound', 404);
    return {
      ...shown(row),
      masked: JSON.parse(row.masked) as string[],
      places: JSON.parse(row.places) as Viewer['poos'],
    };
  };

  return {
    async begin(request, viewer, file) {
      if (viewer.empId === null) throw refuse('forbidden', 403, { permission: file.name });
      if (waiting.length >= mostWaiting) throw refuse('tooMany', 429, { seconds: 30 });
      await sweep();
      const id = randomBytes(24).toString('base64url');
      const total = await file.rows();
      await pool.query(`update kept_exports set state = 'failed' where made_by = $1 and ${lost}`, [
        viewer.empId,
      ]);
      await pool
        .query(
          'insert into kept_exports (id, name, file_name, format, made_by, made_at, state, total, masked, places) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
          [
            ...[id, file.name, file.fileName, file.format, viewer.empId, new Date(clock.now()), 'waiting'],
            ...[total, JSON.stringify(file.holds.masked), JSON.stringify(file.holds.places)],
          ],
        )
        .catch((error: unknown) => {
          if ((error as { code?: string }).code === uniqueViolation) throw refuse('exportUnderWay', 409);
          throw error;
        });
      try {
        await noteExport(server, request, viewer, file, total);
      } catch (error) {
        await pool.query('delete from kept_exports where id = $1', [id]);
        throw error;
      }
      const { sessionId } = viewer;
      const { correlationId } = request;
      const mayGoOn = (): boolean => {
        const now = sessionId === null ? viewer : server.access.current(sessionId);
        return now !== null && file.mayGoOn(now);
      };
      const stop = new AbortController();
      const ended = write(id, file, mayGoOn, stop)
        .catch((error: unknown) => onError(error, correlationId))
        .finally(() => underWay.delete(id));
      underWay.set(id, { stop, ended });
      return find(viewer, file.name, id);
    },
    async list(viewer, name) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from kept_exports where name = $1 and made_by = $2 and made_at > $3 order by made_at desc, id limit 50`,
        [name, viewer.empId, dayAgo()],
      );
      return rows.map(shown);
    },
    find,
    async cancel(viewer, name, id) {
      await find(viewer, name, id);
      await pool.query("update kept_exports set state = 'cancelled' where id = $1", [id]);
      underWay.get(id)?.stop.abort(new Error('cancelled'));
      await underWay.get(id)?.ended;
      await remove([id]);
    },
    open: ({ id }) => createReadStream(path(id)),
    async idle() {
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
    async close() {
      stopSweeping();
      for (const { stop } of underWay.values()) stop.abort(new Error('The server is shutting down.'));
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
  };
}
