import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { services } from '#shared/core/view.ts';
import { readConfig } from '../config.ts';
import { resourceOf } from '../sources/register.ts';
import { readSecrets } from '../sources/secrets.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import { dice, type Dice } from './dice.ts';
import { help, readOptions, type Options } from './options.ts';
import { startServer } from './own-server.ts';
import { serveWorld } from './serve.ts';
import { openWorld, type World } from './world.ts';

/**
 * Simulates the nine base services as outside systems: lists, signed webhooks, answers to commands, and the
 * faults of real ones.
 */
async function main(options: Options): Promise<void> {
  const chance = dice(options.seed);
  // Outside ids start in a range of the seed, so that runs with different seeds do not collide in one store.
  const world = openWorld(chance, 1_000 + (options.seed % 900_000) * 100);
  const dark = { until: 0 };
  const isDown = (): boolean => Date.now() < dark.until;
  const worldServer = serveWorld(world, Date.now, isDown);
  worldServer.listen(0, '127.0.0.1');
  await once(worldServer, 'listening');
  const at = `http://127.0.0.1:${(worldServer.address() as AddressInfo).port}`;
  const secrets = options.attach
    ? { ...readSecrets(readConfig().dataDir), ...given() }
    : Object.fromEntries(services.map((service) => [service, `whsec_${randomBytes(32).toString('base64')}`]));
  const missing = services.filter((service) => !secrets[service]);
  if (missing.length > 0)
    throw new Error(
      `No webhook secret for ${missing.join(', ')}: run it with the DATA_DIR of the server, or with WEBHOOK_SECRET_<NAME>.`,
    );
  const own = options.attach
    ? null
    : await startServer(at, secrets, fileURLToPath(new URL('../../data/simulate', import.meta.url)));
  const server = options.attach ?? own!.address;
  const delivery = openDelivery({
    server,
    secrets,
    dice: chance,
    faults: options.faults,
    isDown,
    clock: Date.now,
    newId: () => `msg_${randomUUID()}`,
  });

  const end = async (): Promise<void> => {
    delivery.stop();
    worldServer.closeAllConnections();
    worldServer.close();
    await own?.stop();
  };

  try {
    if (options.once) await sendOnce(options.once, server, world, delivery);
    else await play(options, at, server, world, delivery, chance, dark);
  } finally {
    await end();
  }
}

/** Sends one message and prints it with its answer. */
async function sendOnce(what: string, server: string, world: World, delivery: Delivery): Promise<void> {
  const [service, entity] = what.split('.');
  const known = services.find((name) => name === service);
  if (!known || !entity || !resourceOf(known, entity))
    throw new Error(`--once: "${what}" is not a known message; see the table in docs/protocol.md.`);
  const sent = await delivery.once(world.change(known, entity, Date.now()));
  console.log(`POST ${server}/relay/webhooks/${known}`);
  for (const [name, value] of Object.entries(sent.headers)) console.log(`${name}: ${value}`);
  console.log(`\n${sent.body}\n\n${sent.status} ${sent.answer}`);
  if (sent.status >= 300) process.exitCode = 1;
}

/** Runs the day until stopped. */
async function play(
  options: Options,
  at: string,
  server: string,
  world: World,
  delivery: Delivery,
  chance: Dice,
  dark: { until: number },
): Promise<void> {
  console.log(
    `Simulating at ${options.rate} changes a second, seed ${options.seed}${options.faults.size > 0 ? `, faults ${[...options.faults].join(', ')}` : ''}. Lists at ${at}, webhooks to ${server}. Ctrl-C ends.`,
  );
  let due = Date.now();
  const beat = setInterval(() => {
    if (options.faults.has('down') && Date.now() >= dark.until && chance.chance(0.0005)) {
      dark.until = Date.now() + chance.whole(20_000, 120_000);
      console.log(`All nine are down until ${new Date(dark.until).toISOString()}.`);
    }
    for (; options.rate > 0 && due <= Date.now(); due += 1_000 / options.rate)
      delivery.deliver(world.step(Date.now()));
  }, 20);
  const report = setInterval(
    () => console.log(new Date().toISOString(), JSON.stringify(delivery.tally)),
    10_000,
  );

  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    if (options.seconds !== null) setTimeout(resolve, options.seconds * 1_000);
  });
  clearInterval(beat);
  clearInterval(report);
  await delivery.settled();
  console.log(JSON.stringify(delivery.tally));
}

function given(): Record<string, string> {
  return Object.fromEntries([...readConfig().webhookSecrets].map(([service, list]) => [service, list[0]!]));
}

try {
  await main(readOptions(process.argv.slice(2), Math.random));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(help);
  process.exitCode = 1;
}
