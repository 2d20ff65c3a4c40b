import { randomBytes } from 'node:crypto';
import { openConnection } from './connections.ts';
import { serveTestDatabase } from './database-server.ts';
import { queryRun } from './run-socket.ts';
import { setTimeout as pause } from 'node:timers/promises';

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface Template {
  /** Databases of one template name are copies of one that `prepare` filled once. */
  readonly name: string;
  prepare(url: string): Promise<void>;
}

/**
 * A database of its own for one test, on the one embedded server of the run; with a template it is a copy of
 * that (about 100 ms).
 */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = await serverUrl();
  const source = template ? await templateDatabase(server, template) : undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  if (source === undefined) await send(server, `create database ${name}`);
  else await copyDatabase(server, name, source);
  return { url: withDatabase(server, name), drop: () => letGo(server, name) };
}

/** A file system that cannot copy by the kernel gets its copies through the server's log, in ten times the time. */
async function copyDatabase(server: string, name: string, source: string): Promise<void> {
  const copy = `create database ${name} template ${source}`;
  try {
    await send(server, `${copy} strategy file_copy`);
  } catch (error) {
    if (!/could not (clone|copy)/.test(String(error))) throw error;
    await send(server, `${copy} strategy wal_log`);
  }
}

let known: Promise<string> | undefined;

/** Under Vitest every worker asks the run's own server; a script alone starts one that ends with it. */
export function serverUrl(): Promise<string> {
  known ??= askForServer();
  return known;
}

async function askForServer(): Promise<string> {
  const answer = await queryRun('server');
  if (answer === undefined) return serveTestDatabase().url();
  if (!answer.startsWith('postgresql:')) throw new Error(`The test database did not start: ${answer}`);
  return answer;
}

/** Made once per run by the first caller: the advisory lock makes the others wait. */
export async function templateDatabase(server: string, template: Template): Promise<string> {
  const name = `template_${template.name.replace(/\W/g, '_')}`;
  const client = await openConnection(server);
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await template.prepare(withDatabase(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/**
 * PostgreSQL itself waits five seconds for connections that are closing; the second attempt disconnects the
 * rest. The database's own workers cannot be disconnected and end in a moment.
 */
async function letGo(server: string, name: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(server, `drop database if exists ${name}${attempt === 0 ? '' : ' with (force)'}`);
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt >= 40 || (code !== '55006' && code !== '42501')) throw error;
      if (attempt === 0) console.log(`The database ${name} still had connections when it was dropped.`);
      else await pause(50);
    }
  }
}

async function send(server: string, sql: string): Promise<void> {
  const client = await openConnection(server);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const withDatabase = (server: string, name: string) => server.replace(/\/[^/]*$/, `/${name}`);
