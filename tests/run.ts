import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from './kit/chromium.ts';
import type { Report, Timed } from './kit/report.ts';

interface Result {
  readonly passed: number;
  readonly failed: number;
}

interface Step {
  readonly name: string;
  run(): Result;
}

const node = process.execPath;
const root = join(import.meta.dirname, '..');
/** A run starts hundreds of processes; they share one compile cache. */
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled');
/** Lines said under the step that they belong to. */
const notes: string[] = [];
const timed: Timed[] = [];
const notRun: string[] = [];
const grounds = ['shared', 'server', 'web', 'tests'];

const lint: Step = {
  name: 'lint',
  run: () => command('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']),
};
const types: Step[] = grounds.map((ground) => ({
  name: `types of ${ground}`,
  run: () => command('node_modules/typescript/bin/tsc', ['-p', ground]),
}));
const format: Step = { name: 'format', run: () => command('node_modules/oxfmt/bin/oxfmt', ['--check', '.']) };
const architecture: Step = { name: 'architecture', run: () => vitest('architecture') };
const browser: Step = {
  name: 'a Chromium for the journeys',
  run: () => (console.log(bringChromium()), passed),
};
const build: Step = { name: 'build of the console', run: () => command('server/prepare.mjs', ['--web']) };

const passed: Result = { passed: 1, failed: 0 };
const failed: Result = { passed: 0, failed: 1 };

const fast = [...types, lint, format, architecture];
const whole: Step[] = [
  ...types,
  lint,
  architecture,
  { name: 'unit', run: () => vitest('unit') },
  { name: 'families and promises, small tier', run: () => vitest('promises', ['--maxWorkers=3']) }, // much of it is waiting: for kills, time limits, starts
  { name: 'attacks', run: () => vitest('attacks') },
  build,
  browser,
  { name: 'journeys', run: () => vitest('journeys') },
];

function command(script: string, args: readonly string[]): Result {
  const { status } = spawnSync(node, [script, ...args], { stdio: 'inherit' });
  return status === 0 ? passed : failed;
}

/**
 * Besides failed tests, these count as failed: a test that did not run, a file that could not be read, an
 * error outside of every test.
 */
function vitest(project: string, more: readonly string[] = []): Result {
  const folder = mkdtempSync(join(tmpdir(), 'ops-report-'));
  const file = join(folder, 'report.json');
  const { status } = spawnSync(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--project',
      project,
      ...more,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, OPS_TEST_REPORT: file },
    },
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const failures = [
      ...report.failures,
      ...report.strays.map((one) => `${one.file ?? project}, outside of its tests: ${one.what}`),
    ];
    if (status !== 0 && failures.length === 0)
      failures.push(`${project}: every test passed, but the run ended with ${status}`);
    notes.push(...failures.map((line) => `     ${line}`));
    timed.push(...report.slowest);
    notRun.push(...report.notRun);
    return { passed: report.passed, failed: failures.length };
  } catch (error) {
    console.error(`The report of "${project}" could not be read: ${String(error)}`);
    return failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runAll(steps: readonly Step[]): Result {
  const total = { passed: 0, failed: 0 };
  const lines: string[] = [];
  for (const step of steps) {
    console.log(`\n— ${step.name}`);
    const began = performance.now();
    const result = attempt(step);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    lines.push(
      `${result.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`,
      ...notes.splice(0),
    );
    total.passed += result.passed;
    total.failed += result.failed;
  }
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  if (slowest.length > 0)
    console.log(
      `\nThe slowest:\n${slowest.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`).join('\n')}`,
    );
  if (notRun.length > 0)
    console.log(
      `\nNot run, because they need root (with CI=true they fail instead):\n${notRun.map((name) => `     ${name}`).join('\n')}`,
    );
  console.log(`\n${lines.join('\n')}`);
  return total;
}

function attempt(step: Step): Result {
  try {
    return step.run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return failed;
  }
}

const total = runAll(process.argv.includes('--fast') ? fast : whole);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
