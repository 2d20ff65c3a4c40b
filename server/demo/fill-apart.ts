import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aloneInStore } from '../store/alone-in-store.ts';
import { queryStore } from '../store/query-store.ts';

const fillLock = 7_313;

/** Where to open a server only to fill it. */
export interface FillAt {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly version: string;
  readonly shared: boolean;
}

/**
 * Fills a store without a demo organisation in a process of its own: otherwise the serving process would
 * keep the memory of a thousand commands while it idles (measured: 420 MB instead of 260). The child prints
 * its own errors above.
 */
export async function fillApart(at: FillAt, onBegin: () => void): Promise<void> {
  if (await isFilled(at.databaseUrl)) return;
  // Of nodes that start at once over one store, the first fills it and the others find it filled.
  await aloneInStore(at.databaseUrl, fillLock, async () => {
    if (await isFilled(at.databaseUrl)) return;
    onBegin();
    await new Promise<void>((resolve, reject) => {
      const child = fork(fileURLToPath(new URL('./fill-process.ts', import.meta.url)), { stdio: 'inherit' });
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        code === 0
          ? resolve()
          : reject(new Error(`Filling the demo organisation ended with ${signal ?? code}.`)),
      );
      child.send(at);
    });
  });
}

/** Filled completely, or with events that are not the demo's. */
async function isFilled(databaseUrl: string): Promise<boolean> {
  const rows = await queryStore<{ filled: boolean }>(
    databaseUrl,
    `select exists (select 1 from marks where name = 'demoFilled')
      or ((select position from log_head) > 0 and not exists (select 1 from marks where name = 'demoBegun')) as filled`,
  );
  return rows?.[0]?.filled ?? false;
}
