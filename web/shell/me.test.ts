// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Me as Answer } from '#shared/access/me.ts';
import { Failure } from '#web/live/failure.ts';
import type { Notice } from '#web/live/socket.ts';

const get = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
const notices = vi.hoisted(() => new Set<(notice: unknown) => void>());
vi.mock('#web/live/api.ts', () => ({ api: { get } }));
vi.mock('#web/live/socket.ts', () => ({ onNotice: (listener: never) => notices.add(listener) }));

const { meNow, promptMe, startMe } = await import('./me.ts');
const { session } = await import('#web/live/session.ts');

const rider = {
  empId: 162,
  name: 'Imran Sheikh',
  rights: ['Delivery/deleveryStatementList:view'],
  components: [],
  permissionVersion: 4,
  absoluteMs: 1_000_000,
} as unknown as Answer;
const offline = new Failure({ code: 'offline', message: 'You are offline.', correlationId: '1' }, 0, true);
const fault = new Failure({ code: 'serverFault', message: 'No.', correlationId: '2' }, 500, true);
const emit = (notice: Notice): void => {
  for (const listener of notices) listener(notice);
};

startMe();
beforeEach(async () => {
  session.leave();
  get.mockReset().mockResolvedValue(rider);
  session.begin('token-1');
  await promptMe();
  await expect.poll(() => localStorage.getItem('ops-me')).not.toBeNull();
});

test('given no connection, then the permissions of this session stand, with their age', async () => {
  get.mockRejectedValue(offline);
  const found = await promptMe();
  expect(found).toMatchObject({ is: 'known', me: { empId: 162 } });
  expect(found).toHaveProperty('keptAt', expect.closeTo(Date.now(), -4));
});

test('when the connection returns, then the server is asked again', async () => {
  get.mockRejectedValue(offline);
  await promptMe();
  get.mockResolvedValue({ ...rider, rights: [] });
  emit({ kind: 'up' });
  await expect.poll(meNow).toMatchObject({ is: 'known', me: { rights: new Set() } });
  expect(meNow()).not.toHaveProperty('keptAt');
});

test('given a server that answers with a fault, then everything stays denied', async () => {
  get.mockRejectedValue(fault);
  expect(await promptMe()).toMatchObject({ is: 'failed' });
});

test('given changed rights that cannot be read, then the older ones do not stand', async () => {
  get.mockRejectedValue(offline);
  emit({ kind: 'rights', version: 5 });
  await expect.poll(meNow).toMatchObject({ is: 'failed' });
});

test('given a session of another person, then the permissions of the one before are gone', async () => {
  get.mockRejectedValue(offline);
  session.begin('token-2');
  await expect.poll(meNow).toMatchObject({ is: 'failed' });
  expect(localStorage.getItem('ops-me')).toBeNull();
});

test('given a closed browser without a connection, then the kept person stands without a token', async () => {
  const kept = localStorage.getItem('ops-me')!;
  session.leave();
  localStorage.setItem('ops-me', kept);
  session.goAway();
  expect(await promptMe()).toMatchObject({ is: 'known', me: { empId: 162 } });
  session.end('closed');
  expect(session.now()).toEqual({ token: null, ended: 'closed' });
});
