import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { simulatedOutbox } from '#server/outside/outbox.ts';
import { parcelCodes } from '#server/special/money/parcel-codes.ts';
import { ulidMaker } from '#server/store/ulid.ts';

let store: FreshStore;
const now = Date.parse('2026-11-18T05:00:00.000Z');
const clock = { now: () => now };
beforeAll(async () => {
  store = await freshStore(2);
});
afterAll(async () => {
  await store?.close();
});
const codes = () =>
  parcelCodes({ pool: store.pool, clock, newId: ulidMaker(clock.now), send: simulatedOutbox(clock) });

async function issued(subject: string): Promise<string> {
  const phone = `98765${String(subject.length).padStart(5, '0')}`;
  await codes().issue(subject, phone, now + 60_000, (code) => `Code ${code}`);
  const { rows } = await store.pool.query<{ body: string }>(
    'select body from outbox_messages where recipient = $1 order by key desc limit 1',
    [phone],
  );
  return rows[0]!.body.replace('Code ', '');
}
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code of a hand-over has six digits and is kept only hashed', async () => {
  const code = await issued('delivery-1:door');
  expect(code).toMatch(/^\d{6}$/);
  const { rows } = await store.pool.query('select * from otp_codes');
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('three wrong tries end it: the right code is then too late, and the answer says why', async () => {
  const subject = 'delivery-22:door';
  const code = await issued(subject);
  for (const left of [2, 1, 0])
    expect(await codes().check(subject, wrongOf(code))).toMatchObject({ ok: false, left });
  expect(await codes().check(subject, code)).toEqual({ ok: false, left: 0, expired: true, used: true });
});

test('two who try at once do not get a further try', async () => {
  const subject = 'delivery-333:door';
  const code = await issued(subject);
  const found = await Promise.all(Array.from({ length: 8 }, () => codes().check(subject, wrongOf(code))));
  expect(found.filter(({ expired }) => !expired)).toHaveLength(3);
});
