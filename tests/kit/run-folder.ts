import { dirname } from 'node:path';

/** Names the door at which Vitest's workers ask for the run's server and templates; it lies in the run's own folder. */
export const serverDoorName = 'OPS_TEST_DATABASE_DOOR';

/** The folder that belongs to this run and goes with it; undefined for a script that runs by itself. */
export function runFolder(): string | undefined {
  const door = process.env[serverDoorName];
  return door === undefined ? undefined : dirname(door);
}
