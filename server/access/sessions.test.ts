import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import type { MakeChange } from './access-log.ts';
import type { People } from './people.ts';
import { openSessions, type Sessions } from './sessions.ts';

let store: FreshStore;
beforeAll(async () => {
  store = await freshStore(3);
});
afterAll(() => store.close());

const meta = { loginParam: 'web', userAgent: 'test', ip: '127.0.0.1' };
const people = {
  viewer: (empId: number) => ({ kind: 'person', empId, permissionVersion: 1 }) as unknown as Viewer,
} as unknown as People;

const unlogged =
  (query: unknown): MakeChange =>
  (work) =>
    work({
      client: { query } as unknown as PoolClient,
      note: () => undefined,
      afterwards: (effect) => effect(),
    });

/** Sessions whose ends reach the database only when the test allows it. */
function slowEnds(
  spans: { idleMs: number; perPerson: number },
  clock: { at: number },
): { sessions: Sessions; reported: string[]; let: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (String(text).startsWith('update access_sessions')) await promise;
    return store.pool.query(text, values);
  };
  const reported: string[] = [];
  const sessions = openSessions(
    { query } as unknown as Pool,
    { now: () => clock.at },
    people,
    { absoluteMs: 1_000_000, ...spans },
    ({ reason }) => reported.push(reason),
    unlogged(query),
    (error) => {
      throw error;
    },
  );
  return { sessions, reported, let: resolve };
}

test('an idle session is not accepted while its end is being written, even after the clock was set back', async () => {
  const clock = { at: Date.parse('2026-11-20T05:00:00Z') };
  const one = slowEnds({ idleMs: 40, perPerson: 5 }, clock);
  const { cookie, token } = (await one.sessions.open(7, meta))!;
  clock.at -= 86_400_000;
  await new Promise((resolve) => setTimeout(resolve, 60));
  const swept = one.sessions.sweep();
  await expect.poll(() => one.reported).toEqual(['idle']);
  expect(await one.sessions.prove(cookie, token)).toBeNull();
  one.let();
  await swept;
  expect(await one.sessions.prove(cookie, token)).toBeNull();
});

test('a surplus session is not accepted while its end is being written', async () => {
  const clock = { at: Date.parse('2026-11-20T05:00:00Z') };
  const one = slowEnds({ idleMs: 60_000, perPerson: 1 }, clock);
  const first = (await one.sessions.open(8, meta))!;
  clock.at += 1_000;
  const second = one.sessions.open(8, meta);
  await expect.poll(() => one.reported).toEqual(['tooManySessions']);
  expect(await one.sessions.prove(first.cookie, first.token)).toBeNull();
  one.let();
  expect(await second).not.toBeNull();
  expect(await one.sessions.prove(first.cookie, first.token)).toBeNull();
});

/**
 * Sessions of people whose permissions a test changes just before a statement with that beginning is
 * answered.
 */
function meanwhile(statement: string): { sessions: Sessions; change: (to: Viewer | null) => void } {
  const person = { viewer: viewerOf(1) as Viewer | null };
  let to: Viewer | null | undefined;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const answer = await store.pool.query(text, values);
    if (to !== undefined && text.startsWith(statement)) {
      person.viewer = to;
      to = undefined;
      sessions.refresh(() => true);
    }
    return answer;
  };
  const sessions = openSessions(
    { query } as unknown as Pool,
    { now: () => Date.parse('2026-11-20T05:00:00Z') },
    { viewer: () => person.viewer } as unknown as People,
    { idleMs: 60_000, absoluteMs: 1_000_000, perPerson: 5 },
    () => undefined,
    unlogged(query),
    (error) => {
      throw error;
    },
  );
  return { sessions, change: (viewer) => void (to = viewer) };
}
const viewerOf = (permissionVersion: number): Viewer =>
  ({ kind: 'person', empId: 9, permissionVersion }) as unknown as Viewer;

test('a session opened during a change of permissions has the new ones', async () => {
  const { sessions, change } = meanwhile('insert into access_sessions');
  change(viewerOf(2));
  const { id, cookie, token, viewer } = (await sessions.open(9, meta))!;
  expect(viewer.permissionVersion).toBe(2);
  expect(sessions.current(id)?.permissionVersion).toBe(2);
  expect((await sessions.prove(cookie, token))?.permissionVersion).toBe(2);
});

test('permissions changed while surplus sessions are looked for take effect too', async () => {
  const { sessions, change } = meanwhile('select id from access_sessions');
  change(viewerOf(2));
  const { viewer } = (await sessions.open(9, meta))!;
  expect(viewer.permissionVersion).toBe(2);
});

test('a person deactivated while a session is being opened does not get in', async () => {
  for (const statement of ['insert into access_sessions', 'select id from access_sessions']) {
    const { sessions, change } = meanwhile(statement);
    change(null);
    expect(await sessions.open(11, meta), statement).toBeNull();
    const reasons = async () =>
      (await store.pool.query('select revoked_reason from access_sessions where emp_id = 11')).rows;
    await expect.poll(reasons, { message: statement }).toEqual([{ revoked_reason: 'employeeInactive' }]);
    await store.pool.query('delete from access_sessions where emp_id = 11');
  }
});

test('a session read from the database has the current permissions', async () => {
  const first = meanwhile('none');
  const { cookie, token } = (await first.sessions.open(12, meta))!;
  const other = meanwhile('select id, emp_id, token_hash');
  other.change(viewerOf(2));
  expect((await other.sessions.prove(cookie, token))?.permissionVersion).toBe(2);
});

test('an end that could not be written counts here at once, and is written later', async () => {
  const clock = { at: Date.parse('2026-11-20T05:00:00Z') };
  let away = true;
  const write = unlogged((...body: Parameters<typeof store.pool.query>) => store.pool.query(...body));
  const sessions = openSessions(
    store.pool,
    { now: () => clock.at },
    people,
    { idleMs: 60_000, absoluteMs: 1_000_000, perPerson: 1 },
    () => undefined,
    (work) => (away ? Promise.reject(new Error('the store is away')) : write(work)),
    (error) => {
      throw error;
    },
  );
  const first = (await sessions.open(13, meta))!;
  clock.at += 1_000;
  await expect(sessions.open(13, meta)).rejects.toThrow('away');
  expect(await sessions.prove(first.cookie, first.token)).toBeNull();
  await expect(sessions.sweep()).rejects.toThrow('away');
  expect(await sessions.prove(first.cookie, first.token)).toBeNull();
  away = false;
  await sessions.sweep();
  const { rows } = await store.pool.query('select revoked_reason from access_sessions where id = $1', [
    first.id,
  ]);
  expect(rows).toEqual([{ revoked_reason: 'tooManySessions' }]);
});

test('a session that ends while it is being read is not accepted', async () => {
  const first = meanwhile('none');
  const { id, cookie, token } = (await first.sessions.open(14, meta))!;
  let end: (() => Promise<unknown>) | null = null;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const answer = await store.pool.query(text, values);
    if (text.startsWith('select id, emp_id, token_hash')) await end?.();
    return answer;
  };
  const make = unlogged((...body: Parameters<typeof store.pool.query>) => store.pool.query(...body));
  const other = openSessions(
    { query } as unknown as Pool,
    { now: () => Date.parse('2026-11-20T05:00:00Z') },
    people,
    { idleMs: 60_000, absoluteMs: 1_000_000, perPerson: 5 },
    () => undefined,
    make,
    (error) => {
      throw error;
    },
  );
  end = () => make((change) => other.end(change, { empId: 14, sessionId: id }, 'revoked'));
  expect(await other.prove(cookie, token)).toBeNull();
});
