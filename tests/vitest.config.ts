import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { faces } from '#web/faces-plugin.ts';
import { hung } from './kit/patience.ts';
import { reportTo, type Asked } from './kit/report.ts';

const root = join(import.meta.dirname, '..');
const database = ['./tests/kit/database-server.ts'];
const report = process.env['OPS_TEST_REPORT'];
const asked = JSON.parse(process.env['OPS_TEST_ASKED'] ?? '{}') as Asked;
const exclude = ['**/node_modules/**', 'web/dist/**', 'data/**'];
const limits = {
  testTimeout: hung.test,
  hookTimeout: hung.hook,
  expect: { poll: { timeout: hung.wait } },
};

/**
 * Kinds of tests. Unit, architecture, promises and attacks give the same answer each time; journeys and faults depend on time and on the
 * machine, and `tests/run.ts` plays what failed in them once more. Most files share their worker's modules: loading the server's nine hundred
 * files again for each takes a fifth of the run. Unit tests of the console have modules of their own, which they replace. Two workers, as the
 * machines of this project have two cores.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    pool: 'forks',
    passWithNoTests: false,
    allowOnly: false,
    teardownTimeout: 60_000, // a store that a whole run has filled is slow on a slow disk
    tags: [
      {
        name: 'gate',
        description: 'Played by `npm test` too; journeys and faults without it by `npm run test:full` alone.',
      },
      {
        name: 'full',
        description: 'A promise or an attack that `npm test` leaves to `npm run test:full`.',
      },
    ],
    reporters: report ? ['default', reportTo(report, asked)] : ['default'],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{shared,server}/**/*.test.ts'],
          exclude,
          globalSetup: database,
          ...limits,
        },
      },
      {
        root,
        plugins: [faces()],
        test: { name: 'unit-web', include: ['web/**/*.test.{ts,tsx}'], exclude, ...limits },
      },
      {
        root,
        test: {
          name: 'architecture',
          isolate: false,
          include: ['tests/architecture/**/*.test.ts'],
          exclude,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'promises',
          isolate: false,
          include: ['tests/promises/**/*.test.ts'],
          exclude,
          globalSetup: database,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          exclude,
          globalSetup: database,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'attacks',
          isolate: false,
          include: ['tests/attacks/**/*.test.ts'],
          exclude,
          globalSetup: database,
          ...limits,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          isolate: false,
          env: { OPS_TEST_CLOCK: 'shifted' },
          include: ['tests/journeys/**/*.test.ts'],
          exclude,
          globalSetup: database,
          ...limits,
        },
      },
    ],
  },
});
