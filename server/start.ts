import { readFileSync } from 'node:fs';
import { openHouse, type OpenHouse } from './app.ts';
import { BadConfig, readConfig, type Config } from './config.ts';
import { demoClock } from './demo/demo-clock.ts';
import { fillApart } from './demo/fill-apart.ts';
import { firstAccountCode, nobodyCanSignIn } from './access/first-account.ts';
import { demoAccounts } from './demo/accounts.ts';
import { beginMasters } from './families/master/begin.ts';
import { openLogger } from './operations/logger.ts';
import { allMasters } from './registers.ts';
import { openDatabase } from './store/embedded/open-database.ts';
import { armFailPoint } from './store/failpoint.ts';

const fail = (lines: readonly string[]): never => {
  for (const line of lines) console.error(line);
  process.exit(1);
};

function config(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof BadConfig) fail(error.lines);
    throw error;
  }
}

/** Opens the real parts and stops them in order. */
export async function start(): Promise<void> {
  const startedAt = performance.now();
  const settings = config();
  const logger = openLogger(settings.logLevel);
  const version = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
  const database = await openDatabase({ ...settings, note: (what) => logger.error(what) }).catch((error: unknown) =>
    fail([error instanceof Error ? error.message : String(error)]),
  );
  const running: { house: OpenHouse | null } = { house: null };
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // A second asking does not wait for the load balancer.
    const leadMs = code === 0 ? settings.drainSeconds * 1_000 : 0;
    const late = setTimeout(() => process.exit(code || 1), leadMs + 20_000);
    late.unref();
    try {
      const { house } = running;
      await (house ? house.drain(leadMs).finally(() => house.close()) : Promise.resolve()).finally(() => database.stop());
    } catch (error) {
      logger.error({ err: error }, 'fault while stopping');
      process.exit(1);
    }
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  void database.lost.then((why) => {
    logger.error(why);
    void stop(1);
  });

  const at = { databaseUrl: database.url, dataDir: database.dataDir ?? settings.dataDir, version, shared: database.mode === 'outside' };
  // Only where policies are heard: the demo's days rest on what follows from its orders.
  if (settings.demo && settings.roles.has('jobs'))
    try {
      await fillApart(at, () => console.log('Filling the demo organisation …'));
    } catch (error) {
      if (stopping) return;
      console.error(error instanceof Error ? error.message : String(error));
      return stop(1);
    }
  const house = await openHouse({
    ...at,
    config: settings,
    clock: demoClock(settings.demoNow),
    onError: (error, where, correlationId) => logger.error({ err: error, where, ...(correlationId ? { correlationId } : {}) }, 'fault'),
    note: (level, what, about) => logger[level](about, what),
  });
  running.house = house;
  await beginMasters(house, allMasters());
  const address = await house.listen().catch(async (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    await stop(1);
    return '';
  });

  // Armed when the house stands: a fault at its start is another test.
  armFailPoint(settings.failPoint);
  console.log(`\nOps Console is ready at ${address} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  if (database.dataDir && database.elsewhere)
    console.log(`Data lies in ${database.dataDir}, because the folder of the project cannot be entered by an unprivileged account.`);
  if (settings.demo) {
    console.log('\nDemo accounts, password Demo@1234:');
    for (const account of demoAccounts) console.log(`  ${account.login.padEnd(10)} ${account.name.padEnd(20)} ${account.what}`);
  } else if (await nobodyCanSignIn(house)) {
    console.log(`\nNobody can sign in yet. Make the first admin with this code, good once and for a day: ${await firstAccountCode(house)}`);
    console.log(
      `  curl ${address}/access/first -H 'content-type: application/json' -d '{"code":"…","firstName":"…","email":"…","password":"…","place":{"vCode":"MAIN","vName":"…","vCity":"…"}}'`,
    );
  }
}
