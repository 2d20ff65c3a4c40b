import { parentPort, workerData } from 'node:worker_threads';
import * as register from '#shared/reports/index.ts';
import { cellsOf, cellText, headingsOf, isTextKind, type CellNames } from '#shared/families/report-cell.ts';
import { csvLine, guarded } from '#shared/families/master-sheet.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import type { ReportRecord, ReportValue } from '#shared/families/report-measure.ts';
import { readInPieces } from '../../views/sheet-rows.ts';
import { aboutRows, aboutTitle, type ReportAbout } from './about-sheet.ts';
import { xlsxDay, xlsxInstant, xlsxPieces, type XlsxCell } from '../../views/xlsx-pieces.ts';
import { maskRow } from './read-report.ts';

/** Gets a report's query and a format; sends the file in pieces, each on request. */
export interface ReportJob {
  readonly url: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string;
  readonly format: 'csv' | 'xlsx';
  readonly language: 'en' | 'es';
  readonly columns: readonly string[];
  readonly masked: readonly string[];
  /** Who exports, when, and with which filters; a workbook says so on its last sheet. */
  readonly about: ReportAbout;
}
const job = workerData as ReportJob;
const def = Object.values(register).find(({ name }) => name === job.name) as ReportDef;
const columns = job.columns.flatMap((name) => def.columns.filter((column) => column.name === name));
const translations: Readonly<Record<string, string>> = def.translations[job.language];
const t = (key: string): string => translations[key] ?? key;
const rowsAtATime = 1_000;
const pixelsPerCharacter = 7;
const dayCharacters = 4;

let wake: (() => void) | null = null;
let requestedFor = 0;
parentPort!.on('message', () => {
  requestedFor += 1;
  wake?.();
});
async function send(piece: Uint8Array | string): Promise<void> {
  while (requestedFor === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  requestedFor -= 1;
  parentPort!.postMessage({
    piece: typeof piece === 'string' ? Buffer.from(piece) : piece,
    rows: written,
  });
}

let written = 0;
const mask = maskRow(job.masked);
const places = new Map<number, string>();

async function* pieces(): AsyncGenerator<ReportRecord[]> {
  for await (const { rows, query } of readInPieces(job.url, job, rowsAtATime)) {
    if (written === 0)
      for (const { id, name } of await query(
        "select id, name from master_rows where kind = 'placeOfOperation'",
        [],
      ))
        places.set(id as number, name as string);
    written += rows.length;
    yield (rows as ReportRecord[]).map(mask);
  }
}

const names: CellNames = {
  language: job.language,
  label: t,
  place: (id) => places.get(id) ?? `#${id}`,
};

function typed(column: ReportColumn, value: ReportValue): XlsxCell {
  if (value === null) return null;
  if (column.kind === 'date') return xlsxDay(String(value));
  if (column.kind === 'datetime') return xlsxInstant(String(value));
  if (column.kind === 'money') return { value: Number(value) / 100, format: 'money' };
  return ['number', 'minutes', 'seconds'].includes(column.kind)
    ? Number(value)
    : cellText(column, value, names);
}

function csvOf(row: ReportRecord): string {
  return csvLine(
    columns.flatMap((column) => {
      const texts = cellsOf(column, row[column.name] ?? null, names);
      return isTextKind(column.kind) ? texts.map(guarded) : texts;
    }),
  );
}

async function* sheetRows(): AsyncGenerator<XlsxCell[][]> {
  for await (const rows of pieces())
    yield rows.map((row) =>
      columns.flatMap((column): readonly XlsxCell[] => {
        const value = row[column.name] ?? null;
        return column.kind === 'days' ? cellsOf(column, value, names) : [typed(column, value)];
      }),
    );
}

async function write(): Promise<void> {
  const headings = columns.flatMap((column) => headingsOf(column, t));
  if (job.format === 'csv') {
    await send(`\ufeff${csvLine(headings)}`);
    for await (const rows of pieces()) await send(rows.map(csvOf).join(''));
    return;
  }
  const widths = columns.flatMap((column) =>
    column.kind === 'days'
      ? headingsOf(column, t).map(() => dayCharacters)
      : [Math.round(column.width / pixelsPerCharacter)],
  );
  const about = {
    title: aboutTitle[job.language],
    rows: () => aboutRows(def, job, names, written),
  };
  for await (const piece of xlsxPieces({ title: t('title'), headings, widths, rows: sheetRows(), about }))
    await send(piece);
}

write().then(
  () => parentPort!.postMessage({ rows: written }),
  (error: unknown) =>
    parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) }),
);
