import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aloneInStore } from '../store/alone-in-store.ts';
import { askStore } from '../store/ask-store.ts';

const fillLock = 7_313;

/** Where a house is to be opened only to be filled. */
export interface FillAt {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly version: string;
  readonly shared: boolean;
}

/**
 * Fills a store that has no demo organisation yet, in a process of its own: the house that serves afterwards would carry the memory
 * of a thousand orders for as long as it idles (measured: 420 MB instead of 260). What went wrong there stands in its own words above.
 */
export async function fillApart(at: FillAt, onBegin: () => void): Promise<void> {
  if (await isFilled(at.databaseUrl)) return;
  // Nodes that start at once over one store: the first one fills it, the others find it filled.
  await aloneInStore(at.databaseUrl, fillLock, async () => {
    if (await isFilled(at.databaseUrl)) return;
    onBegin();
    await new Promise<void>((resolve, reject) => {
      const child = fork(fileURLToPath(new URL('./fill-process.ts', import.meta.url)), { stdio: 'inherit' });
      child.once('error', reject);
      child.once('exit', (code, signal) => (code === 0 ? resolve() : reject(new Error(`Filling the demo organisation ended with ${signal ?? code}.`))));
      child.send(at);
    });
  });
}

/** It was filled to its end, or holds other events than the demo's. */
async function isFilled(databaseUrl: string): Promise<boolean> {
  const rows = await askStore<{ filled: boolean }>(
    databaseUrl,
    `select exists (select 1 from marks where name = 'demoFilled')
      or ((select position from log_head) > 0 and not exists (select 1 from marks where name = 'demoBegun')) as filled`,
  );
  return rows?.[0]?.filled ?? false;
}
