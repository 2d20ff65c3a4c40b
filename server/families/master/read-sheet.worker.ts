import { parentPort, workerData } from 'node:worker_threads';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';

/** In: the bytes of a CSV or XLSX file. Out: its cells as text, row by row. Formulas are never worked out: a cell is the text or value stored in it. */
const { bytes, most } = workerData as { bytes: Uint8Array; most: { rows: number; columns: number } };

async function cells(): Promise<string[][]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows: unknown[][] = isZip ? ((await readSheet(Buffer.from(bytes))) as unknown[][]) : csv();
  if (rows.length > most.rows + 1) throw new Error(`long ${most.rows}`);
  return rows.map((row) => row.slice(0, most.columns).map(textOf)).filter((row) => row.some((cell) => cell !== ''));
}

function csv(): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: most.rows + 2 });
  const broken = errors.find((error) => error.type === 'Quotes');
  if (broken) throw new Error(`line ${(broken.row ?? 0) + 1}: ${broken.message}`);
  return data;
}

function textOf(value: unknown): string {
  if (value == null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value).trim();
}

cells().then(
  (rows) => parentPort!.postMessage({ rows }),
  (error: unknown) => parentPort!.postMessage({ error: error instanceof Error ? error.message : String(error) }),
);
