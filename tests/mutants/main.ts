import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { matcher, type Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

/**
 * `npm run mutants [-- part of a name or file] [-- --no-control]`: applies each fault in a copy of the tree
 * and runs the test that must fail. Without `--no-control`, the test first has to pass without the fault.
 * Exits with 1 when a mutant survives.
 */
const root = join(import.meta.dirname, '..', '..');
const args = process.argv.slice(2);
const control = !args.includes('--no-control');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const chosen = mutants.filter(
  ({ name, file }) =>
    wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No such mutant. There are: ${mutants.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ops-mutant-'));
  const { stdout, status } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error('The files of the project could not be listed.');
  for (const file of new Set(stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules'))) {
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    try {
      cpSync(join(root, file), to);
    } catch (error) {
      // Listed, but deleted since the last commit.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Ran {
  readonly passed: number;
  readonly failed: number;
  readonly why: string;
}

function run(folder: string, { project, test, titled }: Mutant): Ran {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const more = titled === undefined ? [] : ['-t', titled];
  const options = [
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...more, test], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 900_000,
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      message: string;
      assertionResults: { status: string; title: string; failureMessages: string[] }[];
    }[];
  };
  const all = testResults.flatMap((file) => file.assertionResults);
  const bad = all.filter(({ status }) => status === 'failed');
  const why = bad[0]
    ? `${bad[0].title}: ${bad[0].failureMessages[0]?.split('\n', 1)[0] ?? ''}`
    : (testResults[0]?.message.split('\n', 1)[0] ?? '');
  return { passed: all.filter(({ status }) => status === 'passed').length, failed: bad.length, why };
}

const lines: string[] = [];
let living = 0;
const folder = copyOfTree();
try {
  const sound = new Map<string, boolean>();
  for (const mutant of chosen) {
    const began = performance.now();
    const key = `${mutant.test} ${mutant.titled ?? ''}`;
    if (control && !sound.has(key)) {
      const plain = run(folder, mutant);
      sound.set(key, plain.failed === 0 && plain.passed > 0);
      if (!sound.get(key)) console.log(`${mutant.test} is not green without the fault: ${plain.why}`);
    }
    const path = join(folder, mutant.file);
    const whole = readFileSync(path, 'utf8');
    const found = [...whole.matchAll(matcher(mutant.find))];
    if (found.length !== 1) {
      living += 1;
      lines.push(
        `| ${mutant.name} | \`${mutant.file}\` | \`${mutant.test}\` | **fits the code ${found.length} times** |`,
      );
      console.log(lines.at(-1));
      continue;
    }
    const [at, length] = [found[0]!.index, found[0]![0].length];
    writeFileSync(path, whole.slice(0, at) + mutant.replace + whole.slice(at + length));
    const ran = run(folder, mutant);
    writeFileSync(path, whole);
    const red = ran.failed > 0 && sound.get(key) !== false;
    if (!red && mutant.lives === undefined) living += 1;
    lines.push(
      `| ${mutant.name} | \`${mutant.file}\` | \`${mutant.test}\` | ${red ? 'red' : mutant.lives ? `lives: ${mutant.lives}` : '**lives**'} |`,
    );
    console.log(
      `${lines.at(-1)} ${((performance.now() - began) / 1_000).toFixed(0)} s: ${ran.why.slice(0, 160)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\n| mutant | in | test | result |\n|---|---|---|---|\n${lines.join('\n')}\n\n${chosen.length - living} of ${chosen.length} are as expected`,
);
process.exitCode = living === 0 ? 0 : 1;
