import { once } from 'node:events';
import { openHouse } from '../app.ts';
import { readConfig } from '../config.ts';
import { openLogger } from '../operations/logger.ts';
import { demoClock } from './demo-clock.ts';
import { fillDemo } from './fill.ts';
import type { FillAt } from './fill-apart.ts';

// Whoever started it is gone: nobody waits for what is filled, and the store may be gone too.
process.once('disconnect', () => process.exit(1));
const [at] = (await once(process, 'message')) as [FillAt];
const config = readConfig();
const clock = demoClock(config.demoNow);
const logger = openLogger(config.logLevel);
const house = await openHouse({
  ...at,
  config,
  clock,
  onError: (error, where) => logger.error({ err: error, where }, 'fault while filling'),
});
try {
  await fillDemo(house, clock);
} finally {
  await house.close();
}
process.exit(0);
