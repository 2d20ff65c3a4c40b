import type { Pool } from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { openPool } from '#tests/kit/connections.ts';
import { byBoard } from '#shared/families/wall-figures.ts';
import { figuresOf } from '#tests/kit/wall.ts';
import type { Service } from '#shared/core/view.ts';
import { systemWall, systemWallView } from '#shared/walls/system.ts';
import type { SourceState } from '#shared/wire.ts';
import type { RowChange } from '../core/parts.ts';
import { openSystemMarks, type SystemMarks } from './system-marks.ts';

const now = Date.parse('2026-11-18T05:00:00.000Z');
const hourAgo = new Date(now - 3_600_000);
let marks: SystemMarks | null = null;
afterEach(() => marks?.stop());

function open({
  state = 'live',
  still = [] as readonly string[],
  watched = true,
  pool = null as Pool | null,
} = {}) {
  const database = {
    answer: async (): Promise<{
      rows: readonly { board: string; amount: string | null; since: Date | null }[];
    }> => ({
      rows: [
        { board: 'deadLetters', amount: '3', since: hourAgo },
        { board: 'overdueJobs', amount: '2', since: hourAgo },
        { board: 'failedJobs', amount: '1', since: hourAgo },
        { board: 'backup', amount: null, since: hourAgo },
      ],
    }),
  };
  const query = vi.fn(() => database.answer());
  const onError = vi.fn();
  marks = openSystemMarks({
    pool: pool ?? ({ query } as never),
    clock: { now: () => now },
    log: { head: () => 40 },
    views: {
      get: () => {
        throw new Error('not asked');
      },
      byName: () => undefined,
      epoch: () => 'e',
      positions: () => [{ name: 'a', epoch: '', position: 33, saved: 0, rows: 0 }],
    },
    health: {
      of: (services: readonly Service[]) =>
        services.map((service) => ({
          service,
          state: (service === 'lead' ? state : 'live') as SourceState,
          since: hourAgo.toISOString(),
        })),
      onChange: () => () => undefined,
    },
    still: () => still,
    watched: () => watched,
    onError,
  });
  const { views, check } = marks;
  const view = views.get(systemWallView);
  return {
    view,
    check,
    query,
    onError,
    database,
    read: () => figuresOf(systemWall, [...view.rows.values()], now),
    named: () => byBoard(systemWall.figures.at(-1)!, [...view.rows.values()], now),
  };
}

test('views, dead letters, jobs, the last backup and services are figures of the wall', async () => {
  const { check, read } = open();
  await check();
  expect(read()).toEqual({
    'views.behind': [7, false],
    'letters.dead': [3, true],
    'jobs.stuck': [3, true],
    'backup.age': [60, false],
    'services.notLive': [0, false],
  });
});

test('a service that is down and a view that stands still are alarms; a late service is none; both are named', async () => {
  const down = open({ state: 'down', still: ['a'] });
  await down.check();
  expect(down.read()).toMatchObject({ 'services.notLive': [1, true], 'views.behind': [7, true] });
  expect(down.named()).toEqual([{ board: 'lead', count: 1, late: true }]);
  marks?.stop();
  const late = open({ state: 'late' });
  await late.check();
  expect(late.read()).toMatchObject({ 'services.notLive': [1, false] });
  expect(late.named()).toEqual([{ board: 'lead', count: 1, late: false }]);
});

test('more than a day and two hours without a backup are an alarm; an answer without it shows no number', async () => {
  const { check, read, database } = open();
  const old = new Date(now - 27 * 3_600_000);
  // The check that began with the server has the first answer.
  await check();
  database.answer = async () => ({ rows: [{ board: 'backup', amount: null, since: old }] });
  await check();
  expect(read()).toMatchObject({ 'backup.age': [27 * 60, true] });
  database.answer = async () => ({ rows: [] });
  await check();
  expect(read()).toMatchObject({ 'backup.age': [null, false] });
});

test('a store that was never backed up is without a backup since its first migration, then since the last one', async () => {
  const database = await freshDatabase();
  const pool = openPool(database.url, { max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await migrate(pool);
  await pool.query("update migrations set at = $1::timestamptz + interval '1 day'", [new Date(now)]);
  await pool.query('update migrations set at = $1 where file = (select min(file) from migrations)', [
    new Date(now - 27 * 3_600_000),
  ]);
  const { check, read } = open({ pool });
  await check();
  expect(read()).toMatchObject({ 'backup.age': [27 * 60, true] });
  await pool.query("insert into marks (name, value) values ('lastBackup', $1)", [hourAgo.toISOString()]);
  await check();
  expect(read()).toMatchObject({ 'backup.age': [60, false] });
});

test('a database that does not answer leaves no old number, and is reported', async () => {
  const { check, read, database, onError } = open();
  await check();
  database.answer = () => Promise.reject(new Error('away'));
  await check();
  expect(read()).toMatchObject({ 'letters.dead': [null, false], 'jobs.stuck': [null, false] });
  expect(onError).toHaveBeenCalledTimes(1);
});

test('nobody watches, so nothing is asked of the database', async () => {
  const { check, query } = open({ watched: false });
  await check();
  expect(query).not.toHaveBeenCalled();
});

test('watchers get changes only, at a later position each', async () => {
  const { view, check, database } = open();
  const received: (readonly RowChange[])[] = [];
  view.watch((changes) => received.push(changes));
  await check();
  await check();
  expect(received.length).toBe(1);
  database.answer = () => Promise.reject(new Error('away'));
  await check();
  expect(received[1]!.map(({ id, after }) => [id, after])).toEqual([
    ['deadLetters', undefined],
    ['overdueJobs', undefined],
    ['failedJobs', undefined],
    ['backup', undefined],
  ]);
  expect(received[1]![0]!.position).toBeGreaterThan(received[0]![0]!.position);
  expect(view.position()).toBeGreaterThanOrEqual(received[1]![0]!.position);
});
