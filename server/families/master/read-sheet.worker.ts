import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { Parse, type Entry } from 'unzipper-esm';
import { separators } from '#shared/core/number-text.ts';
import type { Language } from '#shared/core/translations.ts';

/**
 * Reads the bytes of a CSV or XLSX file and returns its cells as text, row by row. Formulas are never
 * evaluated: a cell is the text or value stored in it.
 */
const { bytes, most, language } = workerData as {
  bytes: Uint8Array;
  language: Language;
  most: { rows: number; columns: number; bytes: number };
};

async function cells(): Promise<string[][]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) await boundUnpacked(Buffer.from(bytes));
  const rows: unknown[][] = isZip ? ((await readSheet(Buffer.from(bytes))) as unknown[][]) : csv();
  if (rows.length > most.rows + 1) throw new Error(`long ${most.rows}`);
  const texts = rows
    .map((row) => row.slice(0, most.columns).map(textOf))
    .filter((row) => row.some((cell) => cell !== ''));
  // Cells may share one long text, which is copied for each when posted.
  if (texts.flat().reduce((sum, text) => sum + text.length, 0) > most.bytes)
    throw new Error(`unpacked ${most.bytes}`);
  return texts;
}

/**
 * Throws when the archive unpacks to more than the limit, or claims that it does: the reader allocates the
 * claimed size and keeps the contents, neither of which counts towards a worker's limits. It is unpacked
 * here with the reader's own library, so that both see the same.
 */
async function boundUnpacked(archive: Buffer): Promise<void> {
  let claimed = 0;
  let found = 0;
  const check = (): void => {
    if (!(claimed <= most.bytes && found <= most.bytes)) throw new Error(`unpacked ${most.bytes}`);
  };
  const entries: AsyncIterable<Entry & { readonly vars: { readonly uncompressedSize: number } }> =
    Readable.from(archive).pipe(Parse({ forceStream: true }));
  for await (const entry of entries) {
    claimed += entry.vars.uncompressedSize;
    check();
    for await (const piece of entry as AsyncIterable<Buffer>) {
      found += piece.length;
      check();
    }
  }
}

/** The text of a CSV file: UTF-8, or UTF-16 as its first two bytes say. Older encodings look alike. */
function textOfFile(): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Error('encoding', { cause: error });
    throw error;
  }
}

function csv(): string[][] {
  const text = textOfFile();
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: most.rows + 2 });
  const broken = errors.find((error) => error.type === 'Quotes');
  if (broken) throw new Error(`line ${(broken.row ?? 0) + 1}: ${broken.message}`);
  return data;
}

function textOf(value: unknown): string {
  if (value == null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number') return String(value).replace('.', separators[language].decimal);
  return String(value).trim();
}

cells().then(
  (rows) => parentPort!.postMessage({ rows }),
  (error: unknown) =>
    parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) }),
);
