import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo } from './account.ts';
import { findBinaries } from './binaries.ts';
import { databaseName, ensureCluster } from './cluster.ts';
import { launch } from './launch.ts';
import { takeLock } from './lock.ts';
import { placesFor, type Places } from './places.ts';

export interface Database {
  readonly url: string;
  readonly mode: 'embedded' | 'outside';
  /** Where the embedded data lies; undefined for a server outside. */
  readonly dataDir: string | undefined;
  /** True when the data could not lie in DATA_DIR and stands under the system's state directory: say so at start. */
  readonly elsewhere: boolean;
  /** Resolves with a reason if the server ends without being asked; never for a server outside. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
}

/** Opens the store: the server that `databaseUrl` names, or PostgreSQL 18 of our own in `dataDir`, which only one process can hold. */
export async function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** PostgreSQL's own, over those of a small house; for the embedded server only. */
  settings?: Readonly<Record<string, string>>;
}): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    return { url: databaseUrl, mode: 'outside', dataDir: undefined, elsewhere: false, lost: new Promise(() => undefined), stop: async () => undefined };
  }
  const places = placesFor(dataDir);
  const letGo = takeLock(places.cluster);
  try {
    return await openEmbedded(places, letGo, config.settings ?? {});
  } catch (error) {
    letGo();
    throw error;
  }
}

async function openEmbedded(places: Places, letGo: () => void, settings: Readonly<Record<string, string>>): Promise<Database> {
  const { cluster, account, root, elsewhere } = places;
  const binaries = findBinaries(account);
  const password = await ensureCluster(binaries, cluster, account);
  const socketDir = socketDirectory(places);
  const url = `postgresql://ops:${password}@${encodeURIComponent(socketDir)}/${databaseName}`;
  const server = await launch({ binaries, cluster, socketDir, account, url, settings });
  let asked = false;
  const lost = new Promise<string>((resolve) => {
    void server.ended.then((code) => {
      if (!asked) resolve(`The embedded PostgreSQL ended with ${code}; the end of ${cluster}.log says why.`);
    });
  });
  const stop = async () => {
    if (asked) return;
    asked = true;
    await server.stop();
    rmSync(socketDir, { recursive: true, force: true });
    letGo();
  };
  return { url, mode: 'embedded', dataDir: root, elsewhere, lost, stop };
}

/** Beside the data, unless that path is longer than a socket's name may be or holds what PostgreSQL's list of folders cannot. */
function socketDirectory({ root, account }: Places): string {
  const beside = join(root, 'postgres.socket');
  const fits = beside.length <= 85 && /^[\w./-]+$/.test(beside);
  if (fits) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const folder = fits ? beside : mkdtempSync(join(tmpdir(), 'ops-console-'));
  chmodSync(folder, 0o700);
  giveTo(account, folder);
  return folder;
}
