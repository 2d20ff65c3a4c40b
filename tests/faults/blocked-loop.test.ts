import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestHouse } from '#tests/kit/house.ts';
import { json, openStub } from '#tests/kit/stub-service.ts';

/** P28: a node whose event loop stood still says so, calls nobody ill who is well, cuts no console and does nothing twice. */
test('P28: the event loop stands still for three seconds', async () => {
  const stub = await openStub((_q, response) => json(response, 200, []));
  const t = await openTestHouse({ env: { SERVICE_CUSTOMER_URL: stub.url, POLL_SECONDS: '5' }, realTime: true });
  try {
    const verifier = await t.signIn('verifier');
    const agent = await t.signIn('agent1');
    const admin = await t.signIn('admin');
    const client = await new FeedClient(t.url, verifier, 'queue/signup-queue').ready();
    await until('polled', async () => t.house.health.of(['customer'])[0]!.state === 'live');
    const told: string[] = [];
    const stop = t.house.health.onChange((service) => void told.push(`${service} ${t.house.health.of([service])[0]!.state}`));
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const order = (key: string) => agent.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }, { key });
    const head = t.house.log.head();
    const sent = keys.map(order);
    const until3 = performance.now() + 3_000;
    while (performance.now() < until3);
    const first = await Promise.all(sent);
    const second = await Promise.all(keys.map(order));
    expect(first.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    const started = (await t.house.log.readAfter(head, 1_000)).filter((event) => event.type === 'SignupStarted');
    expect(started).toHaveLength(keys.length);
    await until('polled again', () => stub.asked.some(({ at }) => at > until3));
    expect(told.filter((one) => /stale|down/.test(one))).toEqual([]);
    expect(client.socket.connected).toBe(true);
    expect(client.gaps).toBe(0);
    expect((await admin.get('/health')).body.eventLoopMs.max).toBeGreaterThan(2_000);
    stop();
    client.close();
    expect(t.faults).toEqual([]);
  } finally {
    await t.close();
    await stub.close();
  }
});
