import { Worker } from 'node:worker_threads';
import { cutText } from '#shared/core/cut.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/translations.ts';
import type { SheetRow } from '#shared/core/sheet-cell.ts';

export const most = { rows: 5_000, columns: 200, bytes: 64 * 1024 * 1024 } as const;
const timeoutMs = 60_000;

/** Why a file is refused as a whole; a line counts as the program that wrote the file shows it. */
export type SheetRefusal =
  | { readonly why: 'long' | 'wide' | 'unpacked' | 'encoding' | 'old' }
  | { readonly why: 'quotes'; readonly line: number }
  | { readonly why: 'damaged'; readonly cause: string };
export type SheetAnswer = { readonly rows: SheetRow[] } | { readonly refused: SheetRefusal };

let before: Promise<unknown> = Promise.resolve();

/**
 * The rows of an uploaded file that are not blank, numbers of a workbook as `language` writes them. A node reads
 * one file at a time; the others wait in order.
 */
export function readSheetRows(bytes: Buffer, language: Language = 'en'): Promise<SheetRow[]> {
  const rows = before.then(() => readInWorker(bytes, language));
  before = Promise.allSettled([rows]);
  return rows;
}

/** In a worker with a memory limit, because a small file can contain a huge sheet. */
function readInWorker(bytes: Buffer, language: Language): Promise<SheetRow[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), {
      workerData: { bytes: new Uint8Array(bytes), most, language },
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    });
    const late = setTimeout(() => end(() => reject(refuse('importTooMuch', 422))), timeoutMs);
    const end = (act: () => void): void => {
      clearTimeout(late);
      act();
      void worker.terminate();
    };
    worker.on('message', (message: SheetAnswer) =>
      end(() => {
        if ('rows' in message) resolve(message.rows);
        else reject(refusalOf(message.refused));
      }),
    );
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse('importTooMuch', 422) : error)),
    );
  });
}

function refusalOf(refused: SheetRefusal): Refusal {
  switch (refused.why) {
    case 'long':
      return refuse('importTooLong', 422, { n: most.rows });
    case 'wide':
      return refuse('importTooWide', 422, { n: most.columns });
    case 'unpacked':
      return refuse('importUnpacksTooLarge', 422, { n: most.bytes / 1024 / 1024 });
    case 'encoding':
      return refuse('importEncoding', 422);
    case 'old':
      return refuse('importOldWorkbook', 422);
    case 'quotes':
      return refuse('importQuotes', 422, { n: refused.line });
    case 'damaged':
      // The engine's own sentence is for who looks into it; people read what to do.
      return refuse('importUnreadable', 422, { why: cutText(refused.cause, 200) });
  }
}
