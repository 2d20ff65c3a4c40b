import { createHash } from 'node:crypto';
import { businessDay, dateOf, showDay } from '#shared/core/day.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/translations.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { SheetRow } from '#shared/core/sheet-cell.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { Nodes } from '../../operations/nodes.ts';
import { every } from '../../store/every.ts';
import {
  beginWork,
  countFile,
  findFile,
  findOwnFile,
  keepFile,
  keepLines,
  loadedBefore,
  releaseFiles,
  settleFile,
  settleLines,
  takeLines,
  type KnownFile,
  type StoredLine,
} from './import-files.ts';
import { making, makingCommand } from './import-target.ts';
import { changing, openImportTrial } from './import-trial.ts';
import type { Trial } from '../../store/trial.ts';
import { checkRows, type CheckedRow } from './check-rows.ts';
import { columnsOf, fileColumns, namedColumns } from './columns.ts';
import { openPace } from './pace.ts';
import type { Queries } from './queries.ts';
import { uuidFrom } from './uuid-from.ts';
import { readSheetRows } from './read-sheet.ts';
import { cutText } from '#shared/core/cut.ts';

export interface Imports {
  /** Accepts a file and checks its lines in the background; nothing changes yet. */
  take(
    def: MasterDef,
    viewer: Viewer,
    file: { name: string; bytes: Buffer; language: Language },
  ): Promise<KnownFile>;
  /** The same with the lines of a series; repeated, they are checked again. */
  takeLines(
    def: MasterDef,
    viewer: Viewer,
    lines: { name: string; rows: readonly SheetRow[]; language: Language },
  ): Promise<KnownFile>;
  apply(def: MasterDef, viewer: Viewer, id: string): Promise<KnownFile>;
  undo(def: MasterDef, viewer: Viewer, id: string): Promise<KnownFile>;
  /** Resolves when no background work is running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Lines taken from the file and settled at once; they are processed in slices. */
const taking = 50;
const judging = 4;
/** Counting reads all lines of the file, so progress is reported once a second. */
const countEveryMs = 1_000;
/** How often files of lost nodes are looked for. */
const releaseEveryMs = 10_000;

export function openImports(parts: {
  server: Pick<ServerParts, 'pool' | 'handle' | 'access' | 'clock' | 'newId' | 'log'>;
  queries: Queries;
  trial: Trial;
  node: Pick<Nodes, 'id' | 'goneMs'>;
  onError: (error: unknown) => void;
}): Imports {
  const { server, queries, node } = parts;
  const { pool } = server;
  const running = new Set<Promise<void>>();
  let stopped = false;

  const openProgress = (id: string): ((done: number, last: boolean) => Promise<void>) => {
    let counted = -Infinity;
    return async (done, last) => {
      if (!last && performance.now() - counted < countEveryMs) return;
      await countFile(pool, id, done);
      counted = performance.now();
    };
  };

  const inBackground = (id: string, back: KnownFile['state'], work: () => Promise<void>): void => {
    const one = work()
      .catch(async (error: unknown) => {
        parts.onError(error);
        await settleFile(pool, node.id, id, back).catch(parts.onError);
      })
      .finally(() => running.delete(one));
    running.add(one);
  };

  const checkRow = async (
    def: MasterDef,
    viewer: Viewer,
    id: string,
    [head, ...body]: readonly SheetRow[],
    language: Language,
  ): Promise<void> => {
    const columns = fileColumns(def, head!, language);
    const taken = new Map<string, number>();
    const tryLine = openImportTrial(parts.trial, def, viewer, businessDay(server.clock.now()));
    await queries.rows.reached(server.log.head());
    const pace = openPace();
    const progress = openProgress(id);
    for (let i = 0; i < body.length && !stopped; i += judging) {
      const lines = body.slice(i, i + judging);
      await pace.slice(async () => {
        const today = businessDay(server.clock.now());
        const rows: CheckedRow[] = [];
        for (const [[of, by], some] of Map.groupBy(lines, (line) => columnsOf(columns, line)))
          rows.push(...(await checkRows(queries, of, by, some, taken, today, viewer, language)));
        rows.sort((a, b) => a.line - b.line);
        const tried: CheckedRow[] = [];
        // One after the other: a line is judged as if those before it had been carried out.
        for (const row of rows) tried.push(await tryLine(row));
        await keepLines(pool, id, tried);
        await progress(Math.min(i + judging, body.length), i + judging >= body.length);
      });
    }
    if (!stopped) await settleFile(pool, node.id, id, 'checked', body.length);
  };

  /** One command with a key of its own: repeated after a restart, it has no second effect. */
  const give = (
    id: string,
    key: string,
    viewer: Viewer,
    stream: string,
    command: string,
    input: object,
    expectedVersion?: number,
  ) =>
    server.handle({
      stream,
      command,
      input,
      viewer,
      correlationId: `import-${id}`,
      idempotencyKey: uuidFrom(`${id}:${key}`),
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
    });

  const carryOut = async (
    def: MasterDef,
    id: string,
    viewer: Viewer,
    one: StoredLine,
  ): Promise<Parameters<typeof settleLines>[2][number]> => {
    const { fields, iStatus } = JSON.parse(one.changes!) as { fields: Fields; iStatus: 0 | 1 | null };
    const failed = (refusal: { code: string; field?: string; details?: unknown }) => ({
      line: one.line,
      effect: 'failed' as const,
      problems: [{ code: refusal.code, field: refusal.field ?? '', details: refusal.details ?? {} }],
    });
    const elsewhere = making(def, fields, businessDay(server.clock.now()));
    if (elsewhere) {
      let done = await give(id, `${one.line}`, viewer, elsewhere.stream, elsewhere.command, elsewhere.input);
      const { instead, aggregate } = makingCommand(def);
      const again = isRefusal(done) && instead !== undefined && done.code === instead.code;
      if (isRefusal(done) && again)
        done = await give(
          id,
          `${one.line}:instead`,
          viewer,
          `${aggregate}-${String(done.details?.[instead.id])}`,
          instead.command,
          instead.input(fields),
        );
      return isRefusal(done)
        ? failed(done)
        : {
            line: one.line,
            effect: 'done',
            record: Number(done.id),
            was: { made: !again, version: done.version },
          };
    }
    if (one.effect === 'create') {
      const done = await give(id, `${one.line}`, viewer, `master-${def.kind}-new`, 'create', {
        fields,
        ...(iStatus === null || def.stages ? {} : { iStatus }),
      });
      return isRefusal(done)
        ? failed(done)
        : {
            line: one.line,
            effect: 'done',
            record: Number(done.recordId),
            was: { made: true, version: done.version },
          };
    }
    const stream = `master-${def.kind}-${one.record}`;
    let version = one.seen!;
    for (const [command, input] of changing({ fields, iStatus })) {
      const updates = command === 'update';
      const key = updates ? `${one.line}` : `${one.line}:status`;
      const done = await give(id, key, viewer, stream, command, input, updates ? version : undefined);
      if (isRefusal(done)) return failed(done);
      version = done.version;
    }
    return {
      line: one.line,
      effect: 'done',
      was: {
        made: false,
        seen: one.seen,
        version,
        ...(iStatus === null ? {} : { status: iStatus === 1 ? 0 : 1 }),
      },
    };
  };

  const takeBack = async (
    def: MasterDef,
    id: string,
    viewer: Viewer,
    one: StoredLine,
  ): Promise<Parameters<typeof settleLines>[2][number]> => {
    const was = JSON.parse(one.was!) as { made: boolean; seen?: number; version: number; status?: 0 | 1 };
    const stream = `master-${def.kind}-${one.record}`;
    const kept = (refusal: { code: string; field?: string; details?: unknown }) => ({
      line: one.line,
      effect: 'kept' as const,
      problems: [
        {
          code: refusal.code === 'versionConflict' ? 'importChangedSince' : refusal.code,
          field: '',
          details: refusal.details ?? {},
        },
      ],
    });
    const server_ = { ...viewer, kind: 'system' as const };
    if (def.source) {
      const action = makingCommand(def);
      const command = was.made ? action.takeBack! : action.instead!.takeBack!;
      const done = await give(
        id,
        `undo:${one.line}`,
        server_,
        `${action.aggregate}-${one.record}`,
        command,
        { reason: 'Import taken back' },
        was.version,
      );
      return isRefusal(done) ? kept(done) : { line: one.line, effect: 'undone' };
    }
    if (was.made) {
      const done = await give(
        id,
        `undo:${one.line}`,
        server_,
        stream,
        'cancel',
        { reason: 'Import taken back' },
        was.version,
      );
      return isRefusal(done) ? kept(done) : { line: one.line, effect: 'undone' };
    }
    let { version } = was;
    const { fields } = JSON.parse(one.changes!) as { fields: Fields };
    if (Object.keys(fields).length > 0) {
      const done = await give(
        id,
        `undo:${one.line}`,
        server_,
        stream,
        'revert',
        { version: was.seen, reason: 'Import taken back' },
        version,
      );
      if (isRefusal(done)) return kept(done);
      version = done.version;
    }
    if (was.status !== undefined) {
      const done = await give(
        id,
        `undo:${one.line}:status`,
        server_,
        stream,
        was.status === 1 ? 'activate' : 'deactivate',
        {},
        Object.keys(fields).length > 0 ? undefined : version,
      );
      if (isRefusal(done)) return kept(done);
    }
    return { line: one.line, effect: 'undone' };
  };

  /**
   * Processes lines in small slices, while the person who started it stays signed in. A line that was
   * processed but not settled has no second effect.
   */
  const work = async (
    id: string,
    viewer: Viewer,
    effects: readonly StoredLine['effect'][],
    newestFirst: boolean,
    total: number,
    one: (viewer: Viewer, line: StoredLine) => ReturnType<typeof carryOut>,
  ): Promise<boolean> => {
    const pace = openPace();
    const progress = openProgress(id);
    let behind: number | null = null;
    for (let done = 0; !stopped;) {
      const lines: StoredLine[] = await takeLines(pool, id, effects, taking, { newestFirst, behind });
      if (lines.length === 0) {
        await progress(Math.min(done, total), true);
        return true;
      }
      behind = lines.at(-1)!.line;
      const settled: Awaited<ReturnType<typeof carryOut>>[] = [];
      try {
        while (settled.length < lines.length && !stopped) {
          const current = viewer.sessionId === null ? viewer : server.access.current(viewer.sessionId);
          if (!current) return false;
          const slice = lines.slice(settled.length, settled.length + pace.size());
          settled.push(...(await pace.slice(() => Promise.all(slice.map((line) => one(current, line))))));
        }
      } finally {
        await settleLines(pool, id, settled);
        done += settled.length;
        await progress(Math.min(done, total), stopped || settled.length < lines.length);
      }
    }
    return false;
  };

  const countOf = async (id: string, effects: readonly StoredLine['effect'][]): Promise<number> =>
    Number(
      (
        await pool.query<{ n: string }>(
          'select count(*) as n from import_rows where file = $1 and effect = any($2::text[])',
          [id, effects],
        )
      ).rows[0]!.n,
    );
  const note = async (id: string, command: string, input: object): Promise<void> => {
    const shown = await server.handle({
      stream: `masterfile-${id}`,
      command,
      input,
      viewer: server.access.systemViewer('import'),
      correlationId: `import-${id}`,
    });
    if (isRefusal(shown)) throw new Error(`The import could not be noted: ${shown.code}`);
  };
  const who = (def: MasterDef, viewer: Viewer) => ({
    master: def.name,
    byEmpId: viewer.empId,
    byName: viewer.name,
  });

  const accept = async (
    def: MasterDef,
    viewer: Viewer,
    name: string,
    rows: readonly SheetRow[],
    hash: string | null,
    language: Language,
  ): Promise<KnownFile> => {
    const [head, ...body] = rows;
    const columns = namedColumns(fileColumns(def, head!, language), body);
    const id = server.newId();
    await keepFile(pool, {
      id,
      master: def.name,
      fileName: cutText(name, 200),
      sha256: hash ?? createHash('sha256').update(id).digest('hex'),
      madeBy: viewer.empId ?? 0,
      madeByName: viewer.name,
      rows: body.length,
      ...columns,
      // The lines of a series are in no file whose columns somebody sees.
      ...(hash === null ? { headings: [] } : {}),
      at: server.clock.now(),
      node: node.id,
    });
    inBackground(id, 'failed', () => checkRow(def, viewer, id, rows, language));
    return findFile(pool, def.name, id);
  };

  const release = (): Promise<void> => releaseFiles(pool, node.id, node.goneMs).catch(parts.onError);
  let released = release();
  const stopReleasing = every(releaseEveryMs, () => {
    released = released.then(release);
  });

  return {
    async take(def, viewer, { name, bytes, language }) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await refuseTwice(def, sha256, null);
      const rows = await readSheetRows(bytes, language);
      if (rows.length < 2) throw refuse('importNoRows', 422);
      if (def.importWhole !== undefined && rows.length - 1 > def.importWhole)
        throw refuse('importTooLong', 422, { n: def.importWhole });
      return accept(def, viewer, name, rows, sha256, language);
    },
    takeLines: (def, viewer, { name, rows, language }) => accept(def, viewer, name, rows, null, language),
    async apply(def, viewer, id) {
      const file = await findOwnFile(pool, viewer, def.name, id);
      const checked = Number(
        (await pool.query<{ n: string }>('select count(*) as n from import_rows where file = $1', [id]))
          .rows[0]!.n,
      );
      if (!['checked', 'failed'].includes(file.state) || checked < file.rows)
        throw refuse('importWrongState', 409, { allowed: 'checked' });
      await refuseTwice(def, file.sha256, id);
      const bad = def.importWhole === undefined ? 0 : await countOf(id, ['bad', 'failed']);
      if (bad > 0) throw refuse('importRowErrors', 422, { n: bad, m: file.rows });
      if (!(await beginWork(pool, node.id, id, ['checked', 'failed'], 'applying')))
        throw refuse('importBusy', 409);
      inBackground(id, 'failed', async () => {
        const whole = await work(id, viewer, ['create', 'update'], false, file.rows, (current, line) =>
          carryOut(def, id, current, line),
        );
        if (!whole) {
          if (!stopped) await settleFile(pool, node.id, id, 'failed');
          return;
        }
        // Some lines failed only now: an import that is all or nothing is reverted.
        if (def.importWhole !== undefined && (await countOf(id, ['failed'])) > 0) {
          await settleFile(pool, node.id, id, 'undoing');
          const back = await work(id, viewer, ['done'], true, file.rows, (current, line) =>
            takeBack(def, id, current, line),
          );
          if (!stopped) await settleFile(pool, node.id, id, back ? 'failed' : 'applied');
          return;
        }
        const counts = (
          await pool.query<{ created: number; updated: number; failed: number }>(
            `select count(*) filter (where effect = 'done' and was::jsonb->>'made' = 'true')::int as created, count(*) filter (where effect = 'done' and was::jsonb->>'made' = 'false')::int as updated, count(*) filter (where effect in ('failed', 'bad'))::int as failed from import_rows where file = $1`,
            [id],
          )
        ).rows[0]!;
        await note(id, 'noteImport', {
          ...who(def, viewer),
          fileName: file.fileName,
          sha256: file.sha256,
          ...counts,
        });
        await settleFile(pool, node.id, id, 'applied', file.rows);
      });
      return findFile(pool, def.name, id);
    },
    async undo(def, viewer, id) {
      const file = await findOwnFile(pool, viewer, def.name, id);
      if (def.source && !makingCommand(def).takeBack) throw refuse('importStays', 409);
      if (!(await beginWork(pool, node.id, id, ['applied'], 'undoing')))
        throw refuse('importWrongState', 409, { allowed: 'applied' });
      inBackground(id, 'applied', async () => {
        const whole = await work(id, viewer, ['done'], true, file.rows, (current, line) =>
          takeBack(def, id, current, line),
        );
        if (!whole) {
          if (!stopped) await settleFile(pool, node.id, id, 'applied');
          return;
        }
        const counts = (
          await pool.query<{ undone: number; kept: number }>(
            `select count(*) filter (where effect = 'undone')::int as undone, count(*) filter (where effect = 'kept')::int as kept from import_rows where file = $1`,
            [id],
          )
        ).rows[0]!;
        await note(id, 'noteUndo', { ...who(def, viewer), ...counts });
        await settleFile(pool, node.id, id, 'undone', file.rows);
      });
      return findFile(pool, def.name, id);
    },
    async idle() {
      await released;
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopped = true;
      stopReleasing();
      await released;
      await Promise.all(running);
    },
  };

  async function refuseTwice(def: MasterDef, sha256: string, except: string | null): Promise<void> {
    const before = await loadedBefore(pool, def.name, sha256, except);
    if (before)
      throw refuse('importAlreadyLoaded', 409, {
        at: showDay(dateOf(before.madeAt)),
        by: before.madeBy,
      });
  }
}
