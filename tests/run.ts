import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from './kit/chromium.ts';
import type { Report } from './kit/report.ts';

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
/** A run starts hundreds of processes; what one of them compiled, the next one takes. */
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled');
/** More failed files than these are no accident of timing. */
const secondLooks = 8;
/** Lines said under the step that they belong to. */
const notes: string[] = [];
const grounds = ['shared', 'server', 'web', 'tests'];

const lint: Step = { name: 'lint', run: () => command('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']) };
const types: Step[] = grounds.map((ground) => ({ name: `types of ${ground}`, run: () => command('node_modules/typescript/bin/tsc', ['-p', ground]) }));
const format: Step = { name: 'format', run: () => command('node_modules/oxfmt/bin/oxfmt', ['--check', '.']) };
const walls: Step = { name: 'walls and house', run: () => vitest('house') };
const browser: Step = { name: 'a Chromium for the journeys', run: () => (console.log(bringChromium()), passed) };
const build: Step = { name: 'build of the console', run: () => command('server/prepare.mjs', ['--web']) };

const passed: Result = { passed: 1, failed: 0 };
const failed: Result = { passed: 0, failed: 1 };

const fast = [...types, lint, format, walls];
const whole: Step[] = [
  ...types,
  lint,
  walls,
  { name: 'unit', run: () => vitest('unit') },
  { name: 'families and promises, small tier', run: () => vitest('promises', ['--maxWorkers=3']) }, // much of it is waiting: for kills, time limits, starts
  build,
  browser,
  { name: 'journeys', run: () => vitest('journeys') },
];

function command(script: string, args: readonly string[]): Result {
  const { status } = spawnSync(node, [script, ...args], { stdio: 'inherit' });
  return status === 0 ? passed : failed;
}

/**
 * A test that did not run counts as failed, and so does a file that could not be read, or an error outside of every test. Files with
 * a failure are run again, alone on the machine, at most twice: what passes then is said to be unsteady, what fails every time has
 * failed. Where no file can be named, everything is run again once.
 */
function vitest(project: string, more: readonly string[] = []): Result {
  const first = look(project, more);
  const all = first.report?.total ?? 0;
  let { failed } = first.result;
  let left = first.report?.files ?? [];
  const again = left.length > secondLooks ? 0 : left.length > 0 ? 2 : 1;
  for (let looked = 0; looked < again && failed > 0; looked += 1) {
    console.log(left.length > 0 ? `\nAnother look, alone on the machine, at: ${left.join(', ')}` : '\nAnother look at everything');
    const next = look(project, left.length > 0 ? ['--maxWorkers=1', ...left] : more);
    if (!next.report) break;
    failed = next.result.failed;
    left = next.report.files;
  }
  notes.push(...first.wrong.map((line) => `     ${failed === 0 ? 'unsteady' : 'failed at first'}: ${line}`));
  return { passed: all - failed, failed };
}

function look(project: string, more: readonly string[]): { result: Result; wrong: readonly string[]; report?: Report } {
  const folder = mkdtempSync(join(tmpdir(), 'ops-report-'));
  const file = join(folder, 'report.json');
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', project, ...more], {
    stdio: 'inherit',
    env: { ...process.env, OPS_TEST_REPORT: file },
  });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const bad = report.total - report.passed;
    const strays = report.strays.map((one) => `${one.file ?? project}, outside of its tests: ${one.what}`);
    const wrong = [...report.failures, ...strays];
    if (status !== 0 && wrong.length === 0) wrong.push(`${project}: every test passed, but the run ended with ${status}`);
    return { result: { passed: report.passed, failed: bad === 0 && status !== 0 ? 1 : bad }, wrong, report };
  } catch (error) {
    const what = `The report of "${project}" could not be read: ${String(error)}`;
    console.error(what);
    return { result: failed, wrong: [what] };
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
    lines.push(`${result.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`, ...notes.splice(0));
    total.passed += result.passed;
    total.failed += result.failed;
  }
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
