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
import { startHouse } from './own-house.ts';
import { serveWorld } from './serve.ts';
import { openWorld, type World } from './world.ts';

/** Plays the nine base services as outside systems: lists, signed webhooks, answers to orders, and the faults of real ones. */
async function main(options: Options): Promise<void> {
  const chance = dice(options.seed);
  // Outside ids begin where no earlier play of another seed was, so that a house remembers them apart.
  const world = openWorld(chance, 1_000 + (options.seed % 900_000) * 100);
  const dark = { until: 0 };
  const isDown = (): boolean => Date.now() < dark.until;
  const server = serveWorld(world, Date.now, isDown);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secrets = options.attach
    ? { ...readSecrets(readConfig().dataDir), ...given() }
    : Object.fromEntries(services.map((service) => [service, `whsec_${randomBytes(32).toString('base64')}`]));
  const missing = services.filter((service) => !secrets[service]);
  if (missing.length > 0) throw new Error(`No webhook secret for ${missing.join(', ')}: run it with the DATA_DIR of the house, or with WEBHOOK_SECRET_<NAME>.`);
  const own = options.attach ? null : await startHouse(at, secrets, fileURLToPath(new URL('../../data/simulate', import.meta.url)));
  const house = options.attach ?? own!.address;
  const delivery = openDelivery({ house, secrets, dice: chance, faults: options.faults, isDown, clock: Date.now, newId: () => `msg_${randomUUID()}` });

  const end = async (): Promise<void> => {
    delivery.stop();
    server.closeAllConnections();
    server.close();
    await own?.stop();
  };

  try {
    if (options.once) await sendOnce(options.once, house, world, delivery);
    else await play(options, at, house, world, delivery, chance, dark);
  } finally {
    await end();
  }
}

/** Sends one fact and shows it and its answer. */
async function sendOnce(what: string, house: string, world: World, delivery: Delivery): Promise<void> {
  const [service, entity] = what.split('.');
  const known = services.find((name) => name === service);
  if (!known || !entity || !resourceOf(known, entity)) throw new Error(`--once: "${what}" is no fact we know; the table stands in docs/protocol.md.`);
  const sent = await delivery.once(world.change(known, entity, Date.now()));
  console.log(`POST ${house}/relay/webhooks/${known}`);
  for (const [name, value] of Object.entries(sent.headers)) console.log(`${name}: ${value}`);
  console.log(`\n${sent.body}\n\n${sent.status} ${sent.answer}`);
  if (sent.status >= 300) process.exitCode = 1;
}

/** Lets the day go on until it is told to end. */
async function play(options: Options, at: string, house: string, world: World, delivery: Delivery, chance: Dice, dark: { until: number }): Promise<void> {
  console.log(
    `Simulating at ${options.rate} changes a second, seed ${options.seed}${options.faults.size > 0 ? `, faults ${[...options.faults].join(', ')}` : ''}. Lists at ${at}, webhooks to ${house}. Ctrl-C ends.`,
  );
  let due = Date.now();
  const beat = setInterval(() => {
    if (options.faults.has('down') && Date.now() >= dark.until && chance.chance(0.0005)) {
      dark.until = Date.now() + chance.whole(20_000, 120_000);
      console.log(`All nine are down until ${new Date(dark.until).toISOString()}.`);
    }
    for (; options.rate > 0 && due <= Date.now(); due += 1_000 / options.rate) delivery.tell(world.step(Date.now()));
  }, 20);
  const report = setInterval(() => console.log(new Date().toISOString(), JSON.stringify(delivery.tally)), 10_000);

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
