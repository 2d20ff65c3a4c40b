import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import type { People } from './people.ts';
import { openSessions, type Sessions } from './sessions.ts';

let store: FreshStore;
beforeAll(async () => {
  store = await freshStore(3);
});
afterAll(() => store.close());

const meta = { loginParam: 'web', userAgent: 'test', ip: '127.0.0.1' };
const people = { viewer: (empId: number) => ({ kind: 'person', empId, permissionVersion: 1 }) as unknown as Viewer } as unknown as People;

/** Sessions whose ends reach the database only when the test lets them. */
function slowEnds(spans: { idleMs: number; perPerson: number }, clock: { at: number }): { sessions: Sessions; told: string[]; let: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (String(text).startsWith('update access_sessions')) await promise;
    return store.pool.query(text, values);
  };
  const told: string[] = [];
  const sessions = openSessions(
    { query } as unknown as Pool,
    { now: () => clock.at },
    people,
    { absoluteMs: 1_000_000, ...spans },
    ({ reason }) => told.push(reason),
    (error) => {
      throw error;
    },
  );
  return { sessions, told, let: resolve };
}

test('a session that was told to be idle is not let in while its end is being written, though the clock was set back', async () => {
  const clock = { at: Date.parse('2026-11-20T05:00:00Z') };
  const one = slowEnds({ idleMs: 40, perPerson: 5 }, clock);
  const { cookie, token } = (await one.sessions.open(7, meta))!;
  clock.at -= 86_400_000;
  await new Promise((resolve) => setTimeout(resolve, 60));
  const swept = one.sessions.sweep();
  await expect.poll(() => one.told).toEqual(['idle']);
  expect(await one.sessions.prove(cookie, token)).toBeNull();
  one.let();
  await swept;
  expect(await one.sessions.prove(cookie, token)).toBeNull();
});

test('a session too many is not let in while its end is being written', async () => {
  const clock = { at: Date.parse('2026-11-20T05:00:00Z') };
  const one = slowEnds({ idleMs: 60_000, perPerson: 1 }, clock);
  const first = (await one.sessions.open(8, meta))!;
  clock.at += 1_000;
  const second = one.sessions.open(8, meta);
  await expect.poll(() => one.told).toEqual(['tooManySessions']);
  expect(await one.sessions.prove(first.cookie, first.token)).toBeNull();
  one.let();
  expect(await second).not.toBeNull();
  expect(await one.sessions.prove(first.cookie, first.token)).toBeNull();
});
