import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { faces } from '#web/faces-plugin.ts';
import { reportTo } from './kit/report.ts';

const root = join(import.meta.dirname, '..');
const database = ['./tests/kit/database-server.ts'];
const report = process.env['OPS_TEST_REPORT'];
const skip = ['**/node_modules/**', 'web/dist/**', 'data/**'];

/**
 * Five kinds of tests. Files of promises and of journeys share their worker's modules: each opens a server of
 * its own, and loading the server's nine hundred files again for each took a fifth of the run. Two workers,
 * as the machines of this project have two cores; `tests/run.ts` gives a third to the promises, which mostly
 * wait.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    pool: 'forks',
    passWithNoTests: false,
    allowOnly: false,
    teardownTimeout: 60_000, // a store that a whole run has filled is slow on a slow disk
    reporters: report ? ['default', reportTo(report)] : ['default'],
    projects: [
      {
        root,
        plugins: [faces()],
        test: {
          name: 'unit',
          include: ['{shared,server,web}/**/*.test.{ts,tsx}'],
          exclude: skip,
          globalSetup: database,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          exclude: skip,
          testTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'promises',
          isolate: false,
          include: ['tests/promises/**/*.test.ts', 'tests/families/**/*.test.ts'],
          exclude: skip,
          globalSetup: database,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'attacks',
          isolate: false,
          include: ['tests/attacks/**/*.test.ts'],
          exclude: skip,
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          isolate: false,
          expect: { poll: { timeout: 20_000 } }, // a browser renders asynchronously
          env: { OPS_TEST_CLOCK: 'shifted' },
          include: ['tests/journeys/**/*.test.ts'],
          exclude: skip,
          globalSetup: database,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
