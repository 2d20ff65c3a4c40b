import { createConnection, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#shared/core/limits.ts';
import { pressureOf } from '#server/relay/backpressure.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * P14: the server itself disconnects a reader that takes nothing from its connection, in time and before it
 * costs much.
 */
test('unsent frames are merged above the first bound, and the connection is cut at the second', () => {
  expect(pressureOf({ packets: 3, bytes: 1_000 })).toBe('flowing');
  expect(pressureOf({ packets: 3, bytes: limits.unsentConflateBytes })).toBe('conflate');
  expect(pressureOf({ packets: limits.unsentClosePackets, bytes: 0 })).toBe('close');
  expect(pressureOf({ packets: 1, bytes: limits.unsentCloseBytes })).toBe('close');
});

/**
 * A hand-written WebSocket that opens the raw feed endpoint with the smallest window the kernel allows, and
 * then stops reading.
 */
async function openStopped(t: TestServer, cookie: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(t.url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  socket.on('error', () => socket.destroy());
  const frame = (text: string): Buffer => {
    const payload = Buffer.from(text);
    const mask = randomBytes(4);
    const head =
      payload.length < 126
        ? Buffer.from([0x81, 0x80 | payload.length])
        : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255]);
    return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4]!)]);
  };
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.write(
    `GET /ws/feeds HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await until('upgraded', () => received.includes('101 Switching'));
  socket.write(frame(JSON.stringify({ type: 'hello', authtoken: token })));
  await until('greeted', () => received.includes('"hello"'));
  for (const feed of ['queue/signup-queue', 'notifications/me', 'approvals/inbox'])
    socket.write(frame(JSON.stringify({ type: 'feed:open', feed })));
  await until('opened', () => received.includes('feed:opened'));
  socket.pause();
  // Sends requests without reading the answers: only the server's own bound ends this.
  const flood = setInterval(() => {
    if (socket.writable)
      for (let i = 0; i < 50; i += 1)
        socket.write(frame(JSON.stringify({ type: 'feed:open', feed: 'queue/signup-queue' })));
  }, 20);
  socket.once('close', () => clearInterval(flood));
  return socket;
}

test(
  'P14: a connection that requests without reading is cut by the server, and costs it little',
  { tags: ['gate'] },
  async () => {
    const t = await openTestServer();
    try {
      const verifier = await t.signIn('verifier');
      const before = process.memoryUsage().rss;
      const socket = await openStopped(t, verifier.cookie, verifier.token);
      const open = async (): Promise<number> =>
        Number(/^ops_connections (\d+)/m.exec(await (await fetch(`${t.url}/metrics`)).text())![1]);
      expect(await open()).toBe(1);
      const cut = await until('cut by the server', async () => (await open()) === 0);
      const grown = (process.memoryUsage().rss - before) / 1048576;
      expect(grown).toBeLessThan(200);
      expect((await verifier.get('/access/me')).status).toBe(200);
      socket.destroy();
      console.log(`cut after ${cut.toFixed(0)} ms, memory +${grown.toFixed(0)} MB`);
    } finally {
      await t.close();
    }
  },
);
