import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanBytes } from '#server/outside/file-scanner.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { goal } from '#tests/kit/tiers.ts';

/**
 * Uploaded files are checked by a scanner that speaks clamd's INSTREAM: no harmful and no unscanned file is
 * kept.
 */
const harmful = 'X5O!P%@AP[4-a-harmful-mark';
type Manner = 'well' | 'silent' | 'cut' | 'reset' | 'error' | 'half';
interface Scanner {
  readonly port: number;
  /** The bytes sent to it, file by file. */
  readonly seen: Buffer[];
  manner: Manner;
  close(): Promise<void>;
}

/**
 * The INSTREAM part of clamd: a command that ends with NUL, length-prefixed chunks, one of length 0, an
 * answer.
 */
async function openScanner(port = 0): Promise<Scanner> {
  const lines = new Set<Socket>();
  const seen: Buffer[] = [];
  const server: Server = createServer((line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line)).on('error', () => line.destroy());
    let got = Buffer.alloc(0);
    line.on('data', (part: Buffer) => {
      got = Buffer.concat([got, part]);
      if (scanner.manner === 'cut' && got.length > 20) return void line.destroy();
      if (scanner.manner === 'reset' && got.length > 20) return void line.resetAndDestroy();
      const bytes = streamed(got);
      if (bytes === null) return;
      seen.push(bytes);
      if (scanner.manner === 'silent') return;
      if (scanner.manner === 'half') return void line.end('stream: O');
      if (scanner.manner === 'error') return void line.end('INSTREAM size limit exceeded. ERROR\0');
      line.end(bytes.includes(harmful) ? 'stream: Win.Test-1 "x" FOUND\0' : 'stream: OK\0');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const scanner: Scanner = {
    port: (server.address() as AddressInfo).port,
    seen,
    manner: 'well',
    async close() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return scanner;
}

/** The bytes between the command and the chunk of length 0; null until all have arrived. */
function streamed(got: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (got.length < command.length) return null;
  expect(got.subarray(0, command.length).toString('latin1')).toBe(command);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= got.length;) {
    const length = got.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(got.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

let scanner: Scanner;
let t: TestServer;
let agent: Person;
beforeAll(async () => {
  scanner = await openScanner();
  t = await openTestServer({ env: { FILE_SCANNER: `127.0.0.1:${scanner.port}` } });
  agent = await t.signIn('agent1');
});
afterAll(async () => {
  await t?.close();
  await scanner?.close();
});

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
async function upload(bytes: Buffer, path = '/file', name = 'scan.pdf', language = 'en', as = agent) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = {
    cookie: as.cookie,
    authtoken: as.token,
    'accept-language': language,
    'idempotency-key': randomUUID(),
  };
  const answer = await fetch(t.url + path, { method: 'POST', body: form, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, any>,
    headers: answer.headers,
  };
}
/** Everything stored of files: on the disk, in the tables, in the log. */
async function kept(): Promise<unknown> {
  const { rows } = await t.server.pool.query(
    "select (select count(*) from files) as files, (select count(*) from import_files) as imports, (select count(*) from events where type = 'FileUploaded') as events",
  );
  return [rows[0], readdirSync(join(t.server.config.dataDir, 'files')).toSorted()];
}

test('a clean file reaches the scanner byte by byte, and is kept', async () => {
  const large = Buffer.concat([pdf('begins'), Buffer.alloc(300_001, 'ab')]);
  for (const bytes of [pdf('clean'), large]) {
    const answer = await upload(bytes);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(scanner.seen.at(-1)!.equals(bytes)).toBe(true);
  }
});

test('an infected file is refused in both languages, recorded with its uploader, and not kept', async () => {
  const before = await kept();
  const refused = await upload(pdf(harmful));
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({
      code: 'fileInfected',
      field: 'file',
      message: expect.stringContaining('This file was refused: the scanner found something harmful'),
    }),
  ]);
  expect((await upload(pdf(harmful), '/file', 'scan.pdf', 'es')).body['message']).toContain(
    'Este archivo se rechazó: el escáner encontró en él algo dañino',
  );
  const admin = await t.signIn('admin');
  const list = await upload(
    Buffer.from(`vName;vPhone\n${harmful};5550000000\n`),
    '/masters-import/leadCreation',
    'leads.csv',
  );
  expect([list.status, list.body['code']]).toEqual([422, 'fileInfected']);
  expect(await kept()).toEqual(before);
  const log = (await admin.get('/access/log?records=100')).body as {
    action: string;
    empId: number;
    reason?: string;
  }[];
  expect(
    log.filter(
      (one) =>
        one.action === 'denied' && one.reason === 'fileInfected: Win.Test-1__x_' && one.empId === agent.empId,
    ),
  ).toHaveLength(3);
  expect(t.faults).toEqual([]);
});

test('while the scanner is down or gives no clear verdict, no file is accepted or kept; once it is back, files are accepted', async () => {
  const before = await kept();
  const away = async (): Promise<void> => {
    for (const [path, name] of [
      ['/file', 'scan.pdf'],
      ['/masters-import/leadCreation', 'leads.csv'],
    ] as const) {
      const answer = await upload(
        path === '/file' ? pdf('clean') : Buffer.from('vName;vPhone\nAnita;5550000001\n'),
        path,
        name,
      );
      expect([scanner.manner, answer.status, answer.body['code']]).toEqual([
        scanner.manner,
        503,
        'scannerAway',
      ]);
      expect(answer.body['message']).toContain('Files cannot be checked at the moment');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  };
  for (const manner of ['error', 'half', 'cut', 'reset'] as const) {
    scanner.manner = manner;
    await away();
  }
  expect((await upload(Buffer.concat([pdf('large'), Buffer.alloc(2_000_000, 'ab')]))).status).toBe(503);
  const { port } = scanner;
  await scanner.close();
  await away();
  expect((await upload(pdf('clean'), '/file', 'scan.pdf', 'es')).body['message']).toContain(
    'no se pueden revisar los archivos',
  );
  expect(await kept()).toEqual(before);
  // Each cause is logged as an error for the operator.
  const causes = t.faults.map((fault) => String((fault as { error: unknown }).error));
  for (const cause of [/size limit exceeded/, /"stream: O"/, /ECONNREFUSED/, /StreamMaxLength/])
    expect(
      causes.some((one) => cause.test(one)),
      String(cause),
    ).toBe(true);
  scanner = await openScanner(port);
  expect((await upload(pdf('clean'))).status).toBe(201);
});

test('a scanner that never answers times out', async () => {
  scanner.manner = 'silent';
  const began = performance.now();
  await expect(scanBytes({ host: '127.0.0.1', port: scanner.port }, pdf('clean'), 300)).rejects.toThrow(
    'did not answer within 300 ms',
  );
  expect(performance.now() - began).toBeLessThan(goal(5_000));
  scanner.manner = 'well';
});
