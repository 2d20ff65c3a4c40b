import { readFileSync } from 'node:fs';
import { openServer, type OpenServer } from './app.ts';
import { BadConfig, readConfig, type Config } from './config.ts';
import { demoClock } from './demo/demo-clock.ts';
import { fillApart } from './demo/fill-apart.ts';
import { demoPulse } from './demo/pulse.ts';
import { firstAccountCode, nobodyCanSignIn } from './access/first-account.ts';
import { demoAccounts } from './demo/accounts.ts';
import { beginMasters } from './families/master/begin.ts';
import { checkPort } from './http/listen.ts';
import { openLogger } from './operations/logger.ts';
import { watchFolder } from './operations/watch-folder.ts';
import { allMasters } from './core/registers.ts';
import { every } from './store/every.ts';
import { openDatabase } from './store/embedded/open-database.ts';
import { armFailPoint } from './store/failpoint.ts';

const fail = (lines: readonly string[]): never => {
  for (const line of lines) console.error(line);
  process.exit(1);
};

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function config(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof BadConfig) fail(error.lines);
    throw error;
  }
}

const pulseMs = 4_000;

/** The exit code of a node whose data folder vanished, apart from 1 for every other fault. */
const folderGoneCode = 74;

/** Opens the real parts and stops them in order. */
export async function start(): Promise<void> {
  const startedAt = performance.now();
  const settings = config();
  const logger = openLogger(settings.logLevel);
  const version = (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version;
  await checkPort(settings).catch((error: unknown) => fail([lineOf(error)]));
  const database = await openDatabase({ ...settings, note: (what) => logger.error(what) }).catch(
    (error: unknown) => fail([lineOf(error)]),
  );
  const running: { server: OpenServer | null } = { server: null };
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // A second signal does not wait for the load balancer.
    const leadMs = code === 0 ? settings.drainSeconds * 1_000 : 0;
    const late = setTimeout(() => process.exit(code || 1), leadMs + 20_000);
    late.unref();
    try {
      const { server } = running;
      await (server ? server.drain(leadMs).finally(() => server.close()) : Promise.resolve()).finally(() =>
        database.stop(),
      );
    } catch (error) {
      logger.error({ err: error }, 'fault while stopping');
      process.exit(code || 1);
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

  const at = {
    databaseUrl: database.url,
    dataDir: database.dataDir ?? settings.dataDir,
    version,
    shared: database.mode === 'outside',
  };
  // Only where policies run: the demo's history depends on their reactions.
  if (settings.demo && settings.roles.has('jobs'))
    try {
      await fillApart(at, () => console.log('Filling the demo organisation …'));
    } catch (error) {
      if (stopping) return;
      console.error(lineOf(error));
      return stop(1);
    }
  const server = await openServer({
    ...at,
    config: settings,
    clock: demoClock(settings.demoNow),
    onError: (error, where, correlationId) =>
      logger.error({ err: error, where, ...(correlationId ? { correlationId } : {}) }, 'fault'),
    note: (level, what, about) => logger[level](about, what),
  });
  running.server = server;
  await beginMasters(server, allMasters());
  const address = await server.listen().catch(async (error: unknown) => {
    console.error(lineOf(error));
    await stop(1);
    return '';
  });

  await watchFolder(
    at.dataDir,
    (line) => {
      console.error(line);
      // The rest cannot be stored, so the shutdown does not wait for long.
      setTimeout(() => process.exit(folderGoneCode), 5_000).unref();
      void stop(folderGoneCode);
    },
    (error) => logger.error({ err: error }, 'fault'),
  );

  // With a fixed clock there is nothing to simulate.
  if (settings.demoPulse && settings.roles.has('jobs')) {
    const pulse = demoPulse({
      server,
      clock: { now: Date.now },
      onError: (error) => logger.error({ err: error }, 'fault in the demo'),
    });
    every(pulseMs, () => void pulse.tick());
  }

  // Armed after the start: a fault during the start is another test.
  armFailPoint(settings.failPoint);
  if (database.dataDir && database.elsewhere)
    console.log(
      `Data lies in ${database.dataDir}, because the folder of the project cannot be entered by an unprivileged account.`,
    );
  console.log(
    `\nOps Console is ready at ${address} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`,
  );
  if (settings.demo) {
    console.log('\nDemo accounts, password Demo@1234:');
    for (const account of demoAccounts)
      console.log(`  ${account.login.padEnd(10)} ${account.name.padEnd(20)} ${account.what}`);
  } else if (await nobodyCanSignIn(server)) {
    console.log(
      `\nNobody can sign in yet. Make the first admin with this code, good once and for a day: ${await firstAccountCode(server)}`,
    );
    console.log(
      `  curl ${address}/access/first -H 'content-type: application/json' -d '{"code":"…","firstName":"…","email":"…","password":"…","place":{"vCode":"MAIN","vName":"…","vCity":"…"}}'`,
    );
  }
}
