import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { services, type Service } from '#shared/core/view.ts';
import { openPoller } from '#server/sources/poll.ts';
import { sources } from '#server/sources/register.ts';
import { retryParked } from '#server/sources/retry.ts';
import { openDelivery } from '#server/simulate/deliver.ts';
import { dice } from '#server/simulate/dice.ts';
import { readOptions } from '#server/simulate/options.ts';
import { serveWorld } from '#server/simulate/serve.ts';
import { openWorld } from '#server/simulate/world.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';

/**
 * The nine services of the simulator, with every fault it knows, against the real webhook route, log and
 * poller.
 */
let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer({ outside: new Set(services), now: Date.now() });
});
afterAll(() => it.close());

test('whatever is sent twice, shuffled, late, lost, broken or forged: after one whole poll the server has the state of all nine, each message once', async () => {
  const options = readOptions(
    ['--seed', '7', '--faults', 'duplicate,reorder,late,drop,garbage,badSignature'],
    () => 0,
  );
  const chance = dice(options.seed);
  const world = openWorld(chance, 1_000);
  const server = serveWorld(world, Date.now, () => false);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const route = await it.app.listen({ port: 0, host: '127.0.0.1' });
  let ids = 0;
  const delivery = openDelivery({
    server: route,
    secrets: Object.fromEntries(services.map((service) => [service, it.secret])),
    dice: chance,
    faults: options.faults,
    isDown: () => false,
    clock: it.clock.now,
    newId: () => `msg_${(ids += 1)}`,
  });
  for (let i = 0; i < 300; i += 1) {
    delivery.deliver(world.step(it.clock.now() - 300_000 + i * 1_000));
    if (i % 10 === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
  }
  await delivery.settled();
  delivery.stop();
  await delivery.settled();
  expect(delivery.tally).toMatchObject({ givenUp: 0 });
  expect(delivery.tally.withheld).toBeGreaterThan(5);
  expect(delivery.tally.refused).toBeGreaterThan(2);

  const poller = openPoller(it.server, it.health, {
    urls: new Map(services.map((service) => [service as Service, at])),
    pollMs: 3_600_000,
    onError: (error) => {
      throw error;
    },
  });
  for (const service of services) expect(await poller.pollNow(service, true), service).not.toBeNull();
  await poller.close();
  server.closeAllConnections();
  server.close();
  // A patient received before its customer waits for it.
  const waiting = async (): Promise<number> =>
    (await it.server.pool.query('select 1 from inbox where next_at is not null')).rowCount!;
  for (let i = 0; i < 20 && (await waiting()) > 0; i += 1) {
    it.clock.pass(5_000);
    await retryParked(it.server, () => 0);
  }
  expect(await waiting()).toBe(0);

  const mapped = new Map(
    (
      await it.server.pool.query<{ entity: string; outside_id: string; stream: string }>(
        'select entity, outside_id, stream from source_ids',
      )
    ).rows.map((row) => [`${row.entity} ${row.outside_id}`, row.stream]),
  );
  let compared = 0;
  for (const service of services)
    for (const { path, entity } of sources[service].resources)
      for (const message of world.list(service, path)) {
        compared += 1;
        const own = mapped.get(`${entity} ${message.id}`);
        if (!own) {
          expect(await it.state(`mirror-${service}-${entity}-${message.id}`)).toMatchObject({
            version: message.version,
            data: message.data,
          });
          continue;
        }
        const state = await it.state(own);
        expect(state.source).toMatchObject({ version: message.version });
        if (entity === 'customer')
          expect(state.phones).toMatchObject([{ phone: message.data['vPhone'], primary: true }]);
        if (entity === 'patient')
          expect(`customer-${state.customerId}`).toBe(mapped.get(`customer ${message.data['iCustomerId']}`));
        if (entity !== 'signup') continue;
        expect(state.record.applicant.phone).toBe(message.data['vPhone']);
        expect(state.record.address.line).toBe(message.data['vAddress']);
      }
  expect(compared).toBeGreaterThan(80);
  const recorded = (await it.events())
    .filter((event) => event.type === 'SourceMessageRecorded' || event.type === 'SourceMessageIgnored')
    .map((event) => `${event.stream}@${event.data.version}`);
  expect(new Set(recorded).size).toBe(recorded.length);
  expect((await it.server.pool.query("select 1 from dead_letters where reason <> 'noJson'")).rows).toEqual(
    [],
  );
});
