import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run test:slow` plays the gate at a third of this machine's speed; `-- tests/journeys/queue.test.ts --times 10` plays one file that
 * often. Green means: nothing failed and nothing was unsteady. As root the processes are put into a CPU group; otherwise they are given
 * least priority beside two busy loops a core, which end with them.
 */
const root = join(import.meta.dirname, '..');
const share = 0.33;
const args = process.argv.slice(2);
const at = args.indexOf('--times');
const times = at === -1 ? 1 : Number(args[at + 1]);
const [file] = args.filter((arg, i) => !arg.startsWith('--') && (at === -1 || i !== at + 1));
if (!Number.isSafeInteger(times) || times < 1) {
  console.error('--times takes a whole number above 0.');
  process.exit(2);
}

interface Slow {
  /** What stands before the command line. */
  readonly before: readonly string[];
  end(): void;
}

/** A CPU group with a share of the machine, by whichever version of control groups the kernel has; null where none may be made. */
function group(): Slow | null {
  const cores = availableParallelism();
  const name = `ops-slow-${process.pid}`;
  const kinds = [
    {
      folder: `/sys/fs/cgroup/cpu/${name}`,
      settings: {
        'cpu.cfs_period_us': '100000',
        'cpu.cfs_quota_us': `${Math.round(cores * share * 100_000)}`,
      },
      list: 'tasks',
    },
    {
      folder: `/sys/fs/cgroup/${name}`,
      settings: { 'cpu.max': `${Math.round(cores * share * 100_000)} 100000` },
      list: 'cgroup.procs',
    },
  ];
  for (const { folder, settings, list } of kinds)
    try {
      mkdirSync(folder);
      for (const [setting, value] of Object.entries(settings)) writeFileSync(join(folder, setting), value);
      return {
        before: ['/bin/sh', '-c', `echo $$ >${join(folder, list)}; exec "$@"`, 'sh'],
        end: () => rmdirSync(folder),
      };
    } catch (error) {
      console.log(`No CPU group at ${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  return null;
}

function loops(): Slow {
  const busy = Array.from({ length: availableParallelism() * 2 }, () =>
    spawn(process.execPath, ['-e', `setTimeout(() => process.exit(), 5_400_000); for (;;);`]),
  );
  return { before: ['nice', '-n', '19'], end: () => busy.forEach((one) => one.kill('SIGKILL')) };
}

const slow = group() ?? loops();
const project = file?.startsWith('tests/') ? file.split('/')[1]! : 'unit';
const command =
  file === undefined
    ? ['tests/run.ts']
    : [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--project',
        project,
        '--maxWorkers=1',
        file,
      ];
const ends: string[] = [];
try {
  for (let time = 1; time <= times; time += 1) {
    const began = performance.now();
    const { status, stdout } = spawnSync(
      slow.before[0]!,
      [...slow.before.slice(1), process.execPath, ...command],
      {
        cwd: root,
        env: { ...process.env, ...(file === undefined ? {} : { OPS_PATIENCE: '3' }) },
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    console.log(stdout);
    const green = status === 0 && !/, \d+ unsteady$/m.test(stdout);
    ends.push(`${green ? 'green' : 'RED  '} in ${((performance.now() - began) / 60_000).toFixed(1)} min`);
    console.log(`${ends.at(-1)} (${time} of ${times})`);
  }
} finally {
  slow.end();
}
console.log(`\n${ends.join('\n')}`);
process.exitCode = ends.every((one) => one.startsWith('green')) ? 0 : 1;
