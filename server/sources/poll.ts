import { performance } from 'node:perf_hooks';
import { cutText } from '#shared/core/cut.ts';
import type { Service } from '#shared/core/view.ts';
import { alone, type LeaderLease } from '../store/leader-lease.ts';
import type { HealthBook } from './health.ts';
import { ListFailed } from './list.ts';
import { pollResource, type Polled } from './poll-resource.ts';
import { sources } from './register.ts';
import type { Taking } from './take-message.ts';
import { every } from '../store/every.ts';

export interface PollOptions {
  /** Addresses of the outside services; all others are not polled. */
  readonly urls: ReadonlyMap<Service, string>;
  readonly pollMs: number;
  readonly timeoutMs?: number;
  /** How far a poll reaches back before its cursor, for rows committed late. */
  readonly overlapMs?: number;
  /** The time between two full reads of every list. */
  readonly fullMs?: number;
  /** The time between two probes of a service that failed three times. */
  readonly probeMs?: number;
  /** A node without the lease does not poll. */
  readonly leader?: LeaderLease;
  /** Nothing is polled while this returns true. */
  readonly paused?: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface Poller {
  /** Polls what is due; called by the timer and by tests. */
  tick(): void;
  /**
   * Polls one service now, whatever the state of its breaker, and returns the results; null when it failed.
   */
  pollNow(service: Service, full?: boolean): Promise<readonly Polled[] | null>;
  status(): readonly PollStatus[];
  close(): Promise<void>;
}

export interface PollStatus {
  readonly service: Service;
  readonly breaker: 'closed' | 'open';
  readonly nextInMs: number;
  readonly lastError: string | null;
}

interface Turn {
  readonly service: Service;
  running: Promise<readonly Polled[] | null> | null;
  nextAt: number;
  nextMono: number;
  failures: number;
  fullAt: number | null;
  lastError: string | null;
}

const failuresToOpen = 3;

/**
 * Polls each outside service every `pollMs`, independently: its own schedule, its own timeout, one request
 * at a time.
 */
export function openPoller(server: Taking, health: HealthBook, options: PollOptions): Poller {
  const { clock } = server;
  const {
    pollMs,
    timeoutMs = 10_000,
    overlapMs = 120_000,
    fullMs = 3_600_000,
    probeMs = 30_000,
    leader = alone,
  } = options;
  const closing = new AbortController();
  const turns = new Map<Service, Turn>(
    [...options.urls.keys()].map((service) => [
      service,
      { service, running: null, nextAt: 0, nextMono: 0, failures: 0, fullAt: null, lastError: null },
    ]),
  );

  const after = (turn: Turn, ms: number): void => {
    turn.nextAt = clock.now() + ms;
    turn.nextMono = performance.now() + ms;
  };

  /**
   * Reads every list of a service, one after the other. A list it does not offer (404) is skipped, as long
   * as it offers one.
   */
  const pollLists = async (service: Service, full: boolean): Promise<Polled[]> => {
    const brought: Polled[] = [];
    let failed: unknown = null;
    let notOffered: unknown = null;
    for (const resource of sources[service].resources) {
      if (leader.term() === null) throw new Error('Another node asks the services now.');
      try {
        brought.push(
          await pollResource({
            server,
            service,
            base: options.urls.get(service)!,
            resource,
            full,
            overlapMs,
            timeoutMs,
            signal: closing.signal,
          }),
        );
      } catch (error) {
        const reason = error instanceof ListFailed ? error.reason : 'fault';
        if (reason === 'status404') notOffered = error;
        else failed ??= error;
        if (
          reason === 'timeout' ||
          reason === 'unreachable' ||
          reason === 'status429' ||
          closing.signal.aborted
        )
          break;
      }
    }
    if (failed !== null) throw failed;
    if (brought.length === 0) throw notOffered;
    return brought;
  };

  /** For the other nodes, and for this one after a restart. */
  const write = async ({ service, lastError }: Turn): Promise<void> => {
    const known = health.answers(service)!;
    const instant = (at: number | null): Date | null => (at === null ? null : new Date(at));
    await server.pool.query(
      `insert into source_health (service, ok_at, failures, third_at, last_error, polled_at) values ($1, $2, $3, $4, $5, $6) on conflict (service) do update
       set ok_at = excluded.ok_at, failures = excluded.failures, third_at = excluded.third_at, last_error = excluded.last_error, polled_at = excluded.polled_at`,
      [
        service,
        instant(known.okAt),
        known.failures,
        instant(known.thirdAt),
        lastError == null ? null : cutText(lastError, 500),
        new Date(clock.now()),
      ],
    );
  };

  const poll = async (turn: Turn, full: boolean): Promise<readonly Polled[] | null> => {
    const { service } = turn;
    const startedAt = clock.now();
    try {
      const brought = await pollLists(service, full);
      if (full) turn.fullAt = startedAt;
      turn.failures = 0;
      turn.lastError = null;
      after(turn, Math.max(0, pollMs - (clock.now() - startedAt)));
      health.note(service, 'ok');
      await write(turn);
      return brought;
    } catch (error) {
      if (closing.signal.aborted || leader.term() === null) return null;
      turn.failures += 1;
      turn.lastError = error instanceof Error ? error.message : String(error);
      const retryAfter = error instanceof ListFailed ? error.retryAfterMs : null;
      after(
        turn,
        Math.max(turn.failures >= failuresToOpen ? Math.max(probeMs, pollMs) : pollMs, retryAfter ?? 0),
      );
      health.note(service, 'failed');
      await write(turn).catch(options.onError);
      if (turn.failures === 1 || turn.failures === failuresToOpen) options.onError(error);
      return null;
    }
  };

  const start = (turn: Turn, full: boolean): Promise<readonly Polled[] | null> => {
    turn.running ??= poll(turn, full).finally(() => {
      turn.running = null;
    });
    return turn.running;
  };

  const tick = (): void => {
    if (closing.signal.aborted || options.paused?.() || leader.term() === null) return;
    for (const turn of turns.values()) {
      if (turn.running || (clock.now() < turn.nextAt && performance.now() < turn.nextMono)) continue;
      void start(turn, turn.fullAt === null || clock.now() - turn.fullAt >= fullMs);
    }
    health.check();
  };

  const stopTicking = every(Math.min(1_000, pollMs), tick);
  const recalled = server.pool
    .query<{ service: Service; ok_at: Date | null; failures: number; third_at: Date | null }>(
      'select service, ok_at, failures, third_at from source_health',
    )
    .then(
      ({ rows }) => {
        for (const row of rows)
          health.learn(row.service, {
            okAt: row.ok_at?.getTime() ?? null,
            failures: row.failures,
            thirdAt: row.third_at?.getTime() ?? null,
          });
      },
      (error: unknown) => options.onError(error),
    )
    .then(tick);

  return {
    tick,
    async pollNow(service, full = false) {
      const turn = turns.get(service);
      if (!turn) return null;
      await recalled;
      if (turn.running) await turn.running;
      return start(turn, full);
    },
    status: () =>
      [...turns.values()].map((turn) => ({
        service: turn.service,
        breaker: turn.failures >= failuresToOpen ? ('open' as const) : ('closed' as const),
        nextInMs: Math.max(0, Math.round(turn.nextMono - performance.now())),
        lastError: turn.lastError,
      })),
    async close() {
      stopTicking();
      closing.abort();
      await recalled;
      for (const turn of turns.values()) await turn.running;
    },
  };
}
