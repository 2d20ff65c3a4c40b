import type { FeedDef } from '#shared/core/view.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { openAccess } from '../access/open.ts';
import { secondFactorKeys } from '../access/second-factor-keys.ts';
import type { Config } from '../config.ts';
import { openDocuments } from '../families/document/open.ts';
import { listPrepare, masterChecks } from '../special/list-prepare.ts';
import { openMasters } from '../families/master/open.ts';
import { openReports } from '../families/report/open.ts';
import { openSearch } from '../families/search/open.ts';
import type { Clock, Handle, ServerParts } from '../core/parts.ts';
import { openChainWatch } from '../operations/chain-watch.ts';
import { openSealer } from '../operations/sealer.ts';
import { noteSlow, type Note } from '../runtime/notes.ts';
import { everyView } from './every-view.ts';
import { openCare } from '../special/care/open.ts';
import {
  allDocuments,
  allFeeds,
  allMasters,
  allReports,
  allScreens,
  allSearches,
  allStreams,
} from '../core/registers.ts';
import { prepareHooks } from '../special/prepare.ts';
import { stockView } from '../special/stock/stock-view.ts';
import { bothPrepare, openHandle } from '../store/handle.ts';
import { storeName } from '../store/store-name.ts';
import { openConnections } from '../store/connections.ts';
import { openLog } from '../store/log.ts';
import { migrate } from '../store/migrate.ts';
import { refreshCollation } from '../store/collation.ts';
import { openWitness } from '../store/seal-witness.ts';
import { sealKeys } from '../store/seals.ts';
import { openNumbers } from '../store/numbers.ts';
import { forgetAsides, openAsides, recordReads, recordStates } from '../store/set-aside.ts';
import { openStates } from '../store/states.ts';
import { openTrial } from '../store/trial.ts';
import { ulidMaker } from '../store/ulid.ts';
import { openViews } from '../views/engine.ts';
import { openSqlView, type OpenSqlView } from '../views/sql-view.ts';
import { gatherTranslations } from '../core/translations.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The directory that really holds the data, if it is not the configured one. */
  readonly dataDir?: string;
  readonly clock: Clock;
  readonly version: string;
  /** Other processes write to this store too; false only for the single owner of an embedded store. */
  readonly shared: boolean;
  readonly onError: (error: unknown, where: string, correlationId?: string) => void;
  /** The app's log, one line per note; discarded when omitted. */
  readonly note?: Note;
  /** Streams and feeds beside the registered ones, for tests. */
  readonly more?: { readonly streams?: readonly StreamDef[]; readonly feeds?: readonly FeedDef[] };
}

/** The store, everything folded from it, and the handler of commands. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/**
 * Opens the store and everything that depends on it. Each part registers its cleanup with `closing` as it
 * opens; closing runs in reverse.
 */
export async function openFoundation(options: ServerOptions, closing: AsyncDisposableStack) {
  const { config, clock, databaseUrl } = options;
  const dataDir = options.dataDir ?? config.dataDir;
  /** Logs the fault of a part. */
  const fault =
    (where: string, correlationId?: string) =>
    (error: unknown): void =>
      options.onError(error, where, correlationId);
  const note: Note = options.note ?? (() => undefined);

  const connections = openConnections(
    { connectionString: databaseUrl, max: 10, idleTimeoutMillis: 30_000 },
    note,
  );
  closing.defer(() => connections.close());
  const { pool } = connections;
  // Every SQL view listens for broken connections.
  pool.setMaxListeners(0);
  pool.on('error', fault('pool'));
  // A connection that breaks during a query reports it twice, to the query and here; without a listener the
  // event would end the process.
  pool.on('connect', (client) => client.on('error', fault('database connection')));
  await migrate(pool);
  await refreshCollation(pool);
  const storeLabel = await storeName(pool);
  const keys = secondFactorKeys(config, dataDir);
  // Opened before the log, hence closed after it: the last events are sealed too.
  const sealer = await openSealer({
    pool,
    keys: sealKeys(keys),
    witness: openWitness(dataDir),
    onError: fault('seals'),
  });
  closing.defer(() => sealer.close());

  const chainWatch = openChainWatch({
    pool,
    dataDir,
    roundMs: config.knobs.chainRoundSeconds * 1_000,
    onError: fault('chains'),
  });
  closing.defer(() => chainWatch.close());

  const streams = new Map([
    ...allStreams(),
    ...(options.more?.streams ?? []).map((def) => [def.name, def] as const),
  ]);
  const feeds = new Map([
    ...allFeeds(),
    ...(options.more?.feeds ?? []).map((def) => [def.name, def] as const),
  ]);
  const newId = ulidMaker(clock.now);

  const log = await openLog(pool, { pollMs: 1_000, shared: options.shared, onError: fault('log') });
  closing.defer(() => log.close());
  for (const consumer of [recordReads, recordStates]) await forgetAsides(pool, consumer);
  const states = openStates(pool, streams);
  const unfolded = openAsides(pool, recordStates, fault('states'));
  closing.defer(() => unfolded.idle());
  log.follow(recordStates, (events) => states.apply(events, unfolded.put));
  log.follow('seals', sealer.touched);
  const views = await openViews(pool, log, everyView(feeds), { saveMs: 250, onError: fault('views') });
  closing.defer(() => views.close());

  const access = await openAccess({
    pool,
    clock,
    views,
    adminEmployeeIds: config.adminEmployeeIds,
    secondFactorKeys: keys,
    noted: sealer.touched,
    demo: config.demo,
    secure: isSecure(config),
    idleMs: config.knobs.sessionIdleSeconds * 1_000,
    absoluteMs: config.knobs.sessionHours * 3_600_000,
    onError: fault('access'),
  });
  closing.defer(() => access.close());
  const numbers = openNumbers(pool);
  const masters = await openMasters({
    pool,
    log,
    masters: allMasters(),
    checks: masterChecks,
    others: listPrepare,
    onError: fault('masters'),
  });
  closing.defer(() => masters.close());
  const search = await openSearch({
    pool,
    log,
    kinds: allSearches(),
    masters: allMasters(),
    onError: fault('search'),
  });
  closing.defer(() => search.close());
  const reports = await openReports({ pool, log, reports: allReports(), onError: fault('reports') });
  closing.defer(() => reports.close());
  const care = await openCare({ pool, log, streams, onError: fault('care') });
  closing.defer(() => care.close());
  const documents = await openDocuments({
    pool,
    log,
    documents: allDocuments(),
    onError: fault('documents'),
  });
  closing.defer(() => documents.close());
  const stock = await openSqlView(pool, log, stockView, { onError: fault('stock'), restMs: 100 });
  closing.defer(() => stock.close());
  const prepare = bothPrepare(
    prepareHooks({
      ...{ pool, clock, config, newId, views, log, dataDir },
      onError: fault('decisions'),
      read: [
        { tables: 'master_rows', reached: () => masters.rows.reached(log.head()) },
        { tables: 'care_', reached: () => care.rows.reached(log.head()) },
        { tables: 'document_', reached: () => documents.rows.reached(log.head()) },
        { tables: 'stock_', reached: () => stock.reached(log.head()) },
      ],
    }),
    masters.prepare,
  );
  const handle: Handle = noteSlow(
    openHandle({ pool, log, states, numbers, clock, directory: access.directory, streams, prepare, newId }),
    {
      slowMs: config.slowCommandMs,
      note,
    },
  );
  const trial = openTrial({ states, clock, directory: access.directory, streams, prepare, newId });
  const translations = gatherTranslations(streams.values(), allScreens());
  const translate: ServerParts['translate'] = (code, details, language, space) =>
    translations.translate(code, details, language, space);

  return {
    ...{
      config,
      clock,
      databaseUrl,
      dataDir,
      connections,
      pool,
      storeLabel,
      streams,
      feeds,
      log,
      states,
      views,
      access,
      sealer,
      chainWatch,
    },
    ...{
      numbers,
      masters,
      search,
      reports,
      care,
      documents,
      stock,
      handle,
      trial,
      translations,
      note,
      newId,
      translate,
      fault,
    },
  };
}

/** The views that are tables of the database. */
export function sqlViewsOf({
  masters,
  search,
  reports,
  care,
  documents,
  stock,
}: Pick<
  Foundation,
  'masters' | 'search' | 'reports' | 'care' | 'documents' | 'stock'
>): readonly OpenSqlView[] {
  return [masters.rows, search.rows, ...reports.rows, care.rows, documents.rows, stock];
}

/** Secure cookies when the server is reached beyond loopback or through TLS. */
function isSecure(config: Config): boolean {
  if (config.publicUrl) return config.publicUrl.startsWith('https:');
  return !['127.0.0.1', '::1', 'localhost'].includes(config.host);
}
