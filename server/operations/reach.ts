import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from '../store/embedded/cluster.ts';
import { openDatabase } from '../store/embedded/open-database.ts';
import { pathsFor, socketBeside } from '../store/embedded/paths.ts';
import { StoreInUse } from '../store/embedded/lock.ts';

export interface Reached {
  readonly url: string;
  /** The directory that really holds files and keys. */
  readonly dataDir: string;
  /** Whether an app is running on it. */
  readonly running: boolean;
  stop(): Promise<void>;
}

/**
 * Connects to a store whether or not the app runs: the external server, the embedded one through the socket
 * of the running app, or the embedded one started for this.
 */
export async function reachDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<Reached> {
  try {
    const database = await openDatabase(config);
    return {
      url: database.url,
      dataDir: database.dataDir ?? config.dataDir,
      running: false,
      stop: () => database.stop(),
    };
  } catch (error) {
    if (!(error instanceof StoreInUse)) throw error;
    const { cluster, root } = pathsFor(config.dataDir);
    const notes = join(cluster, 'postmaster.pid');
    if (!existsSync(notes)) throw error;
    // The fifth line names the folder of the socket; a disk failure during the start leaves it empty, and
    // the server goes on.
    const socketDir = readFileSync(notes, 'utf8').split('\n')[4] || socketBeside(root);
    if (!socketDir) throw error;
    const password = readFileSync(`${cluster}.password`, 'utf8').trim();
    const url = `postgresql://ops:${password}@${encodeURIComponent(socketDir)}/${databaseName}`;
    return { url, dataDir: root, running: true, stop: async () => undefined };
  }
}
