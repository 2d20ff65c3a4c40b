import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

/**
 * A new folder that the database's account can pass through; a plain mkdtemp of root would send the store to the system's state
 * directory. It lies in the run's own folder, which is taken away with all that a test has left.
 */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(runFolder() ?? tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
