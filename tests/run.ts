import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bringChromium } from './kit/chromium.ts';

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

interface Report {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Failed tests of a report as `file: name`; a file that broke before its first test stands alone. */
const failures = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const bad = assertionResults.filter((one) => one.status !== 'passed').map(({ fullName }) => `${relative(root, name)}: ${fullName}`);
    return bad.length > 0 || status === 'passed' ? bad : [relative(root, name)];
  });

/**
 * A test that did not run counts as failed, and so does a file that could not be read. Files with a failure are run again, alone
 * on the machine, at most twice: what passes then is said to be unsteady, what fails every time has failed.
 */
function vitest(project: string, more: readonly string[] = []): Result {
  const first = look(project, more);
  const all = first.report?.numTotalTests ?? 0;
  let left = filesOf(first.report);
  if (first.result.failed === 0 || left.length === 0 || left.length > secondLooks) return first.result;
  const before = failures(first.report!);
  let failed = first.result.failed;
  for (let again = 0; again < 2 && failed > 0; again += 1) {
    console.log(`\nAnother look, alone on the machine, at: ${left.join(', ')}`);
    const next = look(project, ['--maxWorkers=1', ...left]);
    if (!next.report) break;
    failed = next.result.failed;
    left = filesOf(next.report);
  }
  notes.push(...before.map((line) => `     ${failed === 0 ? 'unsteady' : 'failed at first'}: ${line}`));
  return { passed: all - failed, failed };
}

const filesOf = (report: Report | undefined): string[] =>
  report?.testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(root, name)) ?? [];

function look(project: string, more: readonly string[]): { result: Result; report?: Report } {
  const folder = mkdtempSync(join(tmpdir(), 'ops-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...more],
    { stdio: 'inherit' },
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const bad = report.numTotalTests - report.numPassedTests;
    return { result: { passed: report.numPassedTests, failed: bad === 0 && status !== 0 ? 1 : bad }, report };
  } catch (error) {
    console.error(`The report of "${project}" could not be read: ${String(error)}`);
    return { result: failed };
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
