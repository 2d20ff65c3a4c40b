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
import { pathsFor, socketBeside, type Paths } from './paths.ts';

export interface Database {
  readonly url: string;
  readonly mode: 'embedded' | 'outside';
  /** The directory of the embedded data; undefined for an external server. */
  readonly dataDir: string | undefined;
  /**
   * True when the data could not lie in DATA_DIR and is under the system's state directory instead; reported
   * at start.
   */
  readonly elsewhere: boolean;
  /**
   * Resolves with a reason if the server ended unexpectedly and could not be restarted; never for an
   * external server.
   */
  readonly lost: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Opens the store: the server at `databaseUrl`, or an embedded PostgreSQL 18 in `dataDir`, which only one
 * process can hold.
 */
export async function openDatabase(config: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** PostgreSQL settings that override those for a small machine; for the embedded server only. */
  settings?: Readonly<Record<string, string>>;
  /** Called when the embedded server ends unexpectedly and when it answers again. */
  note?: (what: string) => void;
}): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    return {
      url: databaseUrl,
      mode: 'outside',
      dataDir: undefined,
      elsewhere: false,
      lost: new Promise(() => undefined),
      stop: async () => undefined,
    };
  }
  const paths = pathsFor(dataDir);
  const letGo = takeLock(paths.cluster);
  try {
    return await openEmbedded(paths, letGo, config);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** How long restarts of an ended server are attempted before giving up, and the pause between attempts. */
const againLimitMs = 10 * 60_000;
const againEveryMs = 500;

async function openEmbedded(
  paths: Paths,
  letGo: () => void,
  options: { settings?: Readonly<Record<string, string>>; note?: (what: string) => void },
): Promise<Database> {
  const { cluster, account, root, elsewhere } = paths;
  const binaries = findBinaries(account);
  const password = await ensureCluster(binaries, cluster, account);
  const socketDir = socketDirectory(paths);
  const url = `postgresql://ops:${password}@${encodeURIComponent(socketDir)}/${databaseName}`;
  const begin = (): Promise<Launched> =>
    launch({ binaries, cluster, socketDir, account, url, settings: options.settings ?? {} });
  let server = await begin();
  let closing = false;
  let starting: Promise<Launched | null> | null = null;

  /**
   * A disk may recover in a moment: the server restarts on the same data and socket, so waiting connections
   * find it again.
   */
  const startAgain = async (): Promise<Launched | null> => {
    const ill = awayOnce((error) => options.note?.(String(error)));
    for (const until = Date.now() + againLimitMs; !closing && Date.now() < until; await pause(againEveryMs)) {
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
      if (closing) return new Promise<string>(() => undefined);
      options.note?.(
        `The embedded PostgreSQL ended with ${code} and is started again; the end of ${cluster}.log says why.`,
      );
      starting = startAgain();
      const fresh = await starting;
      if (!fresh && closing) return new Promise<string>(() => undefined);
      if (!fresh)
        return `The embedded PostgreSQL ended with ${code} and did not start again; the end of ${cluster}.log says why.`;
      server = fresh;
      options.note?.('The embedded PostgreSQL answers again.');
    }
  })();
  const stop = async () => {
    if (closing) return;
    closing = true;
    await starting;
    await server.stop();
    rmSync(socketDir, { recursive: true, force: true });
    letGo();
  };
  return { url, mode: 'embedded', dataDir: root, elsewhere, lost, stop };
}

/** Beside the data, or in a folder of its own where that is not possible. */
function socketDirectory({ root, account }: Paths): string {
  const beside = socketBeside(root);
  if (beside) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const folder = beside ?? mkdtempSync(join(tmpdir(), 'ops-console-'));
  chmodSync(folder, 0o700);
  giveTo(account, folder);
  return folder;
}
