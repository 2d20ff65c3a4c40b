import { parentPort, workerData } from 'node:worker_threads';
import * as register from '#shared/masters/index.ts';
import { internalLists } from '#shared/masters/internal-lists.ts';
import { maskPhone } from '#shared/core/phone.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { withoutSecrets } from '#shared/streams/masters/secret.ts';
import type { MasterKind } from '#shared/families/master-field.ts';
import {
  csvCell,
  csvLine,
  exportHeadings,
  recordCells,
  workbookText,
  type Heading,
  type NameOf,
} from '#shared/families/master-sheet.ts';
import { namedIn } from '#shared/streams/masters/references.ts';
import { readInPieces } from '../../views/sheet-rows.ts';
import { xlsxDay, xlsxPieces, type XlsxCell } from '../../views/xlsx-pieces.ts';

/**
 * Gets a list query and a format; sends the file in pieces, each on request, and finally the number of rows.
 */
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
const def = [...(Object.values(register) as unknown as MasterDef[]), ...internalLists].find(
  (one) => one.name === job.name,
)!;
const headings = exportHeadings(
  def,
  job.language,
  (def.counts ?? []).filter(({ name }) => job.counts.includes(name)),
  job.columns,
);
const phones = job.masked
  ? def.fields.filter((field) => field.kind === 'phone').map((field) => field.name)
  : [];

type Exported = Parameters<typeof recordCells>[2];
interface Row {
  id: number;
  status: 0 | 1;
  fields: Record<string, unknown>;
  counts: Record<string, unknown> | null;
}

let wake: (() => void) | null = null;
let requested = 0;
parentPort!.on('message', () => {
  requested += 1;
  wake?.();
});
async function send(piece: Uint8Array | string): Promise<void> {
  while (requested === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  requested -= 1;
  parentPort!.postMessage({ piece: typeof piece === 'string' ? Buffer.from(piece) : piece });
}

async function write(): Promise<number> {
  let count = 0;
  async function* records(): AsyncGenerator<{ row: Exported; texts: string[] }[]> {
    for await (const { rows, query } of readInPieces(
      job.url,
      { text: job.text, values: job.values },
      1_000,
    )) {
      const nameOf = await namesIn(rows as Row[], query);
      count += rows.length;
      yield (rows as Row[]).map((one) => {
        const row = { id: one.id, iStatus: one.status, fields: { ...hide(one.fields), ...one.counts } };
        return { row, texts: recordCells(def, headings, row, nameOf, job.language) };
      });
    }
  }
  async function* typedCells(): AsyncGenerator<XlsxCell[][]> {
    for await (const all of records())
      yield all.map(({ row, texts }) =>
        headings.map((heading, i) => typed(heading, row.fields[heading.key], texts[i] ?? '')),
      );
  }
  const labels = headings.map((heading) => heading.label);
  if (job.format === 'csv') {
    await send(`\ufeff${csvLine(labels)}`);
    for await (const all of records())
      await send(
        all.map(({ texts }) => csvLine(texts.map((cell, i) => csvCell(headings[i]!.field, cell)))).join(''),
      );
  } else
    for await (const piece of xlsxPieces({
      title: String(def.translations[job.language].title),
      headings: labels,
      widths: headings.map(widthOf),
      rows: typedCells(),
    }))
      await send(piece);
  return count;
}

function hide(fields: Record<string, unknown>): Record<string, unknown> {
  const open = withoutSecrets(def, fields);
  if (phones.length === 0) return open;
  return {
    ...open,
    ...Object.fromEntries(
      phones.filter((name) => fields[name] != null).map((name) => [name, maskPhone(String(fields[name]))]),
    ),
  };
}

/**
 * Quantities, money and dates as what they are. Ids, codes and everything else are text, which a workbook
 * neither evaluates nor rounds.
 */
function typed({ field, number }: Heading, value: unknown, text: string): XlsxCell {
  if (text === '') return null;
  if (number) return Number(value);
  switch (field?.kind) {
    case 'date':
      return xlsxDay(String(value));
    case 'money':
      return { value: Number(value) / 100, format: 'money' };
    case 'percent':
      return Number(value) / 100;
    case 'number':
    case 'decimal':
    case 'yesNo':
      return Number(value);
    default:
      return workbookText(text);
  }
}

const widths: Readonly<Partial<Record<MasterKind, number>>> = {
  paragraph: 40,
  rows: 48,
  references: 32,
  choices: 28,
  text: 28,
  url: 36,
  email: 30,
  reference: 18,
  phone: 16,
};
/** The width of a column in characters: what its kind of value needs, and its heading. */
function widthOf({ field, number, label, key }: Heading): number {
  const content = number || !field ? 10 : (widths[field.kind] ?? 14);
  return Math.min(60, Math.max(key === 'vName' ? 34 : content, label.length + 2));
}

async function namesIn(
  rows: readonly Row[],
  query: (text: string, values: readonly unknown[]) => Promise<any[]>,
): Promise<NameOf> {
  const named = new Map(
    rows
      .flatMap((row) => namedIn(def.fields, row.fields))
      .map((one) => [`${one.lookup}:${one.id}`, one] as const),
  );
  const found =
    named.size === 0
      ? []
      : await query(
          'select m.kind, m.id, m.code, m.name from unnest($1::text[], $2::int[]) as w(kind, id) join master_rows m on m.kind = w.kind and m.id = w.id',
          [[...named.values()].map((one) => one.lookup), [...named.values()].map((one) => one.id)],
        );
  const names = new Map(
    (found as { kind: string; id: number; code: string; name: string }[]).map((row) => [
      `${row.kind}:${row.id}`,
      row,
    ]),
  );
  return (kind, id, by) => {
    const row = names.get(`${kind}:${id}`);
    return (by === 'name' ? row?.name : undefined) || row?.code || `#${id}`;
  };
}

write().then(
  (rows) => parentPort!.postMessage({ rows }),
  (error: unknown) =>
    parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) }),
);
