import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { until } from '#tests/kit/feed-client.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { sendRaw, startAttacked, type Attacked } from './kit.ts';

/** Errors of the sender are counted, and are no errors of the console. */
let target: Attacked;
let admin: Person;
beforeAll(async () => {
  target = await startAttacked({ LOG_LEVEL: 'info' });
  admin = await signIn(target.url, 'admin');
});
afterAll(() => target?.close());

const counted = async (kind: string): Promise<number> =>
  Number(
    new RegExp(`ops_client_faults_total\\{kind="${kind}"\\} (\\d+)`).exec(
      await (await fetch(`${target.url}/metrics`)).text(),
    )?.[1] ?? -1,
  );
const linesOf = (kind: string): number =>
  target
    .log()
    .split('\n')
    .filter((line) => line.includes('client fault') && line.includes(kind)).length;

test('a hundred aborted requests are counted, with one log line', async () => {
  for (let n = 0; n < 100; n += 1) {
    const one = sendRaw(
      target.url,
      'POST /employee/api/v2/SignIn/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    await until('it is on its way', () => !one.socket.connecting);
    setTimeout(() => one.socket.destroy(), 20);
  }
  await until('all are counted', async () => (await counted('aborted')) >= 100);
  expect(linesOf('aborted')).toBe(1);
});

test('frames beyond the limit close the socket and are counted', async () => {
  for (let n = 0; n < 20; n += 1) {
    const ws = new WebSocket(`${target.url.replace('http', 'ws')}/ws/feeds`, {
      headers: { cookie: admin.cookie },
    });
    await new Promise<void>((resolve) => {
      ws.on('open', () => ws.send(randomBytes(100_000).toString('hex')));
      ws.on('close', () => resolve());
      ws.on('error', () => resolve());
    });
  }
  await until('all are counted', async () => (await counted('frameTooLarge')) === 20);
  expect(linesOf('frameTooLarge')).toBe(1);
});

test.each([
  ['bytes that are no HTTP', 'HELLO\r\n\r\n', 400, 'badRequest'],
  ['a head without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'tooLarge'],
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 400, 'badRequest'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    400,
    'badRequest',
  ],
])('%s are answered in the common shape of refusals', async (_title, bytes, status, code) => {
  const one = sendRaw(target.url, bytes);
  await until('answered', () => one.ended());
  const [head, body] = one.received().split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body!)).toEqual({
    code,
    message: expect.stringMatching(/\w/),
    correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('none of it is an error', () => {
  expect(target.faults()).toEqual([]);
});
