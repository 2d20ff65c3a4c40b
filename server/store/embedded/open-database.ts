import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { awayOnce } from '#shared/core/away-once.ts';
import { giveTo } from './account.ts';
import { findBinaries } from './binaries.ts';
import { databaseName, ensureCluster } from './cluster.ts';
import { launch, type Launched } from './launch.ts';
import { takeLock } from './lock.ts';
import { placesFor, socketBeside, type Places } from './places.ts';

export interface Database {
  readonly url: string;
  readonly mode: 'embedded' | 'outside';
  /** Where the embedded data lies; undefined for a server outside. */
  readonly dataDir: string | undefined;
  /** True when the data could not lie in DATA_DIR and stands under the system's state directory: say so at start. */
  readonly elsewhere: boolean;
  /** Resolves with a reason if the server ended without being asked and could not be started again; never for a server outside. */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
}

/** Opens the store: the server that `databaseUrl` names, or PostgreSQL 18 of our own in `dataDir`, which only one process can hold. */
export async function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** PostgreSQL's own, over those of a small house; for the embedded server only. */
  settings?: Readonly<Record<string, string>>;
  /** Told when the embedded server ended without being asked, and when it answers again. */
  note?: (what: string) => void;
}): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    return { url: databaseUrl, mode: 'outside', dataDir: undefined, elsewhere: false, lost: new Promise(() => undefined), stop: async () => undefined };
  }
  const places = placesFor(dataDir);
  const letGo = takeLock(places.cluster);
  try {
    return await openEmbedded(places, letGo, config);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** How long a server that ended is started again and again before the house gives up, and how long it waits in between. */
const againLimitMs = 10 * 60_000;
const againEveryMs = 500;

async function openEmbedded(
  places: Places,
  letGo: () => void,
  options: { settings?: Readonly<Record<string, string>>; note?: (what: string) => void },
): Promise<Database> {
  const { cluster, account, root, elsewhere } = places;
  const binaries = findBinaries(account);
  const password = await ensureCluster(binaries, cluster, account);
  const socketDir = socketDirectory(places);
  const url = `postgresql://ops:${password}@${encodeURIComponent(socketDir)}/${databaseName}`;
  const begin = (): Promise<Launched> => launch({ binaries, cluster, socketDir, account, url, settings: options.settings ?? {} });
  let server = await begin();
  let asked = false;
  let starting: Promise<Launched | null> | null = null;

  /** A disk that failed may be well in a moment: the same data at the same socket, so whoever waits finds it again. */
  const startAgain = async (): Promise<Launched | null> => {
    const ill = awayOnce((error) => options.note?.(String(error)));
    for (const until = Date.now() + againLimitMs; !asked && Date.now() < until; await pause(againEveryMs)) {
      const fresh = await begin().catch((error: unknown) => {
        ill.fault(error);
        return null;
      });
      if (fresh) return fresh;
    }
    return null;
  };
  const lost = (async (): Promise<string> => {
    for (;;) {
      const code = await server.ended;
      if (asked) return new Promise<string>(() => undefined);
      options.note?.(`The embedded PostgreSQL ended with ${code} and is started again; the end of ${cluster}.log says why.`);
      starting = startAgain();
      const fresh = await starting;
      if (!fresh && asked) return new Promise<string>(() => undefined);
      if (!fresh) return `The embedded PostgreSQL ended with ${code} and did not start again; the end of ${cluster}.log says why.`;
      server = fresh;
      options.note?.('The embedded PostgreSQL answers again.');
    }
  })();
  const stop = async () => {
    if (asked) return;
    asked = true;
    await starting;
    await server.stop();
    rmSync(socketDir, { recursive: true, force: true });
    letGo();
  };
  return { url, mode: 'embedded', dataDir: root, elsewhere, lost, stop };
}

/** Beside the data, or in a folder of its own where that cannot be. */
function socketDirectory({ root, account }: Places): string {
  const beside = socketBeside(root);
  if (beside) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const folder = beside ?? mkdtempSync(join(tmpdir(), 'ops-console-'));
  chmodSync(folder, 0o700);
  giveTo(account, folder);
  return folder;
}
