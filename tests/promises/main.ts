import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { hung } from '../kit/patience.ts';
import { counts, tiers } from '../kit/tiers.ts';

/**
 * `npm run promises [-- --night | --release] [P16 P20 fuzz …]`: runs the promises with the counts of one tier
 * (tests/kit/tiers.ts), one file after the other, and ends with a table. Arguments select tests by their
 * titles; without any, all run.
 */
const root = join(import.meta.dirname, '..', '..');
const args = process.argv.slice(2);
const chosen = tiers.find((one) => args.includes(`--${one}`)) ?? 'small';
const titles = args.filter((arg) => !arg.startsWith('--'));
const unknown = args.filter((arg) => arg.startsWith('--') && !tiers.some((one) => arg === `--${one}`));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. There are ${tiers.map((one) => `--${one}`).join(', ')}.`);
  process.exit(2);
}

const column = tiers.indexOf(chosen);
const times = Math.max(...Object.values(counts).map((row) => row[column]! / row[0]));
const folder = mkdtempSync(join(tmpdir(), 'ops-promises-'));
const file = join(folder, 'report.json');
const options = [
  ...['tests/promises/', 'tests/faults/', 'tests/journeys/live-screen.test.ts'], // P38 and P39 run in a real browser
  '--config',
  'tests/vitest.config.ts',
  ...['--project', 'promises', '--project', 'faults', '--project', 'journeys'],
  '--maxWorkers=1',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
];
// A test without a limit of its own gets more time in proportion to the largest count.
const limits = [`--testTimeout=${Math.round(hung.test * Math.min(times, 400))}`];
const titled = titles.length > 0 ? ['-t', titles.join('|')] : [];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...options, ...(chosen === 'small' ? [] : limits), ...titled],
  {
    cwd: root,
    stdio: 'inherit',
    // Workers and servers share compiled code.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      PROMISES_TIER: chosen,
    },
  },
);
try {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: {
      name: string;
      assertionResults: { status: string; title: string; duration?: number | null }[];
    }[];
  };
  console.log(`\nTier ${chosen}\n\n| test | in | result | s |\n|---|---|---|---|`);
  for (const { name, assertionResults } of testResults)
    for (const { status: went, title, duration } of assertionResults)
      if (went !== 'skipped' && went !== 'pending')
        console.log(
          `| ${title} | \`${relative(root, name)}\` | ${went} | ${((duration ?? 0) / 1_000).toFixed(1)} |`,
        );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = status ?? 1;
