import { hung } from './patience.ts';
import { whole } from './sampled.ts';

/**
 * How often each promise runs, by tier. `PROMISES_TIER` (small, night, release; `npm run promises --
 * --night`) chooses the column; a name in capitals raises one count alone: `KILLS=300`, `PAGE_DRIFTS=5000`.
 */
export const tiers = ['small', 'night', 'release'] as const;
export type Tier = (typeof tiers)[number];

export const counts = {
  /** P01, P08, P09: kill -9 of the whole server under four drivers. */
  kills: [5, 300, 2_000],
  /** P01, P09, P21: kills at each named fail-point. */
  pointKills: [1, 25, 100],
  /** P02: commands answered while every sync is traced. */
  syncedAnswers: [60, 2_000, 10_000],
  /** P12: generated sequences of frames. */
  frameSequences: [1_000, 10_000, 100_000],
  /** P13: clients that lose their connection at the same moment, and how often. */
  stormClients: [100, 300, 300],
  storms: [3, 10, 50],
  /** P16: sessions that expire under a socket that only listens. */
  expiries: [4, 40, 200],
  /** P18: services, each of which fails in every way. */
  sickServices: [1, 9, 9],
  /** P19: polls of each healthy service beside one that hangs. */
  pollsBesideHang: [12, 200, 1_000],
  /** P20: generated lists that move while they are read. */
  pageDrifts: [60, 500, 5_000],
  /** P21: jobs whose node was frozen or killed in the middle. */
  jobsTwice: [12, 200, 1_000],
  /** P22, P23: restarts and losses of Redis under load. */
  redisRestarts: [3, 50, 50],
  /** P24: all connections to PostgreSQL ended under load. */
  cuts: [15, 50, 200],
  /** P25: second openers of one store. */
  openers: [3, 50, 50],
  /** P26: a disk that fills up and is freed again. */
  fullDisks: [2, 20, 50],
  /** P26: a disk that answers EIO or EROFS and recovers, in three ways. */
  failingDisks: [3, 20, 50],
  /** P27: commands sent after each jump of the clock. */
  commandsAfterJump: [5, 100, 1_000],
  /** P33, P35: two approvers at once; commands sent three times. */
  races: [60, 1_000, 10_000],
  commands: [200, 10_000, 10_000],
  /** P36: corrupted rows per table; mixed actions. */
  tampers: [12, 100, 100],
  mixedActions: [200, 10_000, 10_000],
  /** P36: kills between mixed actions. */
  trailKills: [2, 50, 200],
  /** P37: requests in a flood. */
  flood: [3_000, 30_000, 100_000],
  /** P29: rounds of people, files and events, after which memory and handles must not have grown. */
  leakRounds: [3, 60, 600],
  /** P38: connections that receive the same changes as the measured page. */
  liveClients: [60, 300, 300],
  /** P39: schedules of random faults, each before a page of its own. */
  faultSchedules: [3, 200, 1_000],
  /** P40: commands to a service that does not answer. */
  unanswered: [60, 2_000, 2_000],
  /** Rows of the file that is imported and undone in Chromium. */
  importRows: [1_000, 5_000, 5_000],
  /** P41: frames over a connection that delays and slices. */
  delayedFrames: [300, 20_000, 100_000],
  /** Fuzz: requests per operation, frames, bodies, answers, states. */
  fuzzPerOperation: [6, 500, 5_000],
  fuzzFrames: [1_500, 100_000, 1_000_000],
  fuzzWebhooks: [300, 50_000, 50_000],
  fuzzAnswers: [60, 1_000, 20_000],
  /** Sequences of commands to one aggregate, compared with a model of it. */
  fuzzSequences: [200, 5_000, 50_000],
  fuzzStates: [150, 5_000, 50_000],
  fuzzUploads: [80, 2_000, 2_000],
  fuzzPaths: [400, 5_000, 50_000],
} as const satisfies Readonly<Record<string, readonly [number, number, number]>>;
export type Count = keyof typeof counts;

/** Repetitions and generated cases of which the gate plays a third. */
const thirdInGate: ReadonlySet<Count> = new Set([
  'sickServices',
  'pageDrifts',
  'races',
  'commands',
  'mixedActions',
  'unanswered',
  'fuzzPerOperation',
  'fuzzWebhooks',
  'fuzzAnswers',
  'fuzzSequences',
  'fuzzStates',
  'fuzzPaths',
]);

export function tier(): Tier {
  const requested = process.env['PROMISES_TIER'] ?? 'small';
  const found = tiers.find((one) => one === requested);
  if (!found) throw new Error(`PROMISES_TIER: ${requested} is not one of ${tiers.join(', ')}.`);
  return found;
}

/** How often, in this run. */
export function count(name: Count): number {
  const alone = process.env[name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()];
  if (alone === undefined) {
    const all = counts[name][tiers.indexOf(tier())]!;
    return whole || !thirdInGate.has(name) ? all : Math.ceil(all / 3);
  }
  const n = Number(alone);
  if (!Number.isSafeInteger(n) || n < 1)
    throw new Error(`${name}: expected a whole number above 0, got "${alone}".`);
  return n;
}

/** A test's time limit (ms), scaled with the count. */
export function limitFor(name: Count): number {
  return Math.ceil(hung.test * Math.max(1, count(name) / counts[name][0]));
}

/**
 * The upper bound of a duration (ms). The small tier shares a small machine with other tests, so its bound
 * only detects a hang; the larger tiers run alone on the machine and check the goal itself.
 */
export function goal(ms: number): number {
  return tier() === 'small' ? Math.max(hung.wait, ms) : ms;
}

/**
 * The seed of generated cases; `FUZZ_SEED` chooses another. A seed that failed is kept in its test as a case.
 */
export function seed(): number {
  return Number(process.env['FUZZ_SEED'] ?? 237);
}
