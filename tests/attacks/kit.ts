import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';

/** A running console, known only by its address and its log. */
export interface Attacked {
  readonly url: string;
  /** The output of the process. */
  log(): string;
  /** Lines of the log at `level` or above, parsed. */
  faults(level?: number): readonly Readonly<Record<string, unknown>>[];
  /** Runs a statement as an attacker with access to the database, with its triggers switched off. */
  sql(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the console as an operator does, over the filled demo organisation. */
export async function startAttacked(env: Readonly<Record<string, string>> = {}): Promise<Attacked> {
  const base: TestServer = await openTestServer({ realTime: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-attacked-'));
  const started: ProcessServer = await startServer({
    DATABASE_URL: base.databaseUrl,
    DATA_DIR: dataDir,
    DEMO: '1',
    REQUESTS_PER_SESSION: '10000000',
    REQUESTS_PER_ADDRESS: '10000000',
    ...env,
  });
  return {
    url: started.url,
    log: () => started.output(),
    faults: (level = 50) =>
      started
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
        .filter((line) => Number(line['level']) >= level),
    async sql(text) {
      const client = new pg.Client({ connectionString: base.databaseUrl });
      await client.connect();
      try {
        await client.query(`alter table events disable trigger user; ${text}`);
      } finally {
        await client.end();
      }
    },
    async close() {
      await started.kill('SIGTERM');
      await base.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface RawConnection {
  readonly socket: Socket;
  received(): string;
  ended(): boolean;
}

/** Opens a TCP connection, from this address of the machine, and sends exactly these bytes. */
export function sendRaw(url: string, bytes: string, localAddress = '127.0.0.1'): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress }, () => socket.write(bytes));
  let received = '';
  let ended = false;
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('close', () => (ended = true)).on('error', () => (ended = true));
  return { socket, received: () => received, ended: () => ended };
}
