import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { Parse, type Entry } from 'unzipper-esm';
import type { Language } from '#shared/core/translations.ts';
import { isErrorText, textOfCell, type SheetCell, type SheetRow } from '#shared/core/sheet-cell.ts';
import type { SheetAnswer, SheetRefusal } from './read-sheet.ts';
import { typedCells } from './typed-cells.ts';

/**
 * Reads the bytes of a CSV or XLSX file and returns the rows that are not blank, each by its number in the
 * file. Formulas are never evaluated: a cell is the text or value stored in it.
 */
const { bytes, most, language } = workerData as {
  bytes: Uint8Array;
  language: Language;
  most: { rows: number; columns: number; bytes: number };
};

/** A file that is refused as a whole. */
class Refused extends Error {
  readonly refusal: SheetRefusal;
  constructor(refusal: SheetRefusal, cause?: unknown) {
    super(refusal.why, { cause });
    this.refusal = refusal;
  }
}

async function rows(): Promise<SheetRow[]> {
  const beginning = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  // An XLS file, or an XLSX file that is locked with a password: both are of this older container.
  if (beginning === '\u00d0\u00cf\u0011\u00e0') throw new Refused({ why: 'old' });
  const found = beginning.startsWith('PK') ? await workbook(Buffer.from(bytes)) : csv();
  // Cells may share one long text, which is copied for each when posted.
  if (
    found.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + textOfCell(cell).length, 0) > most.bytes
  )
    throw new Refused({ why: 'unpacked' });
  return found;
}

/** Keeps the rows that are not blank, and refuses a file that has too many, or too wide ones. */
function openRows(): { readonly rows: SheetRow[]; add(line: number, cells: readonly SheetCell[]): void } {
  const kept: SheetRow[] = [];
  return {
    rows: kept,
    add(line, cells) {
      const last = cells.findLastIndex((cell) => textOfCell(cell) !== '');
      if (last === -1) return;
      checkColumn(last);
      kept.push({ line, cells: cells.slice(0, last + 1) });
      checkRows(kept.length);
    },
  };
}
function checkColumn(at: number): void {
  if (at >= most.columns) throw new Refused({ why: 'wide' });
}
function checkRows(found: number): void {
  if (found > most.rows + 1) throw new Refused({ why: 'long' });
}

async function workbook(archive: Buffer): Promise<SheetRow[]> {
  const parts = await unpacked(archive);
  const values = (await readSheet(archive)) as unknown[][];
  const typed = typedCells(parts, language, { rows: checkRows, column: checkColumn });
  const found = openRows();
  const last = typed.keys().reduce((line, one) => Math.max(line, one), values.length);
  for (let line = 1; line <= last; line += 1) {
    const cells = (values[line - 1] ?? []).map(textCell);
    (typed.get(line) ?? []).forEach((cell, column) => {
      while (cells.length < column) cells.push('');
      if (cell !== undefined) cells[column] = cell;
    });
    found.add(line, cells);
  }
  return found.rows;
}

function textCell(value: unknown): SheetCell {
  const text = typeof value === 'string' ? value.trim() : '';
  return isErrorText(text) ? { kind: 'text', text } : text;
}

/**
 * The parts of a workbook. Throws when the archive unpacks to more than the limit, or claims that it does: the
 * reader allocates the claimed size and keeps the contents, neither of which counts towards a worker's limits.
 * It is unpacked here with the reader's own library, so that both see the same.
 */
async function unpacked(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  let claimed = 0;
  let found = 0;
  const check = (): void => {
    if (!(claimed <= most.bytes && found <= most.bytes)) throw new Refused({ why: 'unpacked' });
  };
  const entries: AsyncIterable<Entry & { readonly vars: { readonly uncompressedSize: number } }> =
    Readable.from(archive).pipe(Parse({ forceStream: true }));
  for await (const entry of entries) {
    claimed += entry.vars.uncompressedSize;
    check();
    const pieces: Buffer[] = [];
    for await (const piece of entry as AsyncIterable<Buffer>) {
      found += piece.length;
      check();
      pieces.push(piece);
    }
    if (/\.(xml|rels)$/.test(entry.path)) parts.set(entry.path, Buffer.concat(pieces));
  }
  return parts;
}

/** The text of a CSV file: UTF-8, or UTF-16 as its first two bytes say. Older encodings look alike. */
function textOfFile(): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Refused({ why: 'encoding' }, error);
    throw error;
  }
}

function csv(): SheetRow[] {
  const found = openRows();
  let line = 0;
  Papa.parse<string[]>(textOfFile(), {
    step: ({ data, errors }) => {
      line += 1;
      if (errors.some((error) => error.type === 'Quotes')) throw new Refused({ why: 'quotes', line });
      found.add(
        line,
        data.map((cell) => cell.trim()),
      );
    },
  });
  return found.rows;
}

const answer = (message: SheetAnswer): void => parentPort!.postMessage(message);
rows().then(
  (found) => answer({ rows: found }),
  (error: unknown) =>
    answer({ refused: error instanceof Refused ? error.refusal : { why: 'damaged', cause: String(error) } }),
);
