import type { FeedDef } from '#shared/core/view.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { openAccess } from '../access/open.ts';
import { secondFactorKeys } from '../access/second-factor-keys.ts';
import type { Config } from '../config.ts';
import { openMasters } from '../families/master/open.ts';
import { openReports } from '../families/report/open.ts';
import { openSearch } from '../families/search/open.ts';
import type { Clock, Handle, House } from '../house.ts';
import { openSealer } from '../operations/sealer.ts';
import { noteSlow, type Note } from '../notes.ts';
import { everyView } from '../every-view.ts';
import { allFeeds, allMasters, allReports, allScreens, allSearches, allStreams } from '../registers.ts';
import { prepareHooks } from '../special/prepare.ts';
import { bothPrepare, openHandle } from '../store/handle.ts';
import { houseName } from '../store/house-name.ts';
import { openLines } from '../store/lines.ts';
import { openLog } from '../store/log.ts';
import { migrate } from '../store/migrate.ts';
import { openWitness } from '../store/seal-witness.ts';
import { sealKeys } from '../store/seals.ts';
import { openNumbers } from '../store/numbers.ts';
import { openStates } from '../store/states.ts';
import { openTrial } from '../store/trial.ts';
import { ulidMaker } from '../store/ulid.ts';
import { openViews } from '../views/engine.ts';
import { gatherWords } from '../words.ts';

export interface HouseOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Where data really lies, if not where the configuration says. */
  readonly dataDir?: string;
  readonly clock: Clock;
  readonly version: string;
  /** Every process but the only owner of an embedded store hears of others' commits. */
  readonly shared: boolean;
  readonly onError: (error: unknown, where: string, correlationId?: string) => void;
  /** The house's own log, one line each; nowhere when it is not given. */
  readonly note?: Note;
  /** Streams and feeds beside the registers: tests. */
  readonly more?: { readonly streams?: readonly StreamDef[]; readonly feeds?: readonly FeedDef[] };
}

/** The store, what is folded from it, and the one road into it. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** Opens the store and what lives on it. Each part says to `closing` how it ends, where it begins: closing goes the other way. */
export async function openFoundation(options: HouseOptions, closing: AsyncDisposableStack) {
  const { config, clock, databaseUrl } = options;
  const dataDir = options.dataDir ?? config.dataDir;
  /** Tells of what went wrong in a part. */
  const fault =
    (where: string, correlationId?: string) =>
    (error: unknown): void =>
      options.onError(error, where, correlationId);
  const note: Note = options.note ?? (() => undefined);

  const lines = openLines({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 30_000 }, note);
  closing.defer(() => lines.close());
  const { pool } = lines;
  pool.on('error', fault('pool'));
  // A line that breaks while it is in use says so twice: to its question, and here; unheard it would end the process.
  pool.on('connect', (client) => client.on('error', fault('database line')));
  await migrate(pool);
  const houseIs = await houseName(pool);
  const keys = secondFactorKeys(config, dataDir);
  // Before the log, so that it closes after it: what was written last is sealed too.
  const sealer = await openSealer({ pool, keys: sealKeys(keys), witness: openWitness(dataDir), onError: fault('seals') });
  closing.defer(() => sealer.close());

  const streams = new Map([...allStreams(), ...(options.more?.streams ?? []).map((def) => [def.name, def] as const)]);
  const feeds = new Map([...allFeeds(), ...(options.more?.feeds ?? []).map((def) => [def.name, def] as const)]);
  const newId = ulidMaker(clock.now);

  const log = await openLog(pool, { pollMs: 1_000, shared: options.shared, onError: fault('log') });
  closing.defer(() => log.close());
  const states = openStates(pool, streams);
  log.follow((events) => states.apply(events));
  log.follow(sealer.touched);
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
  const masters = await openMasters({ pool, log, masters: allMasters(), onError: fault('masters') });
  closing.defer(() => masters.close());
  const search = await openSearch({ pool, log, kinds: allSearches(), masters: allMasters(), onError: fault('search') });
  closing.defer(() => search.close());
  const reports = await openReports({ pool, log, reports: allReports(), onError: fault('reports') });
  closing.defer(() => reports.close());
  const prepare = bothPrepare(prepareHooks({ pool, clock, config, newId, views }), masters.prepare);
  const handle: Handle = noteSlow(openHandle({ pool, log, states, numbers, clock, directory: access.directory, streams, prepare, newId }), {
    slowMs: config.slowCommandMs,
    note,
  });
  const trial = openTrial({ states, clock, directory: access.directory, streams, prepare, newId });
  const words = gatherWords(streams.values(), allScreens());
  const say: House['say'] = (code, details, language, space) => words.say(code, details, language, space);

  return {
    ...{ config, clock, databaseUrl, dataDir, lines, pool, houseIs, streams, feeds, log, states, views, access, sealer },
    ...{ numbers, masters, search, reports, handle, trial, words, note, newId, say, fault },
  };
}

/** Off loopback or behind TLS, cookies travel encrypted only. */
function isSecure(config: Config): boolean {
  if (config.publicUrl) return config.publicUrl.startsWith('https:');
  return !['127.0.0.1', '::1', 'localhost'].includes(config.host);
}
