import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer } from '#tests/kit/server.ts';
import { json, openStub } from '#tests/kit/stub-service.ts';

/**
 * P28: a node whose event loop was blocked reports it, marks no healthy service as down, cuts no console and
 * does nothing twice.
 */
test('P28: the event loop is blocked for three seconds', async () => {
  const stub = await openStub((_q, response) => json(response, 200, []));
  const t = await openTestServer({
    env: { SERVICE_CUSTOMER_URL: stub.url, POLL_SECONDS: '5' },
    realTime: true,
  });
  try {
    const verifier = await t.signIn('verifier');
    const agent = await t.signIn('agent1');
    const admin = await t.signIn('admin');
    const client = await new FeedClient(t.url, verifier, 'queue/signup-queue').ready();
    await until('polled', async () => t.server.health.of(['customer'])[0]!.state === 'live');
    const emitted: string[] = [];
    const stop = t.server.health.onChange(
      (service) => void emitted.push(`${service} ${t.server.health.of([service])[0]!.state}`),
    );
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const command = (key: string) =>
      agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }, { key });
    const head = t.server.log.head();
    const sent = keys.map(command);
    const until3 = performance.now() + 3_000;
    while (performance.now() < until3);
    const first = await Promise.all(sent);
    const second = await Promise.all(keys.map(command));
    expect(first.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    const started = (await t.server.log.readAfter(head, 1_000)).filter(
      (event) => event.type === 'SignupStarted',
    );
    expect(started).toHaveLength(keys.length);
    await until('polled again', () => stub.requested.some(({ at }) => at > until3));
    expect(emitted.filter((one) => /stale|down/.test(one))).toEqual([]);
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
