import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidOf } from '#server/jobs/reactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '#server/operations/backup.ts';
import { restore, sealAnew } from '#server/operations/restore.ts';
import { sealOf } from '#server/operations/seal.ts';
import { rebuild } from '#server/operations/rebuild.ts';
import { openWitness } from '#server/store/seal-witness.ts';
import { checkSeals, sealKeys } from '#server/store/seals.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { waitingCase } from '#tests/kit/waiting-case.ts';

/**
 * P32: a restore to a chosen position, or to the last event before an instant, of a backup that reaches
 * further.
 */
let t: TestServer;
let folder: string;
let key: string;
const storeKey = randomBytes(32);
const fresh: FreshDatabase[] = [];
const empty = async (): Promise<string> => {
  const database = await freshDatabase();
  fresh.push(database);
  return database.url;
};
beforeAll(async () => {
  folder = temporaryFolder('ops-position-');
  key = join(folder, 'key');
  writeFileSync(key, 'k'.repeat(48));
  t = await openTestServer({
    env: { UNDO_SECONDS: '1', SECOND_FACTOR_KEY: storeKey.toString('base64') },
    realTime: true,
  });
});
afterAll(async () => {
  await t?.close();
  for (const database of fresh) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'nothing after the position is known, planned or done; everything before it is, and work goes on',
  { tags: ['full'] },
  async () => {
    const agent = await t.signIn('agent1');
    const verifier = await t.signIn('verifier');
    const input = { pooId: 1, applicant: { name: 'Anita Rao' } };
    const early = await agent.command('signup-new', 'start', input);
    const row = await waitingCase(verifier);
    expect((await verifier.command(`queueitem-signup-queue-${row.id}`, 'claim')).status).toBe(200);
    await t.server.settled();
    await t.server.sealer.seal();
    const position = t.server.log.head();
    const at = Date.parse((await t.server.log.readAfter(position - 1, 1))[0]!.at);
    await until('the clock has moved on', () => t.clock.now() > at + 50);
    // After it: another case, the claim returned, and a webhook's message.
    const lateKey = randomUUID();
    const late = await agent.command('signup-new', 'start', input, { key: lateKey });
    expect((await verifier.command(`queueitem-signup-queue-${row.id}`, 'release')).status).toBe(200);
    await t.server.settled();
    await t.server.sealer.seal();
    const to = join(folder, 'whole.backup');
    const written = await backup({
      url: t.databaseUrl,
      dataDir: folder,
      to,
      seal: sealOf(key),
      now: Date.now(),
    });
    expect(written.position).toBeGreaterThan(position);

    const url = await empty();
    const done = await restore({
      url,
      dataDir: join(folder, 'target'),
      from: to,
      seal: sealOf(key),
      until: { position },
    });
    expect(done.position).toBe(position);
    const pool = openPool(url, { max: 2 });
    expect(await verifyChain(pool)).toEqual({ ok: true, events: position });
    expect((await pool.query('select max(position)::int as max from events')).rows).toEqual([
      { max: position },
    ]);
    // Seals after the position are not restored, those before it match, and the log is sealed again at its new
    // end.
    const keys = sealKeys([storeKey]);
    const before = await checkSeals(pool, 'log', keys);
    expect(before).toMatchObject({
      ok: true,
      position: expect.toSatisfy((at: number) => at > 0 && at <= position),
    });
    expect(await checkSeals(pool, 'access', keys)).toMatchObject({ ok: true });
    const target = join(folder, 'target');
    await sealAnew(pool, keys, target);
    expect(await checkSeals(pool, 'log', keys, openWitness(target))).toMatchObject({ ok: true, position });
    expect((await pool.query('select 1 from commands where id = $1', [lateKey])).rowCount).toBe(0);

    const again = await openTestServer({ databaseUrl: url, realTime: true });
    try {
      const same = await again.signIn('agent1');
      await again.server.settled();
      expect((await again.server.log.readStream(early.body.stream)).length).toBeGreaterThan(0);
      expect(await again.server.log.readStream(late.body.stream)).toEqual([]);
      // The lost command itself, with its key, is done now.
      expect((await same.command('signup-new', 'start', input, { key: lateKey })).status).toBe(200);
      // The claim exists again, with a lease that will end.
      await until(
        'the lease is kept',
        async () =>
          (await pool.query('select 1 from leases where item = $1', [`signup-queue-${row.id}`])).rowCount ===
          1,
      );
      const holder = await again.signIn('verifier');
      const shown = (await holder.get('/feeds/queue/signup-queue')).body.rows.find(
        (one: any) => String(one.id) === row.id,
      );
      expect(shown.state).toBe('claimed');
      await again.server.views.save();
      expect((await rebuild(pool, { switch: false })).views.filter((view) => !view.equal)).toEqual([]);
      expect(again.faults).toEqual([]);
    } finally {
      await again.close();
    }
    await pool.end();

    const byTime = await empty();
    // The server's own jobs may have written within those 20 ms too: the log shows the last event before the
    // instant.
    const instant = at + 20;
    const around = await t.server.log.readAfter(position - 1, 100);
    const lastBefore = around.findLast((event) => Date.parse(event.at) <= instant)!.position;
    expect(lastBefore).toBeLessThan(written.position);
    expect(
      (await restore({ url: byTime, dataDir: folder, from: to, seal: sealOf(key), until: { at: instant } }))
        .position,
    ).toBe(lastBefore);
    await expect(
      restore({
        url: await empty(),
        dataDir: folder,
        from: to,
        seal: sealOf(key),
        until: { position: written.position + 1 },
      }),
    ).rejects.toThrow(`The backup reaches from position 1 to ${written.position}`);
    await expect(
      restore({ url: await empty(), dataDir: folder, from: to, seal: sealOf(key), until: { at: 0 } }),
    ).rejects.toThrow('The backup reaches from');
  },
);

test('a reaction that ran after the position runs again, once', async () => {
  const { rows: reactions } = await t.server.pool.query<{ id: string }>(
    "select id from reactions where kind = 'command' and state = 'done'",
  );
  const { rows: commands } = await t.server.pool.query<{ id: string; position: string }>(
    'select id, position from commands',
  );
  const doneAt = new Map(commands.map((row) => [row.id, Number(row.position)]));
  const positionOf = (id: string): number => Number(id.split(':')[1]);
  const one = reactions.find(({ id }) => (doneAt.get(uuidOf(id)) ?? 0) > positionOf(id))!;
  expect(one).toBeDefined();
  const requested = positionOf(one.id);
  const to = join(folder, 'asks.backup');
  await backup({ url: t.databaseUrl, dataDir: folder, to, seal: null, now: Date.now() });
  const url = await empty();
  await restore({ url, dataDir: folder, from: to, seal: null, until: { position: requested } });
  const pool = openPool(url, { max: 1 });
  const kept = await pool.query<{ state: string }>('select state from reactions where id = $1', [one.id]);
  expect(kept.rows[0]?.state).toBe('pending');
  expect(
    (await pool.query("select 1 from reactions where split_part(id, ':', 2)::bigint > $1", [requested]))
      .rowCount,
  ).toBe(0);
  await pool.end();
});
