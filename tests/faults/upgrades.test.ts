import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { startHouse, type ProcessHouse } from '#tests/kit/process-house.ts';

/** P36: whoever asks for a socket where there is none is refused, and neither ends the house nor keeps a line of it. */
let database: FreshDatabase;
let house: ProcessHouse;
beforeAll(async () => {
  database = await freshDatabase();
  house = await startHouse({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await house?.kill('SIGTERM');
  await database?.drop();
});

async function asked(): Promise<Socket> {
  const { hostname, port } = new URL(house.url);
  const line = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(line, 'connect');
  line.write(`GET /nowhere HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [answer] = (await once(line, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toContain('404');
  return line;
}

test('a line that breaks after its refusal does not end the house', async () => {
  for (let n = 0; n < 5; n += 1) (await asked()).resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(house.child.exitCode).toBeNull();
  expect((await fetch(`${house.url}/healthz`)).status).toBe(200);
});

test('a refused line that is never closed by whoever asked is closed by the house', async () => {
  const line = await asked();
  line.on('error', () => undefined);
  const gone = new Promise((resolve) => line.once('close', resolve));
  // Half closed is not enough: what is written to it in the end is answered with a reset.
  for (let n = 0; n < 20 && !line.destroyed; n += 1) {
    line.write('more');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await gone;
});
