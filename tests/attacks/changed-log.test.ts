import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#tests/kit/feed-client.ts';
import { signIn } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

let target: Attacked;
beforeAll(async () => {
  target = await startAttacked({ CHAIN_ROUND_SECONDS: '1' });
});
afterAll(() => target?.close());

const broken = async (): Promise<string | undefined> =>
  /^ops_chains_broken (\d)/m.exec(await (await fetch(`${target.url}/metrics`)).text())?.[1];

test('a changed event in the middle of the log raises an alarm, a metric and a banner', async () => {
  const admin = await signIn(target.url, 'admin');
  const frames: { chainBroken: boolean }[] = [];
  const socket = io(target.url, {
    transports: ['websocket'],
    auth: { authtoken: admin.token },
    extraHeaders: { cookie: admin.cookie },
    forceNew: true,
  });
  socket.on('store:state', (frame: { chainBroken: boolean }) => frames.push(frame));
  await until('connected', () => socket.connected);
  expect(await broken()).toBe('0');
  await target.sql(
    "update events set body = replace(body, 'vRoleName', 'vRolename') where type = 'RoleCreated' and position = (select min(position) from events where type = 'RoleCreated')",
  );
  await until('the metric shows it', async () => (await broken()) === '1');
  await until('screens are notified', () => frames.some((frame) => frame.chainBroken));
  expect(target.faults().map((line) => JSON.stringify(line['err']))).toEqual([
    expect.stringMatching(/The log was changed at position \d+/),
  ]);
  expect((await admin.get('/health')).body.chains.log.broken).toBeGreaterThan(0);
  socket.close();
});
