import { createConnection, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#shared/core/limits.ts';
import { pressureOf } from '#server/relay/backpressure.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';

/** P14: one reader that takes nothing from its line is let go by the house itself, in time and before it has cost much. */
test('what is unsent is merged from the first bound on and cut at the second', () => {
  expect(pressureOf({ packets: 3, bytes: 1_000 })).toBe('flowing');
  expect(pressureOf({ packets: 3, bytes: limits.unsentConflateBytes })).toBe('conflate');
  expect(pressureOf({ packets: limits.unsentClosePackets, bytes: 0 })).toBe('close');
  expect(pressureOf({ packets: 1, bytes: limits.unsentCloseBytes })).toBe('close');
});

/** A WebSocket by hand that opens the raw feed door, with as small a window as the kernel allows, and then reads no more. */
async function openStopped(t: TestHouse, cookie: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(t.url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on('error', () => socket.destroy());
  const frame = (text: string): Buffer => {
    const payload = Buffer.from(text);
    const mask = randomBytes(4);
    const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255]);
    return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4]!)]);
  };
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString('latin1');
  });
  socket.write(
    `GET /ws/feeds HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await until('upgraded', () => heard.includes('101 Switching'));
  socket.write(frame(JSON.stringify({ type: 'hello', authtoken: token })));
  await until('greeted', () => heard.includes('"hello"'));
  for (const feed of ['queue/signup-queue', 'notifications/me', 'approvals/inbox']) socket.write(frame(JSON.stringify({ type: 'feed:open', feed })));
  await until('opened', () => heard.includes('feed:opened'));
  socket.pause();
  // Asks again and again for what it does not read: nothing but the house's own bound ends this.
  const flood = setInterval(() => {
    if (socket.writable) for (let i = 0; i < 50; i += 1) socket.write(frame(JSON.stringify({ type: 'feed:open', feed: 'queue/signup-queue' })));
  }, 20);
  socket.once('close', () => clearInterval(flood));
  return socket;
}

test('P14: a line that asks without reading is cut by the house, and costs it little', { tags: ['gate'] }, async () => {
  const t = await openTestHouse();
  try {
    const verifier = await t.signIn('verifier');
    const before = process.memoryUsage().rss;
    const socket = await openStopped(t, verifier.cookie, verifier.token);
    const open = async (): Promise<number> => Number(/^ops_connections (\d+)/m.exec(await (await fetch(`${t.url}/metrics`)).text())![1]);
    expect(await open()).toBe(1);
    const cut = await until('cut by the house', async () => (await open()) === 0);
    const grown = (process.memoryUsage().rss - before) / 1048576;
    expect(grown).toBeLessThan(200);
    expect((await verifier.get('/access/me')).status).toBe(200);
    socket.destroy();
    console.log(`cut after ${cut.toFixed(0)} ms, memory +${grown.toFixed(0)} MB`);
  } finally {
    await t.close();
  }
});
