import type { Pool } from 'pg';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { ImportFile, ImportLine, ImportState, LineEffect } from '#shared/families/master-wire.ts';
import { quickCommit } from '../../store/quick-commit.ts';
import type { CheckedRow } from './check-rows.ts';
import { cutText } from '#shared/core/cut.ts';

/**
 * The tables of imports: what each line would do, and its result. Lines and counts are committed
 * asynchronously: nobody was answered by them, commands are idempotent, and later synchronous commits cover
 * them.
 */

interface FileRow {
  id: string;
  master: string;
  file_name: string;
  sha256: string;
  made_by: number;
  made_by_name: string;
  made_at: Date;
  state: ImportState;
  rows: number;
  done: number;
  counts: string;
  headings: string;
}

export interface KnownFile extends ImportFile {
  readonly sha256: string;
  readonly madeById: number;
}
export interface StoredLine {
  readonly line: number;
  readonly effect: LineEffect;
  readonly record: number | null;
  readonly seen: number | null;
  readonly changes: string | null;
  readonly was: string | null;
  readonly problems: string | null;
}

const columns =
  'id, master, file_name, sha256, made_by, made_by_name, made_at, state, rows, done, counts, headings';

function known(row: FileRow): KnownFile {
  return {
    id: row.id,
    master: row.master,
    fileName: row.file_name,
    state: row.state,
    rows: row.rows,
    done: row.done,
    counts: JSON.parse(row.counts),
    ...headingsIn(row.headings),
    madeBy: row.made_by_name,
    madeAt: row.made_at.toISOString(),
    sha256: row.sha256,
    madeById: row.made_by,
  };
}

/** A file imported by an earlier version stored fewer columns, or only the list of known headings. */
function headingsIn(text: string): Pick<ImportFile, 'headings' | 'unknown' | 'twice' | 'surplus'> {
  const stored = JSON.parse(text) as
    | string[]
    | { known: string[]; unknown: string[]; twice?: string[]; surplus?: string[] };
  const { known: headings, ...named } = Array.isArray(stored) ? { known: stored, unknown: [] } : stored;
  return { headings, twice: [], surplus: [], ...named };
}

/** Without the fields that only the server needs. */
export function shownFile({ sha256: _sha256, madeById: _madeById, ...file }: KnownFile): ImportFile {
  return file;
}

/** A file is visible to its uploader and to admins: it may hold people of any place. */
export async function findOwnFile(
  pool: Pool,
  viewer: Viewer,
  master: string,
  id: string,
): Promise<KnownFile> {
  const file = await findFile(pool, master, id);
  if (!viewer.admin && viewer.kind === 'person' && file.madeById !== viewer.empId)
    throw refuse('notFound', 404);
  return file;
}

export async function findFile(pool: Pool, master: string, id: string): Promise<KnownFile> {
  const { rows } = await pool.query<FileRow>(
    `select ${columns} from import_files where master = $1 and id = $2`,
    [master, id],
  );
  if (!rows[0]) throw refuse('notFound', 404);
  return known(rows[0]);
}

/** The newest files of this viewer; of everybody for an admin. */
export async function listFiles(pool: Pool, viewer: Viewer, master: string): Promise<KnownFile[]> {
  return (
    await pool.query<FileRow>(
      `select ${columns} from import_files where master = $1 and ($2::int is null or made_by = $2) order by made_at desc, id desc limit 50`,
      [master, viewer.admin ? null : viewer.empId],
    )
  ).rows.map(known);
}

/** An earlier import of the same bytes that was not reverted. */
export async function loadedBefore(
  pool: Pool,
  master: string,
  sha256: string,
  except: string | null,
): Promise<KnownFile | null> {
  const { rows } = await pool.query<FileRow>(
    `select ${columns} from import_files where master = $1 and sha256 = $2 and state in ('applying', 'applied', 'undoing') and id is distinct from $3 limit 1`,
    [master, sha256, except],
  );
  return rows[0] ? known(rows[0]) : null;
}

export async function keepFile(
  pool: Pool,
  file: {
    id: string;
    master: string;
    fileName: string;
    sha256: string;
    madeBy: number;
    madeByName: string;
    rows: number;
    headings: readonly string[];
    unknown: readonly string[];
    twice: readonly string[];
    surplus: readonly string[];
    at: number;
    node: string;
  },
): Promise<void> {
  await pool.query(
    `insert into import_files (id, master, file_name, sha256, made_by, made_by_name, made_at, state, rows, headings, worked_on_by) values ($1, $2, $3, $4, $5, $6, $7, 'checking', $8, $9, $10)`,
    [
      file.id,
      file.master,
      file.fileName,
      file.sha256,
      file.madeBy,
      file.madeByName,
      new Date(file.at).toISOString(),
      file.rows,
      JSON.stringify({
        known: file.headings,
        unknown: file.unknown.map((text) => cutText(text, 80)),
        twice: file.twice.map((text) => cutText(text, 80)),
        surplus: file.surplus,
      }),
      file.node,
    ],
  );
}

/** Moves on only from the given states, to be worked on by this node; false when another was faster. */
export async function beginWork(
  pool: Pool,
  node: string,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
): Promise<boolean> {
  return (
    (
      await pool.query(
        'update import_files set state = $3, done = 0, worked_on_by = $4 where id = $1 and state = any($2)',
        [id, from, to, node],
      )
    ).rowCount === 1
  );
}

/**
 * Saves the result of this node's work, also when others considered this node gone; does nothing when another
 * has taken the work over.
 */
export async function settleFile(
  pool: Pool,
  node: string,
  id: string,
  to: ImportState,
  done = 0,
): Promise<void> {
  await pool.query('update import_files set state = $3, done = $4 where id = $1 and worked_on_by = $2', [
    id,
    node,
    to,
    done,
  ]);
}

/** Rows that empty a field of a record which held a value. */
const clearsSql = `(effect = 'update' or effect = 'done' and seen is not null) and changes ~ '"after":(null|""|\\[\\])'`;

/** Releases the work of nodes that are gone; every line is settled on its own. */
export async function releaseFiles(pool: Pool, node: string, goneMs: number): Promise<void> {
  await pool.query(
    `update import_files set state = case state when 'undoing' then 'applied' else 'failed' end
     where state in ('checking', 'applying', 'undoing') and worked_on_by is distinct from $1
       and not exists (select 1 from nodes n where n.id = worked_on_by and n.seen_at > clock_timestamp() - $2 * interval '1 millisecond')`,
    [node, goneMs],
  );
}

export async function countFile(pool: Pool, id: string, done: number): Promise<void> {
  await pool.query(
    `${quickCommit} update import_files set done = $2, counts = (select coalesce(json_object_agg(effect, n), '{}')::text from (select effect, count(*)::int as n from import_rows where file = $1 group by effect union all select 'cleared', count(*)::int from import_rows where file = $1 and ${clearsSql} having count(*) > 0) c) from quick where id = $1`,
    [id, done],
  );
}

export async function keepLines(pool: Pool, file: string, lines: readonly CheckedRow[]): Promise<void> {
  await pool.query(
    `${quickCommit} insert into import_rows (file, line, effect, record, seen, given, changes, problems)
     select $1, r.* from quick, jsonb_to_recordset($2::jsonb) as r(line int, effect text, record int, seen int, given text, changes text, problems text)
     on conflict (file, line) do update set effect = excluded.effect, record = excluded.record, seen = excluded.seen, given = excluded.given, changes = excluded.changes, problems = excluded.problems`,
    [
      file,
      JSON.stringify(
        lines.map((one) => ({
          line: one.line,
          effect: one.effect,
          record: one.record,
          seen: one.seen,
          given: JSON.stringify(one.given),
          problems: one.problems.length > 0 ? JSON.stringify(one.problems) : null,
          changes: JSON.stringify({ fields: one.fields, changes: one.changes, iStatus: one.iStatus }),
        })),
      ),
    ],
  );
}

/** The lines after the end of the last batch; from the first, or the last, when there was none. */
export async function takeLines(
  pool: Pool,
  file: string,
  effects: readonly LineEffect[],
  limit: number,
  { newestFirst, behind }: { readonly newestFirst: boolean; readonly behind: number | null },
): Promise<StoredLine[]> {
  return (
    await pool.query<StoredLine>(
      `select line, effect, record, seen, changes, was, problems from import_rows where file = $1 and effect = any($2) and ($4::int is null or line ${newestFirst ? '<' : '>'} $4) order by line ${newestFirst ? 'desc' : ''} limit $3`,
      [file, effects, limit, behind],
    )
  ).rows;
}

export async function settleLines(
  pool: Pool,
  file: string,
  lines: readonly {
    line: number;
    effect: LineEffect;
    record?: number | null;
    was?: unknown;
    problems?: unknown;
  }[],
): Promise<void> {
  if (lines.length === 0) return;
  await pool.query(
    `${quickCommit} update import_rows r set effect = s.effect, record = coalesce(s.record, r.record), was = coalesce(s.was, r.was), problems = coalesce(s.problems, r.problems)
     from quick, jsonb_to_recordset($2::jsonb) as s(line int, effect text, record int, was text, problems text) where r.file = $1 and r.line = s.line`,
    [
      file,
      JSON.stringify(
        lines.map((one) => ({
          ...one,
          was: one.was === undefined ? null : JSON.stringify(one.was),
          problems: one.problems === undefined ? null : JSON.stringify(one.problems),
        })),
      ),
    ],
  );
}

export async function readLines(
  pool: Pool,
  file: string,
  query: { pageNo: number; records: number; only: readonly LineEffect[] },
): Promise<{
  total: number;
  lines: (Omit<ImportLine, 'problems'> & {
    problems: { code: string; field: string; details?: Record<string, unknown> }[];
  })[];
}> {
  const filter = query.only.length > 0 ? 'and effect = any($2)' : 'and $2::text[] is not null';
  const total = Number(
    (
      await pool.query<{ n: string }>(`select count(*) as n from import_rows where file = $1 ${filter}`, [
        file,
        query.only,
      ])
    ).rows[0]!.n,
  );
  const { rows } = await pool.query<{
    line: number;
    effect: LineEffect;
    record: number | null;
    given: string;
    changes: string | null;
    problems: string | null;
  }>(
    `select line, effect, record, given, changes, problems from import_rows where file = $1 ${filter} order by line limit $3 offset $4`,
    [file, query.only, query.records, query.pageNo * query.records],
  );
  return {
    total,
    lines: rows.map((row) => ({
      line: row.line,
      effect: row.effect,
      recordId: row.record,
      given: JSON.parse(row.given),
      problems: row.problems ? JSON.parse(row.problems) : [],
      changes: row.changes ? (JSON.parse(row.changes) as { changes: ImportLine['changes'] }).changes : [],
    })),
  };
}
