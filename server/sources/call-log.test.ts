import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import type { Service } from '#shared/core/view.ts';
import { leadMessage, newSecret, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import { openCallLog, type ServiceCall } from './call-log.ts';
import { openPoller } from './poll.ts';

let it: SourcesServer;
beforeEach(async () => {
  it = await openSourcesServer({ outside: new Set<Service>(['lead']) });
});
afterEach(() => it.close());

interface Row {
  readonly service: string;
  readonly result: string;
  readonly status: number | null;
  readonly calls: number;
  readonly error: string | null;
  readonly made_events: number;
}
const order = ['applied', 'duplicate', 'dead', 'failed'];
const rows = async (): Promise<readonly Row[]> => {
  await it.calls.flush(true);
  return (await it.server.pool.query<Row>('select * from service_calls order by at, id')).rows;
};
const call = (more: Partial<ServiceCall> = {}): ServiceCall => ({
  ...{ at: it.clock.now(), service: 'lead', direction: 'poll', method: 'GET', route: '/lead/leads' },
  ...{ status: 200, ms: 10, bytes: 0, attempt: 1, result: 'applied', error: null, correlation: null },
  ...{ stream: null, position: null, messages: 0 },
  ...more,
});

describe('a webhook', () => {
  test('is noted with what came of it and the events it made', async () => {
    await it.webhook('lead', leadMessage(1, 1), { id: 'a' });
    await it.webhook('lead', leadMessage(1, 1), { id: 'b' });
    await it.webhook('lead', '{"half', { id: 'c' });
    await it.webhook('lead', leadMessage(2, 1), { id: 'd', secret: newSecret() });
    const found = await rows();
    expect(found.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))).toMatchObject([
      { result: 'applied', status: 200, error: null, made_events: 1, stream: 'mirror-lead-lead-1' },
      { result: 'duplicate', status: 200, made_events: 0 },
      { result: 'dead', status: 202, error: 'noJson' },
      { result: 'failed', status: 401, error: 'badSignature' },
    ]);
  });
  test('with several messages is one call', async () => {
    await it.webhook('lead', [leadMessage(1, 1), leadMessage(2, 1), leadMessage(1, 1)]);
    expect(await rows()).toMatchObject([{ result: 'applied', messages: 3, made_events: 2 }]);
  });
  test('leaves nothing of its body', async () => {
    await it.webhook('lead', leadMessage(1, 1, { name: 'Lakshmi Iyer', phone: '5550140301' }));
    expect(JSON.stringify(await rows())).not.toMatch(/Lakshmi|5550140301/);
  });
});

describe('a poll', () => {
  const polled = async (answer: StubService['answer'], times: number): Promise<readonly Row[]> => {
    const stub = await openStub(answer);
    const poller = openPoller(it.server, it.health, {
      urls: new Map([['lead' as Service, stub.url]]),
      ...{ pollMs: 15_000, timeoutMs: 400 },
      onError: () => undefined,
    });
    try {
      for (let i = 0; i < times; i += 1) await poller.pollNow('lead');
      return await rows();
    } finally {
      await poller.close();
      await stub.close();
    }
  };
  test('that brings something is a row, and those that bring nothing are one row a minute', async () => {
    const list = serveList('/lead/api/v2/lead', () => [leadMessage(1, 1)]);
    const found = await polled(list, 4);
    const of = (result: string) => found.filter((one) => one.result === result);
    expect(of('applied')).toMatchObject([{ calls: 1, status: 200, made_events: 1 }]);
    expect(of('empty').reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThanOrEqual(3);
    expect(of('empty').length).toBeLessThan(of('empty').reduce((sum, { calls }) => sum + calls, 0));
  });
  test('that fails says why', async () => {
    const found = await polled((_request, response) => json(response, 503, {}), 1);
    expect(found[0]).toMatchObject({ result: 'failed', status: 503, error: 'status503' });
  });
});

describe('the log of calls', () => {
  test('counts calls beyond sixty a minute of one kind in one row', async () => {
    for (let i = 0; i < 1_000; i += 1) it.calls.note(call({ ms: i < 60 ? 10 : 20 }));
    const found = await rows();
    expect(found).toHaveLength(61);
    expect(found.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_000);
    expect(found.find(({ calls }) => calls > 1)).toMatchObject({ calls: 940, ms: 20 });
  });
  test('keeps a minute that is not over in memory', async () => {
    it.calls.note(call({ result: 'empty' }));
    await it.calls.flush();
    expect((await it.server.pool.query('select from service_calls')).rowCount).toBe(0);
    expect(await rows()).toHaveLength(1);
  });
  test('never fails a call when it cannot be written, and says what it dropped', async () => {
    const errors: unknown[] = [];
    let broken = true;
    const { pool, clock, log, newId } = it.server;
    const own = openCallLog({
      ...{ clock, log, newId },
      pool: {
        query: (...given: readonly unknown[]) =>
          broken ? Promise.reject(new Error('no space')) : (pool.query as Function)(...given),
      } as unknown as typeof pool,
      onError: (error) => errors.push(error),
    });
    for (let i = 0; i < 6_000; i += 1) own.note(call({ error: `e${i}` }));
    await own.flush();
    await own.flush();
    expect(errors).toHaveLength(1);
    broken = false;
    await own.close();
    const found = await rows();
    expect(found.filter(({ result }) => result === 'applied')).toHaveLength(5_000);
    expect(found.filter(({ result }) => result === 'dropped')).toMatchObject([
      { service: 'lead', calls: 1_000 },
    ]);
  });
  test('forgets what is older than 180 days', async () => {
    it.calls.note(call({ at: it.clock.now() - 181 * DAY_MS }));
    it.calls.note(call({ at: it.clock.now() - 179 * DAY_MS }));
    it.calls.note(call({ at: it.clock.now() - 32 * DAY_MS }));
    await it.calls.flush(true);
    await it.calls.prune();
    expect(await rows()).toHaveLength(2);
  });
});
