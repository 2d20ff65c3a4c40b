import { once } from 'node:events';
import { openServer } from '../app.ts';
import { anyHour } from '../outside/telephony/calling-hours.ts';
import { readConfig } from '../config.ts';
import { openLogger } from '../operations/logger.ts';
import { demoClock } from './demo-clock.ts';
import { fillDemo } from './fill.ts';
import type { FillAt } from './fill-apart.ts';

// The parent is gone: nobody waits for the result, and the store may be gone too.
process.once('disconnect', () => process.exit(1));
const [at] = (await once(process, 'message')) as [FillAt];
const given = readConfig();
// The demo's calls were made within calling hours, wherever the compressed times fall now.
const config = { ...given, callingHours: anyHour };
const clock = demoClock(config.demoNow);
const logger = openLogger(config.logLevel);
const server = await openServer({
  ...at,
  config,
  clock,
  onError: (error, where) => logger.error({ err: error, where }, 'fault while filling'),
});
try {
  await fillDemo(server, clock);
} finally {
  await server.close();
}
process.exit(0);
