import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { serverTimeHeader } from '#shared/wire.ts';
import { demoClock } from '#server/demo/demo-clock.ts';
import { sign } from '#server/sources/signature.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer } from '#tests/kit/server.ts';
import { bringRedis } from '#tests/kit/redis.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { leadMessage } from '#tests/kit/sources-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P27: wrong clocks do no harm: the log decides the sequence, numbers are never allotted twice, nothing lasts
 * longer.
 */
const day = 86_400_000;
const at = (text: string): number => Date.parse(text);
const jumps: readonly {
  readonly what: string;
  readonly to: (now: number) => number;
  readonly stands?: boolean;
}[] = [
  { what: 'six minutes on', to: (now) => now + 360_000 },
  { what: 'six minutes back', to: (now) => now - 360_000 },
  { what: 'ten seconds back', to: (now) => now - 10_000 },
  { what: 'standing still', to: (now) => now, stands: true },
  { what: 'a day back', to: (now) => now - day },
  { what: 'a day on', to: (now) => now + 2 * day },
  { what: 'midnight in India', to: () => at('2026-11-19T23:59:59.900+05:30') },
  { what: 'the end of the financial year', to: () => at('2027-03-31T23:59:59.900+05:30') },
  { what: 'back in November', to: () => testNow },
];

test(
  `P27: ${jumps.length} jumps of the clock with ${count('commandsAfterJump')} commands after each`,
  async () => {
    let base = testNow;
    let from = performance.now();
    let stands = false;
    const now = (): number => (stands ? base : base + Math.round(performance.now() - from));
    const t = await openTestServer({ clock: { ...demoClock(testNow), now }, env: { LEASE_SECONDS: '600' } });
    try {
      let claims = 0;
      let otherDays = false;
      const seen: { position: number; id: string; jump: string }[] = [];
      for (const jump of jumps) {
        base = jump.to(now());
        from = performance.now();
        stands = jump.stands === true;
        // Sessions follow the clock; people it signed out sign in again.
        const [agent, verifier] = [await t.signIn('agent1'), await t.signIn('verifier')];
        const emitted = Number((await agent.send('GET', '/access/me')).headers.get(serverTimeHeader));
        expect(Math.abs(emitted - now()), jump.what).toBeLessThan(60_000);
        const client = await new FeedClient(t.url, verifier, 'queue/signup-queue').ready();
        for (let n = 0; n < count('commandsAfterJump'); n += 1) {
          const answer = await agent.command('signup-new', 'start', {
            pooId: 1,
            applicant: { name: 'Anita Rao' },
          });
          expect(answer.status, jump.what).toBe(200);
          seen.push({ position: answer.body.position, id: answer.body.id, jump: jump.what });
        }
        const [row] = [...client.rows.values()].filter(
          (one) =>
            one['state'] === 'waiting' && (one['submitter'] as { empId: number } | null)?.empId !== 103,
        );
        const stream = `queueitem-signup-queue-${String(row!['id'])}`;
        // Only people who are checked in may claim: on other days nobody is, and past days were closed.
        otherDays ||= businessDay(now()) !== businessDay(testNow);
        const claimed = await verifier.command(stream, 'claim');
        if (!otherDays) expect(claimed.status, jump.what).toBe(200);
        if (claimed.status === 200) {
          claims += 1;
          await until(
            'claimed on screen',
            () => client.rows.get(String(row!['id']))?.['state'] === 'claimed',
          );
          expect((await verifier.command(stream, 'release')).status, jump.what).toBe(200);
          await until(
            'released on screen',
            () => client.rows.get(String(row!['id']))?.['state'] === 'waiting',
          );
        }
        client.close();

        const body = JSON.stringify(leadMessage(seen.length, 1, {}, '2026-11-18T04:00:00.000Z'));
        const secret = t.server.sources.secrets.get('lead')![0]!;
        const webhook = async (sentAt: number): Promise<number> =>
          (
            await fetch(`${t.url}/relay/webhooks/lead`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                ...sign(secret, `msg_${randomUUID()}`, sentAt, body),
              },
              body,
            })
          ).status;
        expect(await webhook(now() - 320_000), jump.what).toBe(401);
        expect(await webhook(now() + 320_000), jump.what).toBe(401);
        expect([200, 202], jump.what).toContain(await webhook(now() - 280_000));
        const last = (await t.server.log.readAfter(t.server.log.head() - 1, 1))[0]!;
        expect(businessDay(Date.parse(last.at)), jump.what).toBe(businessDay(now()));
      }
      expect(claims).toBeGreaterThan(3);
      await t.server.settled();
      expect(seen.map((one) => one.position)).toEqual(
        seen.map((one) => one.position).toSorted((a, b) => a - b),
      );
      expect(new Set(seen.map((one) => one.id)).size).toBe(seen.length);
      expect(await verifyChain(t.server.pool)).toMatchObject({ ok: true });
      expect(t.faults).toEqual([]);
    } finally {
      await t.close();
    }
  },
  limitFor('commandsAfterJump'),
);

test('P27: a lease taken before the clock went back lasts no longer than its duration', async () => {
  let offset = 0;
  const t = await openTestServer({
    clock: { ...demoClock(testNow), now: () => testNow + offset + Math.round(performance.now()) },
    env: { LEASE_SECONDS: '3', LEASE_WORKING_SECONDS: '3', LEASE_GRACE_SECONDS: '3' },
  });
  try {
    const verifier = await t.signIn('verifier');
    const rows = (await verifier.get('/feeds/queue/signup-queue')).body.rows as {
      id: string;
      state: string;
      submitter: { empId: number } | null;
    }[];
    const row = rows.find((one) => one.state === 'waiting' && one.submitter?.empId !== 103)!;
    const stream = `queueitem-signup-queue-${row.id}`;
    expect((await verifier.command(stream, 'claim')).status).toBe(200);
    await until(
      'the lease is noted',
      async () =>
        (await t.server.pool.query('select 1 from leases where item = $1', [`signup-queue-${row.id}`]))
          .rowCount === 1,
    );
    offset -= day;
    await until('it ends', async () => {
      const events = await t.server.log.readStream(stream);
      return events.at(-1)!.type === 'QueueItemLeaseExpired';
    });
  } finally {
    await t.close();
  }
});

test('P27: a node whose clock is off compared with the database or Redis reports it until the clock is right', async () => {
  const redis = await bringRedis();
  const t = await openTestServer({ env: { REDIS_URL: redis.url } });
  const right = Date.now.bind(Date);
  type Of = 'database' | 'redis';
  try {
    const admin = await t.signIn('admin');
    const health = async () =>
      (await admin.get('/health')).body.clock as { offsetMs: Record<Of, number | null>; off: Of[] };
    const both = async (near: number): Promise<boolean> => {
      const { offsetMs } = await health();
      return [offsetMs.database, offsetMs.redis].every((ms) => ms !== null && Math.abs(ms - near) < 500);
    };
    await until('asked', () => both(0));
    expect((await health()).off).toEqual([]);
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => right() + 600_000);
    await until('noticed', async () => (await health()).off.length === 2);
    expect((await health()).off.toSorted()).toEqual(['database', 'redis']);
    expect(await both(600_000)).toBe(true);
    const metrics = await (await fetch(`${t.url}/metrics`)).text();
    for (const whose of ['database', 'redis'])
      expect(metrics).toMatch(new RegExp(`^ops_clock_offset_ms\\{of="${whose}"\\} (599|600)\\d{3}$`, 'm'));
    wrong.mockRestore();
    await until('right again', async () => (await health()).off.length === 0);
  } finally {
    vi.restoreAllMocks();
    await t.close();
    await redis.stop();
  }
});
