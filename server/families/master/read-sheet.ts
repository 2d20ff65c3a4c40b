import { Worker } from 'node:worker_threads';
import { refuse } from '#shared/core/refusal.ts';
import type { Language } from '#shared/core/translations.ts';

export const most = { rows: 5_000, columns: 200, bytes: 64 * 1024 * 1024 } as const;
const timeoutMs = 60_000;

let before: Promise<unknown> = Promise.resolve();

/** The cells of an uploaded file as text, numbers of a workbook as `language` writes them. A node reads one file at a time; the others wait in order. */
export function readSheetCells(bytes: Buffer, language: Language = 'en'): Promise<string[][]> {
  const cells = before.then(() => readInWorker(bytes, language));
  before = Promise.allSettled([cells]);
  return cells;
}

/** In a worker with a memory limit, because a small file can contain a huge sheet. */
function readInWorker(bytes: Buffer, language: Language): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), {
      workerData: { bytes: new Uint8Array(bytes), most, language },
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    });
    const late = setTimeout(
      () => end(() => reject(refuse('importUnreadable', 422, { why: '60 s' }))),
      timeoutMs,
    );
    const end = (act: () => void): void => {
      clearTimeout(late);
      act();
      void worker.terminate();
    };
    worker.on('message', (message: { rows?: string[][]; error?: string }) =>
      end(() => {
        if (message.rows) resolve(message.rows);
        else if (message.error?.startsWith('long ')) reject(refuse('importTooLong', 422, { n: most.rows }));
        else if (message.error?.startsWith('unpacked '))
          reject(refuse('importUnpacksTooLarge', 422, { n: most.bytes / 1024 / 1024 }));
        else if (message.error === 'encoding') reject(refuse('importEncoding', 422));
        else reject(refuse('importUnreadable', 422, { why: (message.error ?? '').slice(0, 200) }));
      }),
    );
    worker.on('error', (error) =>
      end(() => reject(refuse('importUnreadable', 422, { why: error.message.slice(0, 200) }))),
    );
  });
}
