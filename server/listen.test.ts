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

test('lines that come while the loop is busy are taken in many a turn, and each is answered', async () => {
  const { http, port } = await open({ number: 0, fixed: true });
  expect(await Promise.all(Array.from({ length: 100 }, () => answer(port)))).toEqual(Array(100).fill('here'));
  let came = 0;
  http.on('connection', () => (came += 1));
  const lines = 300;
  const client = spawn(process.execPath, ['-e', `for (let i = 0; i < ${lines}; i += 1) require('node:net').connect(${port}, '${host}').on('error', () => {})`]);
  onTestFinished(() => void client.kill('SIGKILL'));
  await expect.poll(() => came, { timeout: 15_000 }).toBeGreaterThan(0);
  let turns = 0;
  while (came < lines && turns < lines) {
    turns += 1;
    const until = performance.now() + 10;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(came).toBe(lines);
  expect(turns).toBeLessThan(100);
});

test('a port that is taken is told, or passed over where it was not asked for by name; another house cannot share it', async () => {
  const { port } = await open({ number: 0, fixed: true });
  await expect(open({ number: port, fixed: true })).rejects.toThrow(`Port ${port} on ${host} is taken.`);
  expect((await open({ number: port, fixed: false })).port).toBeGreaterThan(port);
});

test('once closed nobody is taken in any more', async () => {
  const { http, port } = await open({ number: 0, fixed: true });
  expect(await answer(port)).toBe('here');
  http.close();
  for (let n = 0; n < 40; n += 1) {
    const line = connect(port, host);
    const [error] = (await once(line, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
});
