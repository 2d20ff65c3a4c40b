import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from './kit/chromium.ts';
import { commonTemplates, openRunSocket } from './kit/database-server.ts';
import type { Entry } from './kit/ledger.ts';
import { measurePatience } from './kit/measure-patience.ts';
import { isGreen, judge, mostUnsteady, type Unsteady } from './kit/once-more.ts';
import { patienceName } from './kit/patience.ts';
import type { Asked, Failure, Report, Timed } from './kit/report.ts';
import { gateName } from './kit/sampled.ts';
import { bringTool } from './kit/tools.ts';

/**
 * `npm test` is the gate: everything that gives the same answer each time but what is tagged `full`, and of journeys and faults those that
 * are tagged `gate`. `--full` plays all of them (`npm run test:full`), `--fast` only what needs no database (`npm run check`). Words choose among the files of
 * journeys and faults, and then nothing else is played: `npm run test:full -- queue killed`.
 */
interface Result {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly unsteady?: readonly Unsteady[];
}

interface Step {
  readonly name: string;
  run(): Result | Promise<Result>;
}

const node = process.execPath;
const root = join(import.meta.dirname, '..');
/** A run starts hundreds of processes; they share one compile cache. */
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled');
const args = process.argv.slice(2);
const full = args.includes('--full');
const filters = args.filter((arg) => !arg.startsWith('--'));
const timed: Timed[] = [];
const notRun: string[] = [];
const passed: Result = { passed: 1, failures: [] };
const failure = (why: string): Result => ({ passed: 0, failures: [{ file: null, name: null, why }] });

/** Of the tests that give the same answer each time the gate leaves those to the full run that are tagged so, and plays samples of registers. */
const steadyTests: Asked = full ? {} : { tags: '!full' };
if (!full) process.env[gateName] = '1';

/** Types too: the linter has every program of the compiler open for its rules anyway. */
const lint = command('types and lint', 'node_modules/oxlint/bin/oxlint', ['.']);
const format = command('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']);
const build = command('build of the console', 'server/runtime/prepare.mjs', ['--web']);
/** One worker, as it is played beside types and lint. */
const architecture = { start: () => vitest('architecture', {}, ['--maxWorkers=1']) };
const tools: Step = {
  name: 'tools',
  run() {
    bringTool('redis-server', 'tests of two nodes start a Redis of their own');
    bringTool('strace', 'the sequence of syncs is traced with it');
    console.log(bringChromium());
    return passed;
  },
};

/** Steps that give the same answer each time. They are played once, and a red one ends the run: what comes after it takes most of the time. */
const steady: Step[] = [
  tools,
  together('types, lint, architecture', [lint, architecture]),
  { name: 'unit', run: () => vitest('unit*') },
  {
    name: 'promises and attacks, small tier',
    run: () => vitest(['promises', 'attacks'], steadyTests, ['--maxWorkers=3']),
  },
];
const timely: Step[] = [
  { name: full ? 'faults, small tier' : 'faults, canaries', run: () => judged('faults', ['--maxWorkers=1']) },
  build,
  { name: full ? 'journeys' : 'journeys, core', run: () => judged('journeys') },
];

/** A command that is red when it does not end with 0. */
function command(name: string, script: string, more: readonly string[]): Step & { start(): Promise<Result> } {
  const why = failure(`${name}: its own output stands above.`);
  return {
    name,
    run: () => (spawnSync(node, [script, ...more], { stdio: 'inherit' }).status === 0 ? passed : why),
    start: () =>
      new Promise((resolve) => {
        const child = spawn(node, [script, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (said += text));
        child.once('error', (error) => resolve(failure(`${name}: ${error.message}`)));
        child.once('close', (code) => {
          console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}${said.trim() === '' ? '' : `\n${said}`}`);
          resolve(code === 0 ? passed : why);
        });
      }),
  };
}

/** Commands side by side, two at a time; each says what it has to say when it ends. */
function together(name: string, commands: readonly { start(): Promise<Result> }[]): Step {
  return {
    name,
    async run() {
      const waiting = [...commands];
      const results: Result[] = [];
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await next.start());
      };
      await Promise.all([lane(), lane()]);
      return {
        passed: results.reduce((sum, one) => sum + one.passed, 0),
        failures: results.flatMap(({ failures }) => failures),
      };
    },
  };
}

/**
 * Besides failed tests, these count as failed: a test that did not run, a file that could not be read, an
 * error outside of every test.
 */
async function vitest(
  projects: string | readonly string[],
  asked: Asked = {},
  more: readonly string[] = [],
  quiet = false,
): Promise<Result> {
  const names = [projects].flat();
  const folder = mkdtempSync(join(tmpdir(), 'ops-report-'));
  const file = join(folder, 'report.json');
  const chosen = [
    ...(asked.tags === undefined ? [] : ['--tags-filter', asked.tags]),
    ...(asked.name === undefined ? [] : ['-t', `^${escaped(asked.name)}$`]),
  ];
  const chosenProjects = names.flatMap((name) => ['--project', name]);
  const options = ['run', '--config', 'tests/vitest.config.ts', ...chosenProjects, ...chosen, ...more];
  // Not synchronous: this process answers for the database server of the run.
  const child = spawn(node, ['node_modules/vitest/vitest.mjs', ...options], {
    stdio: 'inherit',
    env: { ...process.env, OPS_TEST_REPORT: file, OPS_TEST_ASKED: JSON.stringify(asked) },
  });
  const [status] = (await once(child, 'close')) as [number | null];
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (!quiet) {
      timed.push(...report.slowest);
      notRun.push(...report.notRun);
    }
    if (report.crashes.length > 0)
      return await afterCrashes(
        report,
        quiet ? null : (one) => vitest(projects, asked, ['--maxWorkers=1', one], true),
      );
    if (report.passed + report.failures.length + report.notRun.length === 0)
      return failure(`${names.join(', ')}: no test was played.`);
    if (status !== 0 && report.failures.length === 0)
      return failure(`${names.join(', ')}: every test passed, but the run ended with ${status}`);
    return report;
  } catch (error) {
    return failure(`The report of "${names.join(', ')}" could not be read: ${String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a crash of the engine cut short is played once more, each file in a process of its own; where it crashes again (`again` is null) it has failed. */
async function afterCrashes(
  report: Report,
  again: ((file: string) => Promise<Result>) | null,
): Promise<Result> {
  if (again === null || report.failures.length > 0 || report.crashes.length > mostUnsteady)
    return {
      passed: report.passed,
      failures: [
        ...report.failures,
        ...report.crashes.map(({ files, why }): Failure => ({ file: files.join(', '), name: null, why })),
      ],
    };
  const replays: Result[] = [];
  for (const { files, why } of report.crashes)
    for (const file of files) {
      console.log(`\n— once more, alone: ${file}: ${why}`);
      replays.push(await again(file));
    }
  return {
    passed: report.passed + replays.reduce((sum, one) => sum + one.passed, 0),
    failures: replays.flatMap(({ failures }) => failures),
    unsteady: report.crashes.map(({ files, why }): Unsteady => ({
      file: files.join(', '),
      name: 'a crash of the engine',
      why,
    })),
  };
}

/** Vitest writes a test's name with ` > ` between its suites and matches it with blanks. */
const escaped = (name: string): string =>
  name
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .split(' > ')
    .join('(?: > | )');

/** Tests that depend on time: what failed is played once more, alone, in a process and a server of its own. */
async function judged(project: 'faults' | 'journeys', more: readonly string[] = []): Promise<Result> {
  const files = filesOf(project);
  if (files.length === 0)
    return filters.length === 0
      ? failure(`${project}: no file holds a test of the gate.`)
      : { passed: 0, failures: [] };
  const first = await vitest(project, full ? {} : { tags: 'gate' }, [...more, ...files]);
  const { failed, unsteady } = await judge(first.failures, async (file, name) => {
    console.log(`\n— once more, alone: ${file}: ${name}`);
    return (await vitest(project, { name }, ['--maxWorkers=1', file], true)).passed === 1;
  });
  return {
    passed: first.passed + unsteady.length,
    failures: failed,
    unsteady: [...(first.unsteady ?? []), ...unsteady],
  };
}

/** The files of a kind: those that hold a test of the tier, and of these those that a filter names. */
function filesOf(project: string): string[] {
  return readdirSync(join(root, 'tests', project))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('tests', project, name))
    .filter(
      (file) =>
        full || /@module-tag gate\b|tags: \[[^\]]*'gate'/.test(readFileSync(join(root, file), 'utf8')),
    )
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
}

const indented = (text: string, by: number): string => text.replace(/^/gm, ' '.repeat(by));
const named = ({ file, name, why }: Failure): string =>
  [file, name].every((one) => one === null)
    ? why
    : `${[file, name].filter((one) => one !== null).join(': ')}${why === '' ? '' : `\n${indented(why, 2)}`}`;

/** The ledger is under version control: whoever sees an unsteady test hands its entry in, and mends it before anything new. */
function enter(entries: readonly Entry[]): void {
  const ledger = join(root, 'tests', 'unsteady.json');
  const before = JSON.parse(readFileSync(ledger, 'utf8')) as Entry[];
  writeFileSync(ledger, `${JSON.stringify([...before, ...entries], null, 2)}\n`);
}

async function attempt(step: Step): Promise<Result> {
  try {
    return await step.run();
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

async function play(steps: readonly Step[], endsAtRed: boolean, lines: string[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    console.log(`\n— ${step.name}`);
    const began = performance.now();
    const result = await attempt(step);
    results.push(result);
    const { failures, unsteady = [] } = result;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    lines.push(
      `${failures.length === 0 ? 'ok  ' : 'FAIL'} ${step.name}: ${result.passed} passed, ${failures.length} failed, ${seconds} s`,
      ...failures.map((one) => indented(named(one), 5)),
      ...unsteady.map((one) => indented(`unsteady: ${named(one)}`, 5)),
    );
    if (endsAtRed && failures.length > 0) {
      lines.push('     The run ended here: what comes after it was not played.');
      break;
    }
  }
  return results;
}

process.env[patienceName] ??= String(args.includes('--fast') ? 1 : await measurePatience());
if (process.env[patienceName] !== '1')
  console.log(`The machine is slow: every limit is ${process.env[patienceName]} times as long.`);
const lines: string[] = [];
const results: Result[] = [];
if (args.includes('--fast'))
  results.push(
    ...(await play(
      [together('types, lint, format, architecture', [lint, architecture, format])],
      false,
      lines,
    )),
  );
else {
  // One database server and one set of templates serve every step.
  const socket = openRunSocket();
  if (filters.length === 0) {
    // They take half a minute, most of it waiting, and the first steps need none of them.
    socket.prepare(commonTemplates);
    results.push(...(await play(steady, true, lines)));
  }
  if (results.every(({ failures }) => failures.length === 0))
    results.push(...(await play(timely, false, lines)));
  await socket.close();
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
const unsteady = results.flatMap((one) => one.unsteady ?? []);
const total = {
  passed: results.reduce((sum, one) => sum + one.passed, 0),
  failed: results.reduce((sum, one) => sum + one.failures.length, 0),
};
if (unsteady.length > 0) {
  const entries = unsteady.map(({ file, name, why }): Entry => ({
    test: `${file}: ${name}`,
    date: new Date().toISOString().slice(0, 10),
    first: why.split('\n', 1)[0] || 'without a message',
  }));
  console.log(
    '\nAn unsteady test is a bug of the product until somebody has written down why not. Entered in tests/unsteady.json:',
  );
  for (const entry of entries) console.log(indented(JSON.stringify(entry), 5));
  if (process.env['CI'] !== 'true') enter(entries);
}
console.log(
  `\n${total.passed} passed, ${total.failed} failed${unsteady.length === 0 ? '' : `, ${unsteady.length} unsteady`}`,
);
process.exitCode = isGreen(total.passed, total.failed, unsteady.length) ? 0 : 1;
