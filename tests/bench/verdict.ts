import { median, spread, shuffled } from './statistics.ts';
import { watched } from './foreign.ts';

export interface Limit {
  readonly block: number | null;
  readonly goal: number | null;
  readonly better: 'less' | 'more';
}

/** One row of the table. */
export interface Row extends Limit {
  readonly row: string;
  readonly what: string;
  readonly against: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  readonly ratio: number;
  readonly spread: number;
  readonly clean: number;
  readonly windows: number;
  readonly foreign: number;
  readonly verdict: Verdict;
  /** The verdict if the machine had been quiet. */
  readonly indication: 'red' | 'amber' | 'green' | 'info';
  readonly notes?: string;
}
export type Verdict = 'red' | 'amber' | 'green' | 'info' | 'void' | 'no verdict';

export interface Paired {
  readonly rounds: number;
  readonly modes: Readonly<Record<string, () => Promise<number>>>;
  /** The ratio of one round. */
  readonly ratio: (values: Readonly<Record<string, number>>) => number;
}
export interface Measured {
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly ratios: readonly number[];
  readonly clean: number;
  readonly foreign: number;
}

/**
 * Rounds of all modes in random sequence on the same connections. A round in which others used the machine is
 * retried a few times.
 */
export async function paired(plan: Paired): Promise<Measured> {
  const names = Object.keys(plan.modes);
  const values: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const kept: { ratio: number; foreign: number; clean: boolean }[] = [];
  let again = Math.ceil(plan.rounds / 3);
  for (let round = 0; round < plan.rounds; round += 1) {
    const one: Record<string, number> = {};
    const { foreign, clean } = await watched(async () => {
      for (const name of shuffled(names)) one[name] = await plan.modes[name]!();
    });
    if (!clean && again > 0) {
      again -= 1;
      round -= 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      continue;
    }
    for (const name of names) values[name]!.push(one[name]!);
    kept.push({ ratio: plan.ratio(one), foreign, clean });
  }
  return {
    values,
    ratios: kept.map((one) => one.ratio),
    clean: kept.filter((one) => one.clean).length,
    foreign: median(kept.map((one) => one.foreign)),
  };
}

type About = Pick<Row, 'row' | 'what' | 'against' | 'unit'> &
  Limit & { readonly notes?: string; readonly void?: string };

export function lineOf(
  about: About,
  ours: number,
  reference: number,
  measured: Pick<Measured, 'ratios' | 'clean' | 'foreign'>,
): Row {
  const { void: broken, ...rest } = about;
  const ratio = median(measured.ratios);
  const noise = measured.ratios.length > 1 ? spread(measured.ratios) : 0;
  const indication = checkRow(about, ratio, noise);
  const quiet = measured.clean >= 0.6 * measured.ratios.length;
  return {
    ...rest,
    ours,
    reference,
    ratio,
    spread: noise,
    clean: measured.clean,
    windows: measured.ratios.length,
    foreign: measured.foreign,
    indication,
    verdict: broken
      ? 'void'
      : about.block === null && about.goal === null
        ? 'info'
        : quiet
          ? indication
          : 'no verdict',
    ...(broken ? { notes: `void: ${broken}` } : {}),
  };
}

/** For counts rather than times: noise cannot decide them. */
export function exact(about: About, ours: number, reference: number, ratio = ours / reference): Row {
  return lineOf(about, ours, reference, { ratios: [ratio], clean: 1, foreign: 0 });
}

/**
 * Red only when it misses the block value by more than noise, green only when it meets the goal with noise
 * counted against it.
 */
function checkRow(limit: Limit, ratio: number, noise: number): Row['indication'] {
  const { block, goal, better } = limit;
  if (block === null && goal === null) return 'info';
  const sign = better === 'less' ? 1 : -1;
  if (!Number.isFinite(ratio)) return 'red';
  if (block !== null && sign * (ratio - block) - 2 * noise > 0) return 'red';
  return goal !== null && sign * (ratio - goal) + noise <= 0 ? 'green' : 'amber';
}

const worst: readonly Verdict[] = ['void', 'red', 'no verdict', 'amber', 'green', 'info'];

/**
 * Several runs as one: the run with the median ratio represents all, and the verdict is the worst of theirs.
 */
export function combine(runs: readonly (readonly Row[])[]): Row[] {
  if (runs.length === 1) return [...runs[0]!];
  const keyOf = (line: Row): string => `${line.row} ${line.against}`;
  return [...new Set(runs.flat().map(keyOf))].map((key) => {
    const all = runs.flat().filter((line) => keyOf(line) === key);
    const sorted = [...all].sort((a, b) => a.ratio - b.ratio);
    const middle = sorted[sorted.length >> 1]!;
    const verdict = worst.find((one) => all.some((line) => line.verdict === one))!;
    const output = `${all.length} of ${runs.length} runs: ${all.map((line) => (Number.isFinite(line.ratio) ? line.ratio.toPrecision(3) : '?')).join(', ')}`;
    return {
      ...middle,
      spread: Math.max(middle.spread, spread(all.map((line) => line.ratio))),
      clean: all.reduce((n, line) => n + line.clean, 0),
      windows: all.reduce((n, line) => n + line.windows, 0),
      verdict: all.length < runs.length ? ('void' as const) : verdict,
      notes: middle.notes ? `${output}; ${middle.notes}` : output,
    };
  });
}
