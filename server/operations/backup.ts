import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { readConfig } from '../config.ts';
import { backupMark } from './backup-mark.ts';
import { CopyOut } from './copy-rows.ts';
import { reachDatabase } from './reach.ts';
import { sealOf, type Seal } from './seal.ts';
import { copied, sealed } from './tables.ts';

export const backupFormat = 'ops-console-backup';

export interface BackupHead {
  readonly format: typeof backupFormat;
  readonly version: 1;
  readonly at: string;
  readonly position: number;
  readonly sealed: boolean;
  readonly migrations: readonly (readonly [file: string, sha256: string])[];
}

export interface Written {
  readonly position: number;
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: readonly string[];
  readonly sealed: boolean;
  readonly sha256: string;
  /** Why the store does not know of this backup, which is complete; null where it does. */
  readonly unmarked: string | null;
}

/**
 * Writes the whole store into one file, as of one moment, while the app runs: every table in one
 * repeatable-read transaction, row by row, then the uploaded files that these rows name. A gzip of lines;
 * the last one holds the hash of all before it.
 */
export async function backup(options: {
  url: string;
  dataDir: string;
  to: string;
  seal: Seal | null;
  now: number;
}): Promise<Written> {
  const draft = `${options.to}.part`;
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  const failed = pipeline(gzip, file).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const hash = createHash('sha256');
  let drain: Promise<void> | null = null;
  const put = (chunk: Buffer | string): Promise<void> | null => {
    if (gzip.destroyed)
      return failed.then((why) => Promise.reject(why?.error ?? new Error('The backup ended too early.')));
    hash.update(chunk);
    if (gzip.write(chunk)) return null;
    return (drain ??= once(gzip, 'drain').then(() => {
      drain = null;
    }));
  };
  const client = new Client({ connectionString: options.url });
  await client.connect();
  let rows = 0;
  let files = 0;
  const missingFiles: string[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    const position = Number(
      (await client.query<{ position: string }>('select position from log_head')).rows[0]!.position,
    );
    const migrations = (
      await client.query<{ file: string; sha256: string }>(
        'select file, sha256 from migrations order by file',
      )
    ).rows.map((row) => [row.file, row.sha256] as const);
    const head: BackupHead = {
      format: backupFormat,
      version: 1,
      at: new Date(options.now).toISOString(),
      position,
      sealed: options.seal !== null,
      migrations,
    };
    await put(`${JSON.stringify(head)}\n`);
    for (const table of [...copied, ...(options.seal ? sealed : [])]) {
      const shut = sealed.includes(table);
      await put(`${JSON.stringify({ table, columns: await columnsOf(client, table), sealed: shut })}\n`);
      const copy = new CopyOut(`copy (select * from ${table}) to stdout`, (row) => {
        rows += 1;
        return put(shut ? options.seal!.close(table, row) : row);
      });
      client.query(copy as never);
      await copy.done;
      await put('\\.\n');
    }
    const kept = (await client.query<{ id: string }>('select id from files order by id')).rows;
    await client.query('commit');
    for (const { id } of kept) {
      const bytes = await readFile(join(options.dataDir, 'files', id)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          missingFiles.push(id);
        },
      );
      if (!bytes) continue;
      await put(`${JSON.stringify({ file: id })}\n${bytes.toString('base64')}\n`);
      files += 1;
    }
    const sha256 = hash.digest('hex');
    gzip.end(`${JSON.stringify({ end: true, rows, files, sha256 })}\n`);
    const why = await failed;
    if (why) throw why.error;
    await rename(draft, options.to);
    const unmarked = await client
      .query(
        'insert into marks (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [backupMark, new Date(options.now).toISOString()],
      )
      .then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    return { position, rows, files, missingFiles, sealed: options.seal !== null, sha256, unmarked };
  } catch (error) {
    gzip.destroy();
    throw error;
  } finally {
    await client.end();
  }
}

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position",
    [table],
  );
  return rows.map((row) => row.name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [to, ...flags] = process.argv.slice(2);
  const keyFile = flags[0] === '--key' ? flags[1] : undefined;
  if (!to || (flags.length > 0 && !keyFile)) {
    console.error('npm run backup -- <file> [--key <key file>]');
    process.exit(1);
  }
  const config = readConfig();
  const database = await reachDatabase(config);
  try {
    const done = await backup({
      url: database.url,
      dataDir: database.dataDir,
      to,
      seal: keyFile ? sealOf(keyFile) : null,
      now: Date.now(),
    });
    console.log(
      `${to}: position ${done.position}, ${done.rows} rows, ${done.files} files, sha256 ${done.sha256}.`,
    );
    if (!done.sealed)
      console.log(
        'Passwords, second factors and paired devices are not in it: give --key to take them along, sealed.',
      );
    if (done.unmarked !== null)
      console.error(
        `The backup is complete, but the store could not record it for the wall: ${done.unmarked}`,
      );
    for (const id of done.missingFiles)
      console.error(`The uploaded file ${id} is not in ${database.dataDir}/files.`);
    process.exitCode = done.missingFiles.length > 0 ? 2 : 0;
  } finally {
    await database.stop();
  }
}
