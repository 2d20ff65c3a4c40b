import { afterEach, expect, test } from 'vitest';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import type { Service } from '#shared/core/view.ts';
import { openPoller, type Poller } from './poll.ts';

const path = '/lead/api/v2/lead';
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function polled(
  answer: StubService['answer'],
  more: Partial<Parameters<typeof openPoller>[2]> = {},
): Promise<{ it: SourcesServer; stub: StubService; poller: Poller; text: unknown[] }> {
  const stub = await openStub(answer);
  open.push(stub);
  const it = await openSourcesServer({ outside: new Set<Service>(['lead']) });
  open.push(it);
  const text: unknown[] = [];
  const poller = openPoller(it.server, it.health, {
    urls: new Map([['lead' as Service, stub.url]]),
    pollMs: 15_000,
    timeoutMs: 400,
    onError: (error) => text.push(error),
    ...more,
  });
  open.push(poller);
  await poller.pollNow('lead');
  return { it, stub, poller, text };
}

test('a list is read to its end and polled again from its cursor, with overlap', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => leadMessage(i, 1));
  const { it, stub, poller } = await polled(serveList(path, () => rows));
  expect((await it.events()).filter((event) => event.type === 'SourceMessageRecorded')).toHaveLength(250);
  expect(
    stub.requested
      .filter((one) => one.url.pathname === path)
      .map((one) => one.url.searchParams.get('pageNo'))
      .slice(0, 7),
    // After each page the previous one is read again: a row may have moved back to it.
  ).toEqual(['0', '1', '0', '2', '1', '3', '2']);
  expect(stub.requested[0]!.headers['authtoken']).toBeTruthy();
  const newest = Math.max(...rows.map((row) => Date.parse(row.modifiedAt)));
  stub.requested.length = 0;
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 0, full: false }]);
  expect(stub.requested[0]!.url.searchParams.get('modifiedSince')).toBe(
    new Date(newest - 120_000).toISOString(),
  );
  rows[7] = leadMessage(7, 2, {}, new Date(it.clock.now()).toISOString());
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 1 }]);
  expect(await it.events()).toHaveLength(251);
});

test('a webhook and a poll of the same message make one event', async () => {
  const rows = [leadMessage(1, 1), leadMessage(2, 1)];
  const { it, poller } = await polled(serveList(path, () => rows));
  rows.push(leadMessage(3, 1));
  await it.webhook('lead', rows[2]);
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 0 }]);
  expect(await it.webhook('lead', rows[0])).toMatchObject({ status: 200, body: { effect: 'known' } });
  expect(await it.events()).toHaveLength(3);
});

test('small pages are read on; a service that repeats one page is reported as hiding rows', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => leadMessage(i, 1));
  const { it } = await polled(serveList(path, () => rows, 10));
  expect(await it.events()).toHaveLength(25);
  const full = Array.from({ length: 100 }, (_, i) => leadMessage(i, 1));
  const { poller, it: second } = await polled((_q, response, url) =>
    url.pathname === path ? json(response, 200, full) : json(response, 404, {}),
  );
  expect(await poller.pollNow('lead')).toMatchObject([{ pageLimitReached: true }]);
  expect(
    (await second.server.pool.query("select page_limit_reached from source_cursors where service = 'lead'"))
      .rows,
  ).toEqual([{ page_limit_reached: true }]);
});

test('rows that leave the list during the read hide no other row', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => leadMessage(i, 1));
  let cut = false;
  const { it } = await polled((_q, response, url) => {
    if (url.pathname !== path) return json(response, 404, {});
    const pageNo = Number(url.searchParams.get('pageNo'));
    if (pageNo === 1 && !cut) {
      cut = true;
      rows.splice(0, 40);
    }
    return json(response, 200, rows.slice(pageNo * 100, (pageNo + 1) * 100), {
      'x-total-count': String(rows.length),
    });
  });
  const seen = new Set((await it.events()).map((event) => event.data.id));
  expect(rows.filter((row) => !seen.has(row.id))).toEqual([]);
});

test('a full read finds silent changes and missing records', async () => {
  const rows = [leadMessage(1, 1), leadMessage(2, 1), leadMessage(3, 1)];
  const { it, poller } = await polled(serveList(path, () => rows));
  rows.pop();
  rows[0] = leadMessage(1, 2, { quietly: true }, '2026-11-01T00:00:00.000Z');
  it.clock.pass(1_000);
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 0 }]);
  expect(await poller.pollNow('lead', true)).toMatchObject([{ applied: 1, drift: 1, gone: 1, full: true }]);
  expect((await it.state('mirror-lead-lead-1')).data).toEqual({ quietly: true });
});

test('rows without version or time are news only when their content differs', async () => {
  let rows: object[] = [{ iLeadId: 5, vLeadName: 'a' }];
  const { it, poller } = await polled(serveList(path, () => rows));
  it.clock.pass(60_000);
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 0 }]);
  for (const name of ['b', 'a']) {
    rows = [{ iLeadId: 5, vLeadName: name }];
    it.clock.pass(60_000);
    expect(await poller.pollNow('lead')).toMatchObject([{ applied: 1 }]);
  }
  expect((await it.state('mirror-lead-lead-5')).data).toEqual({ iLeadId: 5, vLeadName: 'a' });
  expect(await it.events()).toHaveLength(3);
});

test('an unreadable row is one dead letter however often it is polled, and the rest is taken', async () => {
  const { it, poller } = await polled((_q, response, url) =>
    url.pathname === path
      ? json(
          response,
          200,
          url.searchParams.get('pageNo') === '0'
            ? [leadMessage(1, 1), 7, { no: 'id' }, leadMessage(2, 1)]
            : [],
        )
      : json(response, 404, {}),
  );
  await poller.pollNow('lead');
  expect(await it.events()).toHaveLength(2);
  expect((await it.server.pool.query('select reason from dead_letters')).rows).toHaveLength(2);
});

test('every failure has a reason; three of them open the breaker and make the service stale', async () => {
  const ways: StubService['answer'][] = [
    (_q, response) => json(response, 500, {}),
    (_q, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>down for maintenance</html>'),
    (_q, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '50' }).end('[{"id":1'),
    (_q, response) => json(response, 200, { message: 'no list' }),
    (_q, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (_q, response) => response.socket?.destroy(),
    () => undefined,
  ];
  const { it, stub, poller, text } = await polled(serveList(path, () => []));
  expect(it.health.of(['lead'])).toMatchObject([{ state: 'live' }]);
  for (const way of ways) {
    stub.answer = way;
    expect(await poller.pollNow('lead'), String(way)).toBeNull();
  }
  expect(text.length).toBe(2);
  expect(poller.status()).toMatchObject([{ service: 'lead', breaker: 'open' }]);
  expect(it.health.of(['lead'])).toMatchObject([{ state: 'stale' }]);
  expect(await it.events()).toHaveLength(0);
  stub.answer = serveList(path, () => [leadMessage(1, 1)]);
  expect(await poller.pollNow('lead')).toMatchObject([{ applied: 1 }]);
  expect(it.health.of(['lead'])).toMatchObject([{ state: 'live' }]);
  expect(poller.status()).toMatchObject([{ breaker: 'closed' }]);
});

test('an open breaker probes once in 30 s, and Retry-After is honoured', async () => {
  const { it, stub, poller } = await polled((_q, response) => json(response, 503, {}));
  for (let i = 0; i < 2; i += 1) await poller.pollNow('lead');
  stub.requested.length = 0;
  // Two and a half times the pause: a probe under way lets a few seconds of this clock go by.
  for (let second = 0; second < 75; second += 1) {
    it.clock.pass(1_000);
    poller.tick();
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  expect(stub.requested.length).toBe(2);
  stub.answer = (_q, response) => json(response, 429, {}, { 'retry-after': '300' });
  await poller.pollNow('lead');
  expect(poller.status()[0]!.nextInMs).toBeGreaterThan(290_000);
});

test('a service that hangs does not delay another', async () => {
  const slow = await openStub(() => undefined);
  const quick = await openStub(serveList('/payment/api/v2/payment', () => []));
  open.push(slow, quick);
  const it = await openSourcesServer({ outside: new Set<Service>(['lead', 'payment']) });
  open.push(it);
  const poller = openPoller(it.server, it.health, {
    urls: new Map([
      ['lead' as Service, slow.url],
      ['payment' as Service, quick.url],
    ]),
    pollMs: 50,
    timeoutMs: 2_000,
    onError: () => undefined,
  });
  open.push(poller);
  await new Promise((resolve) => {
    setTimeout(resolve, 1_200);
  });
  const gaps = quick.requested
    .filter((one) => one.url.searchParams.get('pageNo') === '0')
    .map((one) => one.at)
    .map((at, i, all) => (i === 0 ? 0 : at - all[i - 1]!))
    .slice(1);
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.max(...gaps)).toBeLessThan(1_000);
  expect(slow.requested.length).toBe(1);
});
