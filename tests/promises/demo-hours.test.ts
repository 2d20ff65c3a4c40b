import { afterAll, expect, test } from 'vitest';
import { businessDay, instantOf } from '#shared/core/day.ts';
import { demoClock } from '#server/demo/demo-clock.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { openTestServer } from '#tests/kit/server.ts';
import { whole } from '#tests/kit/sampled.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { waitingCase } from '#tests/kit/waiting-case.ts';

const made: FreshDatabase[] = [];
afterAll(async () => {
  for (const database of made) await database.drop();
});

/** The gate begins just after the automatic check-out; the full run at every hour. What each hour plans is a unit test. */
const ofTheGate = ['06:01'];

/**
 * The hours at which a day ends or begins: midnight, the automatic check-out at six, the morning; and a visit
 * that is about to be late.
 */
test.each(
  ['00:20', '05:58', '06:01', '06:40', '07:10', '14:18', '23:50'].filter(
    (hour) => whole || ofTheGate.includes(hour),
  ),
)('a demo that begins at %s in India has its people at work', async (hour) => {
  const database = await freshDatabase();
  made.push(database);
  const clock = demoClock(instantOf(businessDay(testNow), hour));
  const t = await openTestServer({ databaseUrl: database.url, clock });
  try {
    await fillDemo(t.server, clock);
    const verifier = await t.signIn('verifier2');
    const row = await waitingCase(verifier);
    const { status, body } = await verifier.command(`queueitem-signup-queue-${row.id}`, 'claim');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(t.faults).toEqual([]);
  } finally {
    await t.close();
  }
});
