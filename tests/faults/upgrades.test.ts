import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';

/**
 * P36: an upgrade request for an unknown path is refused; it neither ends the server nor keeps a connection
 * open.
 */
let database: FreshDatabase;
let server: ProcessServer;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  await database?.drop();
});

async function requested(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const line = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(line, 'connect');
  line.write(
    `GET /nowhere HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const [answer] = (await once(line, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toContain('404');
  return line;
}

test('a connection that breaks after its refusal does not end the server', async () => {
  for (let n = 0; n < 5; n += 1) (await requested()).resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server.child.exitCode).toBeNull();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('a refused connection that the client never closes is closed by the server', async () => {
  const line = await requested();
  line.on('error', () => undefined);
  const gone = new Promise((resolve) => line.once('close', resolve));
  // A half-closed connection is not enough: writing to it must end in a reset.
  for (let n = 0; n < 20 && !line.destroyed; n += 1) {
    line.write('more');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await gone;
});
