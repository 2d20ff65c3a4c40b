import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, listenOn } from './listen.ts';

const host = '127.0.0.1';

async function open(port: { number: number; fixed: boolean }): Promise<{ http: Server; port: number }> {
  const http = createServer((_request, response) => response.end('here'));
  await listenOn(http, { host, port });
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  return { http, port: Number(new URL(addressOf(http)!).port) };
}

const answer = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ host, port, agent: false }, (came) => {
      let text = '';
      came.setEncoding('utf8').on('data', (part: string) => (text += part));
      came.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

test('connections that arrive while the loop is busy are all accepted and answered', async () => {
  const { http, port } = await open({ number: 0, fixed: true });
  expect(await Promise.all(Array.from({ length: 100 }, () => answer(port)))).toEqual(Array(100).fill('here'));
  let came = 0;
  http.on('connection', () => (came += 1));
  const connections = 300;
  const client = spawn(process.execPath, [
    '-e',
    `for (let i = 0; i < ${connections}; i += 1) require('node:net').connect(${port}, '${host}').on('error', () => {})`,
  ]);
  onTestFinished(() => void client.kill('SIGKILL'));
  await expect.poll(() => came, { timeout: 15_000 }).toBeGreaterThan(0);
  let turns = 0;
  while (came < connections && turns < 5 * connections) {
    turns += 1;
    const until = performance.now() + 10;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(came).toBe(connections);
});

test('a port in use is reported when fixed and skipped otherwise; another server cannot share it', async () => {
  const { port } = await open({ number: 0, fixed: true });
  await expect(open({ number: port, fixed: true })).rejects.toThrow(`Port ${port} on ${host} is taken.`);
  expect((await open({ number: port, fixed: false })).port).toBeGreaterThan(port);
});

test('no connection is accepted after closing', async () => {
  const { http, port } = await open({ number: 0, fixed: true });
  expect(await answer(port)).toBe('here');
  http.close();
  for (let n = 0; n < 40; n += 1) {
    const connection = connect(port, host);
    const [error] = (await once(connection, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
});
