import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { writeBody } from './event-row.ts';
import { failPoint } from './failpoint.ts';

/** Everything one command writes, all or nothing. */
export interface Entry {
  readonly commandId: string | null;
  readonly requestHash: string | null;
  readonly answer: string | null;
  readonly sourceKey: string | null;
  /** Every stream that was read, with the version it had. */
  readonly expected: readonly (readonly [stream: string, version: number])[];
  readonly events: readonly Omit<StoredEvent, 'position'>[];
}

export type Outcome =
  | { readonly kind: 'written'; readonly events: readonly StoredEvent[]; readonly position: number }
  | { readonly kind: 'conflict'; readonly stream: string }
  | {
      readonly kind: 'known';
      readonly requestHash: string;
      readonly answer: string;
      readonly position: number;
    }
  | { readonly kind: 'duplicate'; readonly position: number };

interface Waiting {
  readonly entry: Entry;
  readonly text: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commands that arrive while a group is being synced form the next group, so that many writers share one
 * fsync.
 */
export interface GroupCommit {
  append(entry: Entry): Promise<Outcome>;
  /** The pid of the backend that writes for this node; its notifications are already known here. */
  writer(): number | null;
  /** Waits for pending groups, then refuses new ones. */
  close(): Promise<void>;
}

/** The pid of the backend of a connection; the driver's types omit it. */
const processOf = (connection: PoolClient | null): number | null =>
  (connection as { processID?: number } | null)?.processID ?? null;

const groupBytes = 4 * 1024 * 1024;
const groupSize = 512;

/**
 * `unsure` receives the backend's pid when a group got no answer: the backend may have written it, or may
 * still do so.
 */
export function openGroupCommit(
  pool: Pool,
  committed: (events: readonly StoredEvent[]) => void,
  unsure: (process: number) => void = () => undefined,
): GroupCommit {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let closed = false;
  let client: PoolClient | null = null;

  const take = (): Waiting[] => {
    let bytes = 0;
    let n = 0;
    while (n < waiting.length && n < groupSize && (n === 0 || bytes + waiting[n]!.text.length <= groupBytes))
      bytes += waiting[n++]!.text.length;
    const group = waiting.slice(0, n);
    waiting = waiting.slice(n);
    return group;
  };

  const writer = async (): Promise<PoolClient> => {
    if (client) return client;
    const fresh = await pool.connect();
    // An idle connection broke: unless it is released, the pool loses its slot.
    fresh.on('error', () => {
      if (client !== fresh) return;
      client = null;
      fresh.release(true);
    });
    return (client = fresh);
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = take();
      let backend: number | null = null;
      try {
        const before = failPoint('append.before');
        if (before) await before;
        const connection = await writer();
        backend = processOf(connection);
        const { rows } = await connection.query<{ r: unknown[][] }>({
          name: 'append-group',
          text: 'select append_group($1::jsonb) as r',
          values: [`[${group.map((w) => w.text).join(',')}]`],
        });
        const after = failPoint('append.after');
        if (after) await after;
        settle(group, rows[0]!.r);
      } catch (error) {
        client?.release(true);
        client = null;
        for (const one of group) one.reject(error);
        if (backend !== null) unsure(backend);
      }
    }
  };

  /** Commands that arrive just before a run ends start the next one. */
  const start = (): void => {
    running ??= Promise.resolve()
      .then(run)
      .finally(() => {
        running = null;
        if (waiting.length > 0) start();
      });
  };

  const settle = (group: readonly Waiting[], verdicts: readonly unknown[][]): void => {
    const all: StoredEvent[] = [];
    const outcomes = group.map(({ entry }, i): Outcome => {
      const verdict = verdicts[i]!;
      if (verdict[0] === 'conflict') return { kind: 'conflict', stream: verdict[1] as string };
      if (verdict[0] === 'known')
        return {
          kind: 'known',
          requestHash: verdict[1] as string,
          answer: verdict[2] as string,
          position: Number(verdict[3]),
        };
      if (verdict[0] === 'duplicate') return { kind: 'duplicate', position: Number(verdict[1]) };
      const position = Number(verdict[0]);
      const first = position - entry.events.length + 1;
      const events = entry.events.map((event, n) => ({ ...event, position: first + n }));
      all.push(...events);
      return { kind: 'written', events, position };
    });
    if (all.length > 0) committed(all);
    group.forEach((one, i) => one.resolve(outcomes[i]!));
  };

  return {
    append(entry) {
      if (closed) return Promise.reject(new Error('The log is closing.'));
      const text = JSON.stringify([
        entry.commandId,
        entry.requestHash,
        entry.answer,
        entry.sourceKey,
        entry.expected,
        entry.events.map((event) => [
          event.stream,
          event.version,
          event.id,
          streamName(event.stream),
          event.type,
          event.at,
          writeBody(event),
        ]),
      ]);
      return new Promise((resolve, reject) => {
        waiting.push({ entry, text, resolve, reject });
        start();
      });
    },
    writer: () => processOf(client),
    async close() {
      closed = true;
      while (running) await running;
      client?.release();
      client = null;
    },
  };
}
