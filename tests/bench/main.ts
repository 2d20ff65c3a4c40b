import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { openRunSocket as openStore } from '#tests/kit/database-server.ts';
import { openBench, type Bench, type RowRun } from './bench.ts';
import { rows } from './rows.ts';
import { soak } from './soak.ts';
import { printTable, type Run } from './table.ts';
import { combine, type Row } from './verdict.ts';

/**
 * `npm run bench [-- --rows 1,2 --quick --keep]`: runs every row beside its bare reference. `-- growth` is
 * rows 14 and 22, `-- soak --minutes 30` row 20; `--times 3` combines three runs. Exits with 1 when a block
 * value is missed.
 */
const args = process.argv.slice(2);
const wanted = args[0] === 'growth' ? ['14', '22'] : valueOf('--rows')?.split(',');
const quick = args.includes('--quick');
const latest = new URL('results/latest.json', import.meta.url);
const soakFile = new URL('../../docs/soak.json', import.meta.url);
const keptFile = new URL('../../docs/performance.json', import.meta.url);

function valueOf(name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

const chosen = rows.filter((row) => !wanted || row.numbers.some((number) => wanted.includes(number)));
if (chosen.length === 0) {
  console.error(`No such row. There are: ${rows.flatMap((row) => row.numbers).join(', ')}`);
  process.exit(2);
}

async function measure(bench: Bench, row: RowRun): Promise<Row[]> {
  const began = performance.now();
  try {
    return await row.run(bench, (number) => !wanted || wanted.includes(number));
  } catch (error) {
    console.error(
      `Row ${row.numbers.join(', ')} could not be measured: ${error instanceof Error ? error.stack : String(error)}`,
    );
    const failed = {
      row: row.numbers[0]!,
      what: 'could not be measured',
      against: '',
      unit: '',
      block: null,
      goal: null,
      better: 'less' as const,
    };
    return [
      {
        ...failed,
        ours: NaN,
        reference: NaN,
        ratio: NaN,
        spread: 0,
        clean: 0,
        windows: 0,
        foreign: NaN,
        verdict: 'void',
        indication: 'red',
        notes: error instanceof Error ? error.message.slice(0, 200) : String(error),
      },
    ];
  } finally {
    console.error(`  … row ${row.numbers.join(', ')}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

/** One run of all chosen rows, with processes of its own. */
async function once(): Promise<Row[]> {
  const bench = openBench(quick);
  // Started here and not by a pinned server: PostgreSQL has every core of the machine, as in production.
  const store = openStore();
  const lines: Row[] = [];
  try {
    if (args[0] === 'soak')
      lines.push(
        ...(await soak(
          bench,
          Number(valueOf('--minutes') ?? 30),
          Number(valueOf('--load') ?? 5),
          args.includes('--keep') ? soakFile : null,
        )),
      );
    else for (const row of chosen) lines.push(...(await measure(bench, row)));
  } finally {
    await bench.close().finally(store.close);
  }
  return lines;
}

const times = Number(valueOf('--times') ?? 1);
const runs: Row[][] = [];
for (let n = 0; n < times; n += 1) {
  runs.push(await once());
  if (times > 1) console.error(`run ${n + 1} of ${times} is done`);
}
const lines = combine(runs);

const kept: Run | null = existsSync(keptFile) ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Run) : null;
const run: Run = {
  at: new Date().toISOString(),
  machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]!.toFixed(1)}`,
  node: process.version,
  quick,
  lines,
};
mkdirSync(new URL('results/', import.meta.url), { recursive: true });
writeFileSync(latest, `${JSON.stringify(run, null, 1)}\n`);
printTable(run, kept);
if (args.includes('--keep')) {
  const others = (kept?.lines ?? []).filter(
    (line) => !lines.some((one) => one.row === line.row && one.against === line.against),
  );
  // A row that could not be measured is not stored, and its previous result stays.
  const all = [...others, ...lines.filter((line) => Number.isFinite(line.ratio))].sort(
    (a, b) => parseFloat(a.row) - parseFloat(b.row) || a.row.localeCompare(b.row),
  );
  writeFileSync(keptFile, `${JSON.stringify({ ...run, lines: all }, null, 1)}\n`);
}
process.exitCode = lines.some((line) => line.verdict === 'red' || line.verdict === 'void') ? 1 : 0;
