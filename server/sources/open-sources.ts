import type { FastifyInstance } from 'fastify';
import { services, type Service } from '#shared/core/view.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { Config } from '../config.ts';
import type { ServerParts } from '../core/parts.ts';
import type { HttpParts } from '../http/every-request.ts';
import { alone, type LeaderLease } from '../store/leader-lease.ts';
import { allStreams } from '../core/registers.ts';
import { openRequestedPolls } from './requested-polls.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { openCallLog, type CallLog } from './call-log.ts';
import { openHealth, type HealthBook } from './health.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { pollRoutes } from './poll-routes.ts';
import { openPoller, type Poller } from './poll.ts';
import { receiveWebhooks } from './receive.ts';
import { retryParked } from './retry.ts';
import { webhookSecrets } from './secrets.ts';
import { openIntake, type Taking } from './take-message.ts';
import { every } from '../store/every.ts';

export type SourcesParts = Pick<
  ServerParts,
  'pool' | 'clock' | 'log' | 'handle' | 'views' | 'access' | 'newId'
> & {
  readonly config: Config;
  readonly version?: string;
  /**
   * One node at a time polls, retries and sends; always this one when it is the only process on its store.
   */
  readonly leader?: LeaderLease;
  /** No polling while the store cannot be written. */
  readonly paused?: () => boolean;
  readonly onError: (error: unknown) => void;
};

export interface OpenSources {
  readonly health: HealthBook;
  /** Services that live outside. */
  readonly outside: ReadonlySet<Service>;
  readonly taking: Taking;
  readonly calls: CallLog;
  readonly secrets: ReadonlyMap<Service, readonly string[]>;
  /** Null until started, and in a process that does not do the services' work. */
  readonly poller: () => Poller | null;
  readonly outbox: Outbox;
  /** Figures for the health page. */
  status(): Promise<SourcesStatus>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SourcesStatus {
  readonly services: readonly {
    readonly service: Service;
    readonly state: string;
    readonly since: string;
    readonly lives: 'inside' | 'outside';
    readonly lastError: string | null;
  }[];
  readonly lists: readonly {
    readonly service: string;
    readonly resource: string;
    readonly polledAt: string | null;
    readonly pageLimitReached: boolean;
    readonly missedByWebhook: number;
    readonly drift: number;
  }[];
  readonly deadLetters: number;
  readonly parked: number;
  readonly outboxOpen: number;
}

/** Everything exchanged with the nine base services. */
export async function openSources(parts: SourcesParts): Promise<OpenSources> {
  const { pool, clock, config, onError } = parts;
  const outside = new Set(config.serviceUrls.keys());
  const pollMs = config.pollSeconds * 1_000;
  const health = openHealth({ clock, outside, pollMs });
  const calls = openCallLog({ pool, clock, log: parts.log, newId: parts.newId, onError });
  const taking: Taking = { ...parts, intake: openIntake(pool, parts.version ?? '', calls) };
  const leader = parts.leader ?? alone;
  const outbox = openOutbox({ server: taking, urls: config.serviceUrls, leader, onError });
  const works = config.roles.has('services');
  let poller: Poller | null = null;
  let turning: (() => void) | null = null;
  let follower: (() => void) | null = null;
  let round: Promise<unknown> | null = null;
  let requestedPolls: { run(): Promise<void> } | null = null;
  const polls = new Set<Promise<void>>();

  /** All nodes report what the polling node recorded. */
  const learn = async (): Promise<void> => {
    const { rows } = await pool.query<{
      service: Service;
      ok_at: Date | null;
      failures: number;
      third_at: Date | null;
    }>('select service, ok_at, failures, third_at from source_health');
    for (const row of rows)
      health.learn(row.service, {
        okAt: row.ok_at?.getTime() ?? null,
        failures: row.failures,
        thirdAt: row.third_at?.getTime() ?? null,
      });
  };
  let learning: Promise<void> | null = null;
  const follow = (): void => {
    if (works && leader.term() !== null) return;
    learning ??= learn()
      .then(() => health.check())
      .catch(onError)
      .finally(() => {
        learning = null;
      });
  };

  const turn = (): void => {
    if (leader.term() === null) return;
    if (requestedPolls && !parts.paused?.()) {
      const running = requestedPolls.run().catch(onError);
      polls.add(running);
      void running.finally(() => polls.delete(running));
    }
    round ??= Promise.all([retryParked(taking), outbox.run()])
      .catch(onError)
      .finally(() => {
        round = null;
      });
  };

  return {
    health,
    outside,
    taking,
    calls,
    outbox,
    secrets: webhookSecrets(config),
    poller: () => poller,
    async start() {
      if (outside.size > 0 && !follower) {
        await learn();
        follower = every(1_000, follow);
      }
      if (!works || turning) return;
      await outbox.start();
      poller = openPoller(taking, health, {
        urls: config.serviceUrls,
        pollMs,
        leader,
        onError,
        ...(parts.paused ? { paused: parts.paused } : {}),
      });
      requestedPolls = openRequestedPolls({ ...parts, poller, outside, leader });
      turning = every(1_000, turn);
    },
    async stop() {
      turning?.();
      follower?.();
      await learning;
      await outbox.stop();
      await poller?.close();
      await Promise.all(polls);
      await round;
      await calls.close();
    },
    async status() {
      const { rows: lists } = await pool.query<{
        service: string;
        resource: string;
        polled_at: Date | null;
        page_limit_reached: boolean;
        missed_by_webhook: string;
        drift: string;
      }>('select * from source_cursors order by service, resource');
      const { rows: counts } = await pool.query<{ dead: string; parked: string; open: string }>(
        "select (select count(*) from dead_letters where state = 'dead') as dead, (select count(*) from inbox where next_at is not null) as parked, (select count(*) from source_outbox where state not in ('done', 'dead')) as open",
      );
      const { rows: answers } = await pool.query<{ service: Service; last_error: string | null }>(
        'select service, last_error from source_health',
      );
      const errors = new Map(answers.map((one) => [one.service, one.last_error]));
      return {
        services: health.of(services).map((one) => ({
          ...one,
          lives: outside.has(one.service) ? ('outside' as const) : ('inside' as const),
          lastError: errors.get(one.service) ?? null,
        })),
        lists: lists.map((row) => ({
          service: row.service,
          resource: row.resource,
          polledAt: row.polled_at?.toISOString() ?? null,
          pageLimitReached: row.page_limit_reached,
          missedByWebhook: Number(row.missed_by_webhook),
          drift: Number(row.drift),
        })),
        deadLetters: Number(counts[0]!.dead),
        parked: Number(counts[0]!.parked),
        outboxOpen: Number(counts[0]!.open),
      };
    },
  };
}

export type SourceRouteParts = HttpParts & {
  readonly server: ServerParts;
  readonly sources: OpenSources;
  readonly streams?: ReadonlyMap<string, StreamDef>;
};

/** The webhook route and the routes of the dead letters. */
export function sourceRoutes(app: FastifyInstance, parts: SourceRouteParts): void {
  const { sources, onError } = parts;
  void app.register(
    receiveWebhooks(sources.taking, {
      secrets: sources.secrets,
      onError: (error, service) => onError(error, `webhook ${service}`),
    }),
  );
  void app.register(outboxRoutes(sources.taking));
  void app.register(pollRoutes(parts.server, sources.outside));
  void app.register(deadLetterRoutes(sources.taking, parts.streams ?? allStreams()));
}
