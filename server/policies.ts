import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { Ask, PolicyDef } from '#shared/core/policy.ts';
import type { Log } from './house.ts';
import { failPoint } from './store/failpoint.ts';

/** One thing asked for, as it is kept: the truth behind every timer and outside call. */
export interface KeptAsk {
  readonly id: string;
  readonly ask: Ask;
  readonly correlationId: string;
  readonly dueAt: number;
}

export interface PolicyParts {
  readonly pool: Pool;
  readonly log: Log;
  readonly directory: Directory;
  readonly policies: readonly PolicyDef[];
  /** Carries out asks that are due now, and plans those that are not; what is lost here is found again by the sweep. */
  readonly carryOut: (asks: readonly KeptAsk[]) => void;
  readonly onError: (error: unknown) => void;
}

export interface Policies {
  position(): number;
  /** Resolves when every event up to the head has been heard. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** On a node without the role `jobs`: others hear the log. */
export function policiesElsewhere(log: Pick<Log, 'head'>): Policies {
  return { position: () => log.head(), idle: async () => undefined, stop: async () => undefined };
}

const page = 1_000;
/** What happens so soon after asks were kept is kept together, ms. */
const restMs = 20;

/**
 * Follows the log and asks what policies say. Asks and the place reached are written in one transaction, and an ask's id is
 * made of policy, position and place in the list: heard twice, asked once.
 */
export async function openPolicies(parts: PolicyParts): Promise<Policies> {
  const { pool, log, policies } = parts;
  const byType = new Map<string, PolicyDef[]>();
  for (const policy of policies) for (const type of policy.on) byType.set(type, [...(byType.get(type) ?? []), policy]);

  await pool.query("insert into policies (name, position) values ('house', 0) on conflict do nothing");
  let position = Number((await pool.query<{ position: string }>("select position from policies where name = 'house'")).rows[0]!.position);
  let saved = position;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let buffer: StoredEvent[] = [];
  let keptAt = -Infinity;
  let awaited = 0;
  let goOn = (): void => undefined;

  /** A moment's rest after asks were kept, unless somebody waits for the end. */
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
    if (ready.length > 0 && ready[0]!.position <= position + 1) return ready.filter((event) => event.position > position);
    return log.head() > position ? log.readAfter(position, page) : [];
  };

  const hear = (events: readonly StoredEvent[]): KeptAsk[] => {
    const asks: KeptAsk[] = [];
    for (const event of events)
      for (const policy of byType.get(event.type) ?? []) {
        policy.ask(event, { directory: parts.directory }).forEach((ask, i) => {
          asks.push({ id: `${policy.name}:${event.position}:${i}`, ask, correlationId: event.correlationId, dueAt: ask.at ?? Date.parse(event.at) });
        });
      }
    return asks;
  };

  /** Keeps the asks and the place reached, both or neither; false when another node has heard these events already. */
  const keep = async (asks: readonly KeptAsk[], to: number): Promise<boolean> => {
    const { rows } = await pool.query<{ mine: boolean }>({
      name: 'keep-asks',
      text: `with moved as (update policies set position = $1 where name = 'house' and position = $2 returning 1),
        kept as (insert into asks (id, kind, due_at, ask, correlation_id)
          select a.* from moved, unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[]) as a on conflict do nothing)
        select exists (select 1 from moved) as mine`,
      values: [
        to,
        saved,
        asks.map((a) => a.id),
        asks.map((a) => a.ask.kind),
        asks.map((a) => new Date(a.dueAt)),
        asks.map((a) => JSON.stringify(a.ask)),
        asks.map((a) => a.correlationId),
      ],
    });
    if (!rows[0]!.mine) return false;
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
        const asks = hear(events);
        const to = events[events.length - 1]!.position;
        if (asks.length > 0 || to - saved >= page) {
          if (!(await keep(asks, to))) {
            // The other may have heard only the first of these: what comes after its place is heard again here, or nobody keeps it.
            position = saved = Number((await pool.query<{ position: string }>("select position from policies where name = 'house'")).rows[0]!.position);
            continue;
          }
          keptAt = performance.now();
          parts.carryOut(asks);
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

  const unfollow = log.follow((events) => {
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
