import type { Row } from './verdict.ts';

export interface Run {
  readonly at: string;
  readonly machine: string;
  readonly node: string;
  readonly quick: boolean;
  readonly lines: readonly Row[];
}

const figure = (value: number | null): string => {
  if (value === null) return '–';
  if (!Number.isFinite(value)) return '?';
  const size = Math.abs(value);
  return size >= 1_000
    ? String(Math.round(value))
    : size >= 100
      ? value.toFixed(0)
      : size >= 10
        ? value.toFixed(1)
        : value.toFixed(size < 0.1 ? 3 : 2);
};

export function printTable(run: Run, kept: Run | null): void {
  const heads = [
    'row',
    'what',
    'against',
    'ours',
    'reference',
    'unit',
    'ratio',
    '±',
    'block',
    'goal',
    'kept',
    'clean',
    'verdict',
  ];
  const body = run.lines.map((line) => {
    const before = kept?.lines.find((one) => one.row === line.row && one.against === line.against);
    const sign = line.better === 'less' ? '≤ ' : '≥ ';
    const limit = (value: number | null): string => (value === null ? '–' : sign + figure(value));
    const output = line.verdict === 'no verdict' ? `no verdict (${line.indication})` : line.verdict;
    return [
      line.row,
      line.what,
      line.against,
      figure(line.ours),
      figure(line.reference),
      line.unit,
      figure(line.ratio),
      figure(line.spread),
      limit(line.block),
      limit(line.goal),
      before ? figure(before.ratio) : '–',
      `${line.clean}/${line.windows}`,
      output,
    ];
  });
  const widths = heads.map((head, i) => Math.max(head.length, ...body.map((cells) => cells[i]!.length)));
  const translate = (cells: readonly string[]): void =>
    console.log(
      cells
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    );
  console.log(`\n${run.at} · ${run.machine} · Node ${run.node}${run.quick ? ' · quick' : ''}\n`);
  translate(heads);
  translate(widths.map((width) => '─'.repeat(width)));
  for (const cells of body) translate(cells);
  for (const line of run.lines) if (line.notes) console.log(`  ${line.row}: ${line.notes}`);
  const count = (verdict: string): number => run.lines.filter((line) => line.verdict === verdict).length;
  console.log(
    `\n${count('green')} green, ${count('amber')} amber, ${count('red')} red, ${count('void')} void, ${count('no verdict')} without verdict (others used more than 0.3 of a core), ${count('info')} for information`,
  );
}
