import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { isoInstants, isoOf } from './iso-instants.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh?.drop());

const instants = [
  '2026-11-22T09:30:00.000Z',
  '2026-11-22T09:30:00.500Z',
  '2026-11-22T09:30:00.074Z',
  '0999-02-28T23:59:59.999Z',
  '1900-01-01T00:00:00.001Z',
  '2024-02-29T12:00:00.120Z',
  '9999-12-31T23:59:59.990Z',
];

test('an instant is read as it was written, whatever the time zone of the database', async () => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York']) {
    const pool = new Pool({ connectionString: fresh.url, max: 1, options: `-c timezone=${zone}` });
    const text = 'select at from unnest($1::timestamptz[]) with ordinality as i(at, n) order by n';
    const { rows } = await pool.query<{ at: string }>({ text, values: [instants], types: isoInstants });
    await pool.end();
    expect(rows.map((row) => row.at)).toEqual(instants);
  }
});

test('microseconds are truncated, not rounded, as in a Date', () => {
  expect(isoOf('2026-11-22 09:30:00.999999+00')).toBe('2026-11-22T09:30:00.999Z');
});
