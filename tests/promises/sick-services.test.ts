import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { services, type Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { openPoller, type Poller } from '#server/sources/poll.ts';
import { sources } from '#server/sources/register.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P18, P19: a service that fails in any way is marked, disturbs no other, is polled sparingly, and delivers
 * everything it missed once it is healthy.
 */
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

type Answer = StubService['answer'];
const ills: Readonly<Record<string, Answer>> = {
  'answers 500': (_q, response) => json(response, 500, {}),
  'asks to be left alone': (_q, response) => json(response, 429, {}, { 'retry-after': '1' }),
  'answers a page of HTML': (_q, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>'),
  'breaks off in the middle': (_q, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).end('[{"id":1'),
  'is no list': (_q, response) => json(response, 200, { message: 'hello' }),
  'sends away': (_q, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'hangs up': (_q, response) => response.socket?.destroy(),
  'never answers': () => undefined,
};

/** All lists that a service offers: one resource has rows, the others do not exist. */
const well =
  (service: Service, rows: readonly SourceMessage[]): Answer =>
  (_q, response, url) => {
    const { path } = sources[service].resources[0]!;
    if (!url.pathname.endsWith(`/${path}`)) return json(response, 404, {});
    const pageNo = Number(url.searchParams.get('pageNo'));
    const records = Number(url.searchParams.get('records'));
    json(response, 200, rows.slice(pageNo * records, (pageNo + 1) * records), {
      'x-total-count': String(rows.length),
    });
  };

async function pollerOf(
  it: SourcesServer,
  urls: ReadonlyMap<Service, string>,
  more: Partial<Parameters<typeof openPoller>[2]> = {},
): Promise<Poller> {
  const poller = openPoller(it.server, it.health, {
    urls,
    pollMs: 15_000,
    timeoutMs: 500,
    onError: () => undefined,
    ...more,
  });
  open.push(poller);
  return poller;
}

const messages = (service: Service, many: number, from = 0): SourceMessage[] => {
  const resource = sources[service].resources[0]!;
  return Array.from({ length: many }, (_, n) => ({
    service,
    entity: resource.entity,
    id: 70_000 + from + n,
    version: 1,
    modifiedAt: '2026-11-18T04:30:00.000Z',
    change: resource.example.change,
    data: resource.example.data,
  }));
};

/** Mirrored ones first: the others have rules of their own about their data. */
const played = services
  .toSorted(
    (a, b) =>
      Number(sources[a].resources[0]!.stream !== undefined) -
      Number(sources[b].resources[0]!.stream !== undefined),
  )
  .slice(0, count('sickServices'));

test(
  `P18: ${played.length} of the services, each failing in ${Object.keys(ills).length + 2} ways: marked, isolated, and caught up`,
  async () => {
    for (const service of played) {
      const it = await openSourcesServer({ outside: new Set<Service>(services) });
      open.push(it);
      const stub = await openStub(well(service, []));
      open.push(stub);
      const quiet = await openStub((_q, response) => json(response, 200, []));
      open.push(quiet);
      const closedPort = createServer().listen(0, '127.0.0.1');
      await once(closedPort, 'listening');
      const { port } = closedPort.address() as { port: number };
      closedPort.close();
      const urls = new Map<Service, string>(
        services.map((one) => [one, one === service ? stub.url : quiet.url]),
      );
      const poller = await pollerOf(it, urls);
      for (const one of services) expect(await poller.pollNow(one), one).not.toBeNull();
      let known = 0;
      for (const [what, ill] of Object.entries(ills)) {
        stub.answer = ill;
        for (let n = 0; n < 3; n += 1) expect(await poller.pollNow(service), what).toBeNull();
        const states = it.health.of(services);
        expect(
          states.filter(({ state }) => state !== 'live').map((one) => one.service),
          what,
        ).toEqual([service]);
        expect(states.find((one) => one.service === service)!.state, what).toBe('stale');
        expect(
          poller.status().find((one) => one.service === service),
          what,
        ).toMatchObject({ breaker: 'open', lastError: expect.stringMatching(/\S/) });
        // Meanwhile the service kept changing.
        known += 20;
        stub.answer = well(service, messages(service, known));
        expect(await poller.pollNow(service), what).not.toBeNull();
        expect(it.health.of([service]), what).toMatchObject([{ state: 'live' }]);
        const { rows } = await it.server.pool.query<{ n: string }>(
          'select count(*) as n from source_seen where service = $1',
          [service],
        );
        expect(Number(rows[0]!.n), what).toBe(known);
      }
      const refusing = await pollerOf(it, new Map([[service, `http://127.0.0.1:${port}`]]));
      const nameless = await pollerOf(it, new Map([[service, 'http://no-such-host.invalid']]));
      for (const one of [refusing, nameless]) {
        expect(await one.pollNow(service)).toBeNull();
        expect(one.status()[0]!.lastError).toMatch(/\S/);
      }
      it.clock.pass(10 * 60_000);
      it.health.check();
      expect(it.health.of([service])).toMatchObject([{ state: 'down' }]);
      for (const part of open.splice(0).reverse()) await part.close();
    }
  },
  limitFor('sickServices'),
);

test('P18: an open breaker sends a probe after half a minute, not before, and closes when it succeeds', async () => {
  const it = await openSourcesServer({ outside: new Set<Service>(['lead']) });
  open.push(it);
  const stub = await openStub(ills['answers 500']!);
  open.push(stub);
  const poller = await pollerOf(it, new Map([['lead', stub.url]]));
  for (let n = 0; n < 3; n += 1) await poller.pollNow('lead');
  const [status] = poller.status();
  expect(status).toMatchObject({ breaker: 'open' });
  expect(status!.nextInMs).toBeGreaterThan(5_000);
  expect(status!.nextInMs).toBeLessThanOrEqual(30_000);
  const requested = stub.requested.length;
  stub.answer = well('lead', messages('lead', 5));
  it.clock.pass(30_001);
  poller.tick();
  await until('probed', () => stub.requested.length > requested);
  await until('closed', () => poller.status()[0]!.breaker === 'closed');
  await until('made up for', async () => (await it.events()).length >= 5);
});

test(
  'P19: one service that hangs delays no poll of the eight others, and holds one connection',
  async () => {
    const it = await openSourcesServer({ outside: new Set<Service>(services) });
    open.push(it);
    const hanging = await openStub(() => undefined);
    const quick = await openStub((_q, response) => json(response, 200, []));
    open.push(hanging, quick);
    const [sick, ...others] = services;
    const rounds = async (urls: ReadonlyMap<Service, string>): Promise<number> => {
      quick.requested.length = 0;
      const poller = await pollerOf(it, urls, { pollMs: 50, timeoutMs: 600_000 });
      const from = performance.now();
      const per = (one: Service): number => {
        const { path } = sources[one].resources[0]!;
        return quick.requested.filter(
          ({ url }) => url.pathname === `/${one}/${path}` && url.searchParams.get('pageNo') === '0',
        ).length;
      };
      await until('all were polled often', () => others.every((one) => per(one) >= count('pollsBesideHang')));
      const took = performance.now() - from;
      await poller.close();
      return took;
    };
    const alone = await rounds(new Map(others.map((one) => [one, quick.url])));
    const beside = await rounds(
      new Map<Service, string>([
        [sick!, hanging.url],
        ...others.map((one): [Service, string] => [one, quick.url]),
      ]),
    );
    expect(hanging.requested.length).toBe(1);
    // The same polls at the same pace: waiting for the one that hangs would take minutes.
    expect(beside).toBeLessThan(alone * 3 + 10_000);
    console.log(
      `${others.length * count('pollsBesideHang')} polls: alone ${alone.toFixed(0)} ms, beside one that hangs ${beside.toFixed(0)} ms`,
    );
  },
  limitFor('pollsBesideHang'),
);
