import { parentPort, workerData } from 'node:worker_threads';
import * as register from '#shared/masters/index.ts';
import { houseLists } from '#shared/masters/house-lists.ts';
import { maskPhone } from '#shared/core/phone.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { csvCell, csvLine, exportHeadings, recordCells, type Heading, type NameOf } from '#shared/families/master-sheet.ts';
import { namedIn } from '#shared/streams/masters/references.ts';
import { readInPieces } from '../../views/sheet-rows.ts';
import { xlsxPieces, type XlsxCell } from '../../views/xlsx-pieces.ts';

/** In: a list's question and how to write it. Out: the file in pieces, each only when asked for; last, how many rows it had. */
const job = workerData as {
  url: string;
  text: string;
  values: unknown[];
  name: string;
  format: 'csv' | 'xlsx';
  language: 'en' | 'es';
  columns?: string[];
  /** Counts that the reader may see. */
  counts: string[];
  masked: boolean;
};
const def = [...(Object.values(register) as unknown as MasterDef[]), ...houseLists].find((one) => one.name === job.name)!;
const headings = exportHeadings(
  def,
  job.language,
  (def.counts ?? []).filter(({ name }) => job.counts.includes(name)),
  job.columns,
);
const phones = job.masked ? def.fields.filter((field) => field.kind === 'phone').map((field) => field.name) : [];

interface Row {
  id: number;
  status: 0 | 1;
  fields: Record<string, unknown>;
  counts: Record<string, unknown> | null;
}

let wake: (() => void) | null = null;
let asked = 0;
parentPort!.on('message', () => {
  asked += 1;
  wake?.();
});
async function send(piece: Uint8Array | string): Promise<void> {
  while (asked === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  asked -= 1;
  parentPort!.postMessage({ piece: typeof piece === 'string' ? Buffer.from(piece) : piece });
}

async function write(): Promise<number> {
  let count = 0;
  async function* cells(): AsyncGenerator<string[][]> {
    for await (const { rows, ask } of readInPieces(job.url, { text: job.text, values: job.values }, 1_000)) {
      const nameOf = await namesIn(rows as Row[], ask);
      count += rows.length;
      yield (rows as Row[]).map((row) =>
        recordCells(def, headings, { id: row.id, iStatus: row.status, fields: { ...hide(row.fields), ...row.counts } }, nameOf, job.language),
      );
    }
  }
  async function* typedCells(): AsyncGenerator<XlsxCell[][]> {
    for await (const lines of cells()) yield lines.map((line) => line.map((cell, i) => typed(cell, headings[i]!)));
  }
  const labels = headings.map((heading) => heading.label);
  if (job.format === 'csv') {
    await send(`\ufeff${csvLine(labels)}`);
    for await (const lines of cells()) await send(lines.map((line) => csvLine(line.map((cell, i) => csvCell(headings[i]!.field, cell)))).join(''));
  } else for await (const piece of xlsxPieces({ title: String(def.words[job.language].title), headings: labels, rows: typedCells() })) await send(piece);
  return count;
}

function hide(fields: Record<string, unknown>): Record<string, unknown> {
  if (phones.length === 0) return fields;
  return { ...fields, ...Object.fromEntries(phones.filter((name) => fields[name] != null).map((name) => [name, maskPhone(String(fields[name]))])) };
}

/** Numbers as numbers, all else as text: a text cell of a workbook is never worked out. */
function typed(cell: string, { field, number }: Heading): XlsxCell {
  if (cell === '') return null;
  return number || ['integer', 'decimal', 'money', 'percent', 'flag'].includes(field?.kind ?? '') ? Number(cell) : cell;
}

async function namesIn(rows: readonly Row[], ask: (text: string, values: readonly unknown[]) => Promise<any[]>): Promise<NameOf> {
  const named = new Map(rows.flatMap((row) => namedIn(def.fields, row.fields)).map((one) => [`${one.lookup}:${one.id}`, one] as const));
  const found =
    named.size === 0
      ? []
      : await ask(
          'select m.kind, m.id, m.code, m.name from unnest($1::text[], $2::int[]) as w(kind, id) join master_rows m on m.kind = w.kind and m.id = w.id',
          [[...named.values()].map((one) => one.lookup), [...named.values()].map((one) => one.id)],
        );
  const names = new Map(
    (found as { kind: string; id: number; code: string; name: string }[]).map((row) => [`${row.kind}:${row.id}`, row.code || `#${row.id}`]),
  );
  return (kind, id) => names.get(`${kind}:${id}`) ?? `#${id}`;
}

write().then(
  (rows) => parentPort!.postMessage({ rows }),
  (error: unknown) => parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) }),
);
