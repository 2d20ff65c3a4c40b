import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { Reaction, PolicyDef } from '#shared/core/policy.ts';
import type { Log } from '../core/parts.ts';
import { failPoint } from '../store/failpoint.ts';
import { asideError, mostAside, reasonOf } from '../store/set-aside.ts';

/** One reaction as it is stored: the source of truth behind every timer and outside call. */
export interface KeptReaction {
  readonly id: string;
  readonly reaction: Reaction;
  readonly correlationId: string;
  readonly dueAt: number;
}

export interface PolicyParts {
  readonly pool: Pool;
  readonly log: Log;
  readonly directory: Directory;
  readonly policies: readonly PolicyDef[];
  /**
   * Carries out reactions that are due now, and plans the others; what is lost here is found again by the
   * sweep.
   */
  readonly carryOut: (reactions: readonly KeptReaction[]) => void;
  readonly onError: (error: unknown) => void;
}

export interface Policies {
  position(): number;
  /** Resolves when every event up to the head has been processed. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** On a node without the role `jobs`: other nodes follow the log. */
export function policiesElsewhere(log: Pick<Log, 'head'>): Policies {
  return { position: () => log.head(), idle: async () => undefined, stop: async () => undefined };
}

/** What a policy fails with at an event. */
interface Failed {
  readonly policy: PolicyDef;
  readonly event: StoredEvent;
  readonly error: unknown;
}

const reactionsTo = (policy: PolicyDef, event: StoredEvent, directory: Directory): KeptReaction[] =>
  policy.react(event, { directory }).map((reaction, i) => {
    const dueAt = reaction.at ?? Date.parse(event.at);
    if (Number.isNaN(new Date(dueAt).getTime()))
      throw new RangeError(`Reaction ${i} is due at no time: ${dueAt}`);
    return {
      id: `${policy.name}:${event.position}:${i}`,
      reaction,
      correlationId: event.correlationId,
      dueAt,
    };
  });

/** Stores reactions, whose `columnsOf` are the parameters from the third on, if this table has a row. */
const insertFrom = (table: string): string =>
  `insert into reactions (id, kind, due_at, reaction, correlation_id)
    select a.* from ${table}, unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[]) as a on conflict do nothing`;
const columnsOf = (reactions: readonly KeptReaction[]) => [
  reactions.map((a) => a.id),
  reactions.map((a) => a.reaction.kind),
  reactions.map((a) => new Date(a.dueAt)),
  reactions.map((a) => JSON.stringify(a.reaction)),
  reactions.map((a) => a.correlationId),
];

/** The name under which events are set aside for a policy. */
export const consumerOf = ({ name }: Pick<PolicyDef, 'name'>): string => `policy ${name}`;

const page = 1_000;
/** Events that arrive so soon after reactions were saved are saved together, ms. */
const restMs = 20;

/**
 * Follows the log and stores the reactions of policies. Reactions and the position are written in one
 * transaction, and a reaction's id consists of policy, position and index: an event processed twice has one
 * reaction.
 */
export async function openPolicies(parts: PolicyParts): Promise<Policies> {
  const { pool, log, policies } = parts;
  const byType = new Map<string, PolicyDef[]>();
  for (const policy of policies)
    for (const type of policy.on) byType.set(type, [...(byType.get(type) ?? []), policy]);

  await pool.query("insert into policies (name, position) values ('server', 0) on conflict do nothing");
  let position = Number(
    (await pool.query<{ position: string }>("select position from policies where name = 'server'")).rows[0]!
      .position,
  );
  let saved = position;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let buffer: StoredEvent[] = [];
  let keptAt = -Infinity;
  let awaited = 0;
  let goOn = (): void => undefined;

  /** A short pause after reactions were saved, unless somebody waits for the end. */
  const rest = async (): Promise<void> => {
    const ms = keptAt + restMs - performance.now();
    if (ms <= 0 || awaited > 0 || stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const take = async (): Promise<StoredEvent[]> => {
    const ready = buffer;
    buffer = [];
    if (ready.length > 0 && ready[0]!.position <= position + 1)
      return ready.filter((event) => event.position > position);
    return log.head() > position ? log.readAfter(position, page) : [];
  };

  /** The reactions to events, and where a policy fails at one: everything else goes on without it. */
  const receive = (events: readonly StoredEvent[]): { reactions: KeptReaction[]; failed: Failed[] } => {
    const reactions: KeptReaction[] = [];
    const failed: Failed[] = [];
    /** How often each policy failed: many events that hurt a few policies each are no policy's fault. */
    const times = new Map<PolicyDef, number>();
    for (const event of events)
      for (const policy of byType.get(event.type) ?? [])
        try {
          reactions.push(...reactionsTo(policy, event, parts.directory));
        } catch (error) {
          failed.push({ policy, event, error });
          const n = (times.get(policy) ?? 0) + 1;
          times.set(policy, n);
          if (n > mostAside) throw error;
        }
    return { reactions, failed };
  };

  /**
   * Saves the reactions, the events set aside and the position, all or nothing; false when another node has processed these events
   * already.
   */
  const keep = async (
    reactions: readonly KeptReaction[],
    failed: readonly Failed[],
    to: number,
  ): Promise<boolean> => {
    const { rows } = await pool.query<{ mine: boolean }>({
      name: 'keep-reactions',
      text: `with moved as (update policies set position = $1 where name = 'server' and position = $2 returning 1),
        kept as (${insertFrom('moved')}),
        aside as (insert into set_aside (consumer, position, stream, type, reason)
          select a.* from moved, unnest($8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[]) as a on conflict do nothing)
        select exists (select 1 from moved) as mine`,
      values: [
        to,
        saved,
        ...columnsOf(reactions),
        failed.map(({ policy }) => consumerOf(policy)),
        failed.map(({ event }) => event.position),
        failed.map(({ event }) => event.stream),
        failed.map(({ event }) => event.type),
        failed.map(({ error }) => reasonOf(error)),
      ],
    });
    if (!rows[0]!.mine) return false;
    for (const { policy, event, error } of failed)
      parts.onError(asideError(consumerOf(policy), event, error));
    await failPoint('policies.kept');
    saved = to;
    return true;
  };

  const run = async (): Promise<void> => {
    do {
      again = false;
      for (;;) {
        if (log.head() > position) await rest();
        const events = await take();
        if (events.length === 0) break;
        const { reactions, failed } = receive(events);
        const to = events[events.length - 1]!.position;
        if (reactions.length + failed.length > 0 || to - saved >= page) {
          if (!(await keep(reactions, failed, to))) {
            // The other node may have processed only the first of these: the rest is processed again here.
            position = saved = Number(
              (await pool.query<{ position: string }>("select position from policies where name = 'server'"))
                .rows[0]!.position,
            );
            continue;
          }
          keptAt = performance.now();
          parts.carryOut(reactions);
        }
        position = to;
      }
    } while (again && !stopped);
  };

  const wake = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = run()
      .catch((error: unknown) => {
        buffer = [];
        position = saved;
        parts.onError(error);
        setTimeout(wake, 1_000).unref();
      })
      .finally(() => {
        running = null;
        if (again) wake();
      });
  };

  const unfollow = log.follow('policies', (events) => {
    if (buffer.length < 10_000) buffer.push(...events);
    wake();
  });
  wake();

  return {
    position: () => position,
    async idle() {
      awaited += 1;
      goOn();
      try {
        while (position < log.head() && !stopped) {
          wake();
          if (running) await running;
        }
      } finally {
        awaited -= 1;
      }
    },
    async stop() {
      stopped = true;
      unfollow();
      goOn();
      if (running) await running;
    },
  };
}

/**
 * Asks a policy once more about an event that was set aside for it, and stores its reactions for the next sweep, or why it still fails.
 * What the store fails with is thrown. Null where nothing is set aside.
 */
export async function reactAgain(
  parts: Pick<PolicyParts, 'pool' | 'log' | 'directory' | 'policies'>,
  consumer: string,
  position: number,
): Promise<{ readonly reason: string | null } | null> {
  const policy = parts.policies.find((one) => consumerOf(one) === consumer);
  const [event] = policy ? await parts.log.readAfter(position - 1, 1) : [];
  if (!policy || event?.position !== position) return null;
  let reactions: KeptReaction[];
  try {
    reactions = reactionsTo(policy, event, parts.directory);
  } catch (error) {
    const reason = reasonOf(error);
    const { rowCount } = await parts.pool.query(
      'update set_aside set reason = $3 where consumer = $1 and position = $2',
      [consumer, position, reason],
    );
    return rowCount === 0 ? null : { reason };
  }
  const { rows } = await parts.pool.query<{ mine: boolean }>(
    `with taken as (delete from set_aside where consumer = $1 and position = $2 returning 1),
      kept as (${insertFrom('taken')})
      select exists (select 1 from taken) as mine`,
    [consumer, position, ...columnsOf(reactions)],
  );
  return rows[0]!.mine ? { reason: null } : null;
}
