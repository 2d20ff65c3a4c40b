import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { secondFactorKeys } from '../access/second-factor-keys.ts';
import { readConfig } from '../config.ts';
import { rebuild } from './rebuild.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { migrate } from '../store/migrate.ts';
import { openWitness } from '../store/seal-witness.ts';
import { sealKeys, type SealKeys } from '../store/seals.ts';
import { backupFormat, type BackupHead } from './backup.ts';
import { CopyIn } from './copy-rows.ts';
import { byPosition, columnOf, cutBack, folded, instantOf, type Until } from './cut-back.ts';
import { checkChains } from './check-chains.ts';
import { reachDatabase } from './reach.ts';
import { openSealer } from './sealer.ts';
import { sealOf, type Seal } from './seal.ts';
import { copied, forEver, sealed } from './tables.ts';
import { openToolPool } from '../store/tool-pool.ts';

export interface Restored {
  readonly head: BackupHead;
  readonly rows: number;
  readonly files: number;
  readonly withPasswords: boolean;
  /** The last restored position. */
  readonly position: number;
}

const end = '\\.\n';

/**
 * Restores a backup into an empty store, in one transaction: the hash is verified before anything is
 * written, and a store that already has events, or another set of migrations, is refused. With `until` it
 * ends at that position, or at the last event before that instant.
 */
export async function restore(options: {
  url: string;
  dataDir: string;
  from: string;
  seal: Seal | null;
  until?: Until;
}): Promise<Restored> {
  const { head, position } = await check(options.from, options.until);
  if (head.sealed && !options.seal)
    throw new Error('The backup holds sealed passwords: give its key with --key.');
  const pool = openToolPool(options.url, 2);
  try {
    await migrate(pool);
    return await inTransaction(pool, async (client) => {
      await refuseUnlessEmpty(client, head);
      const done = await fill(client, options, head, position);
      if (position < head.position) await cutBack(client, position);
      return done;
    });
  } finally {
    await pool.end();
  }
}

async function refuseUnlessEmpty(client: PoolClient, head: BackupHead): Promise<void> {
  const { rows } = await client.query<{ file: string; sha256: string }>(
    'select file, sha256 from migrations order by file',
  );
  const here = rows.map((row) => `${row.file} ${row.sha256}`);
  const there = head.migrations.map((row) => row.join(' '));
  if (here.join('\n') !== there.join('\n'))
    throw new Error(
      'The backup was made by another version of the app. Restore it with that version, then upgrade.',
    );
  const held = await client.query('select 1 from events limit 1');
  if (held.rowCount)
    throw new Error(
      'The store is not empty. A backup is restored into a new DATA_DIR or a new database only.',
    );
  // An app that was opened once and never used has rows for its views and positions; they come from the
  // backup.
  await client.query(
    `truncate ${[...copied, ...sealed].filter((table) => !forEver.includes(table)).join(', ')}`,
  );
}

async function fill(
  client: PoolClient,
  options: { dataDir: string; from: string; seal: Seal | null },
  head: BackupHead,
  position: number,
): Promise<Restored> {
  const whole = position === head.position;
  const lines = linesOf(options.from);
  await lines.next();
  let rows = 0;
  let files = 0;
  for (;;) {
    const { value } = await lines.next();
    const about = JSON.parse(value!.toString('utf8')) as {
      table?: string;
      columns?: string[];
      sealed?: boolean;
      file?: string;
      end?: boolean;
    };
    if (about.end) break;
    if (about.file !== undefined) {
      const bytes = Buffer.from((await lines.next()).value!.toString('latin1'), 'base64');
      if (!/^[\w-]+$/.test(about.file)) throw new Error('A file of the backup has no plain name.');
      await mkdir(join(options.dataDir, 'files'), { recursive: true, mode: 0o700 });
      await writeFile(join(options.dataDir, 'files', about.file), bytes, { mode: 0o600, flush: true });
      files += 1;
      continue;
    }
    const table = about.table!;
    if (![...copied, ...sealed].includes(table))
      throw new Error(`The backup contains a table that this version does not know: ${table}.`);
    const at = about.columns!.indexOf('position');
    const wanted = (line: Buffer): boolean =>
      whole || (!folded.has(table) && (!byPosition.has(table) || Number(columnOf(line, at)) <= position));
    const copy = new CopyIn(
      `copy ${table} (${about.columns!.map((name) => `"${name}"`).join(', ')}) from stdin`,
      (async function* () {
        for (;;) {
          const line = (await lines.next()).value!;
          if (line.toString('latin1') === end) return;
          if (!wanted(line)) continue;
          rows += 1;
          yield about.sealed ? options.seal!.open(table, line) : line;
        }
      })(),
    );
    client.query(copy as never);
    await copy.done;
  }
  // Sequences continue after the restored numbers.
  await client.query(
    "select setval(pg_get_serial_sequence('inbox', 'id'), coalesce(max(id), 0) + 1, false) from inbox",
  );
  return { head, rows, files, withPasswords: head.sealed, position };
}

/**
 * Reads the whole file once: checks that it is a complete, unaltered backup, and resolves the wanted
 * position.
 */
async function check(
  from: string,
  until: Until | undefined,
): Promise<{ head: BackupHead; position: number }> {
  const hash = createHash('sha256');
  let head: BackupHead | null = null;
  let before: Buffer | null = null;
  const meant = seeker(until);
  for await (const line of linesOf(from)) {
    head ??= readHead(line);
    if (before) hash.update(before);
    before = line;
    meant.check(line);
  }
  const text = before?.toString('utf8') ?? '';
  const last = text.startsWith('{"end":true') ? (JSON.parse(text) as { sha256: string }) : null;
  if (!head || !last) throw new Error('The backup is cut off: its last line is missing.');
  if (hash.digest('hex') !== last.sha256)
    throw new Error('The backup was changed after it was written: its hash does not fit.');
  const position = meant.position() ?? head.position;
  if (!Number.isSafeInteger(position) || position < 1 || position > head.position)
    throw new Error(`The backup reaches from position 1 to ${head.position} (${head.at}).`);
  return { head, position };
}

/** Finds the last event before an instant among the lines of the backup. */
function seeker(until: Until | undefined): { check(line: Buffer): void; position(): number | undefined } {
  if (!until || 'position' in until) return { check: () => undefined, position: () => until?.position };
  let columns: readonly string[] | null = null;
  let found = 0;
  let over = false;
  return {
    check(line) {
      if (line[0] === 123 && line.toString('utf8').startsWith('{"table":"')) {
        const about = JSON.parse(line.toString('utf8')) as { table: string; columns: readonly string[] };
        columns = about.table === 'events' ? about.columns : null;
      } else if (columns && !over && line.toString('latin1') !== end) {
        if (instantOf(columnOf(line, columns.indexOf('at'))) > until.at) over = true;
        else found = Number(columnOf(line, columns.indexOf('position')));
      }
    },
    position: () => found,
  };
}

function readHead(line: Buffer): BackupHead {
  const text = line.toString('utf8');
  const head = text.startsWith('{') ? (JSON.parse(text) as BackupHead) : null;
  if (head?.format !== backupFormat || head.version !== 1)
    throw new Error('This file is not a backup of this app.');
  return head;
}

/** Lines with their newline. Only byte 10 ends a line: rows may contain any other character. */
async function* linesOf(from: string): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(from);
  const unzipped = source.pipe(createGunzip());
  source.on('error', (error) => unzipped.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let start = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, at + 1)]);
        rest = [];
        start = at + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (error) {
    throw new Error(`The backup cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Seals both chains as restored, with this app's key, and resets the witness of its folder. */
export async function sealAnew(pool: Pool, keys: SealKeys, dataDir: string): Promise<void> {
  const witness = openWitness(dataDir);
  witness.forget();
  const sealer = await openSealer({
    pool,
    keys,
    witness,
    onError: (error) => {
      throw error;
    },
  });
  await sealer.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, position: { type: 'string' }, at: { type: 'string' } },
  });
  const from = positionals[0];
  const until: Until | undefined = values.position
    ? { position: Number(values.position) }
    : values.at
      ? { at: Date.parse(values.at) }
      : undefined;
  if (
    !from ||
    positionals.length > 1 ||
    (values.position && values.at) ||
    (until && Number.isNaN('at' in until ? until.at : until.position))
  ) {
    console.error('npm run restore -- <file> [--key <key file>] [--position <n> | --at <ISO instant>]');
    process.exit(1);
  }
  const config = readConfig();
  const database = await reachDatabase(config);
  try {
    if (database.running && !config.databaseUrl)
      throw new Error('The app is running on this DATA_DIR. Stop it, and restore into a new one.');
    const done = await restore({
      url: database.url,
      dataDir: database.dataDir,
      from,
      seal: values.key ? sealOf(values.key) : null,
      ...(until ? { until } : {}),
    });
    console.log(
      done.position < done.head.position
        ? `Restored: up to position ${done.position} of ${done.head.position}, ${done.rows} rows, ${done.files} files. Views are folded at the next start.`
        : `Restored: position ${done.position} as of ${done.head.at}, ${done.rows} rows, ${done.files} files.`,
    );
    const pool = openToolPool(database.url, 2);
    const keys = sealKeys(secondFactorKeys(config, database.dataDir));
    // What this folder saw before belongs to another store.
    const chain = await checkChains(pool, keys, null);
    for (const line of chain.lines) console.log(line);
    if (chain.fits) await sealAnew(pool, keys, database.dataDir);
    const { views } = await rebuild(pool, { switch: false });
    const different = views.filter((view) => !view.equal);
    console.log(
      different.length === 0
        ? `${views.length} views equal a replay.`
        : `Views that differ from a replay: ${different.map((view) => view.view).join(', ')}.`,
    );
    await pool.end();
    if (!done.withPasswords)
      console.log(
        'Nobody can sign in yet: the backup held no passwords. The next start prints the code for a first admin.',
      );
    process.exitCode = chain.fits && different.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
}
