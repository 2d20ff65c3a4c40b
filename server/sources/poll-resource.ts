import { performance } from 'node:perf_hooks';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { recordDeadLetter, deadLetterId } from './dead-letters.ts';
import { dataHash, itemAsMessage, sourceKey } from './message.ts';
import { readList } from './list.ts';
import { Unusable, type Resource } from './source.ts';
import { errorCode, resultOf, statusIn } from './call-result.ts';
import { takeMessage, type Taken, type Taking } from './take-message.ts';

/** The result of one read of one list. */
export interface Polled {
  readonly items: number;
  readonly applied: number;
  readonly missedByWebhook: number;
  readonly drift: number;
  readonly gone: number;
  readonly pageLimitReached: boolean;
  readonly full: boolean;
}

export interface PollResource {
  readonly server: Taking;
  readonly service: Service;
  readonly base: string;
  readonly resource: Resource;
  readonly full: boolean;
  readonly overlapMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Cursor {
  since: Date | null;
  etag: string | null;
}
interface Item {
  readonly message: SourceMessage;
  readonly untimed: boolean;
}

/** What the log of calls says of one read. */
interface Reading {
  readonly correlation: string;
  readonly taken: Taken[];
  unchanged: boolean;
  bytes: number;
}

/**
 * Reads one list of one outside service to its end and takes what is new. The cursor moves only after a
 * complete read.
 */
export async function pollResource(parts: PollResource): Promise<Polled> {
  const { server, service, resource } = parts;
  const reading: Reading = { correlation: server.newId(), taken: [], unchanged: false, bytes: 0 };
  const [at, begun] = [server.clock.now(), performance.now()];
  const note = (failed: unknown): void => {
    const { taken, correlation } = reading;
    const about = taken.find(({ effect }) => effect === 'applied') ?? taken[0];
    const error = failed === null ? null : errorCode(failed);
    server.intake.calls.note({
      ...{ at, service, direction: 'poll', method: 'GET', route: `/${service}/${resource.path}` },
      status: error === null ? (reading.unchanged ? 304 : 200) : statusIn(error),
      ms: Math.round(performance.now() - begun),
      bytes: reading.bytes,
      attempt: 1,
      result: error === null ? (resultOf(taken.map(({ effect }) => effect)) ?? 'empty') : 'failed',
      error: error ?? about?.reason ?? null,
      correlation: taken.length > 0 ? correlation : null,
      stream: about?.stream ?? null,
      position: taken.reduce<number | null>(
        (most, { position = null }) => (position === null ? most : Math.max(most ?? 0, position)),
        null,
      ),
      messages: taken.length,
    });
  };
  try {
    const polled = await readResource(parts, reading);
    note(null);
    return polled;
  } catch (error) {
    if (!parts.signal.aborted) note(error);
    throw error;
  }
}

async function readResource(parts: PollResource, reading: Reading): Promise<Polled> {
  const { server, service, resource, full } = parts;
  const { pool, clock } = server;
  const startedAt = clock.now();
  const { rows } = await pool.query<Cursor>(
    'select since, etag from source_cursors where service = $1 and resource = $2',
    [service, resource.path],
  );
  const cursor = rows[0] ?? { since: null, etag: null };
  const since =
    full || !cursor.since ? null : new Date(cursor.since.getTime() - parts.overlapMs).toISOString();
  const count = { applied: 0, missedByWebhook: 0, drift: 0 };
  let newest = cursor.since?.getTime() ?? 0;

  const read = await readList(
    {
      base: parts.base,
      service,
      path: resource.path,
      pageSize: resource.pageSize,
      since,
      etag: since ? cursor.etag : null,
      timeoutMs: parts.timeoutMs,
      signal: parts.signal,
    },
    (item) => idOf(item, resource),
    async (page) => {
      const items = await readItems(parts, page, startedAt);
      await atMost(32, await unknown(server, items), async (item) => {
        const via = full ? 'reconcile' : 'poll';
        const taken = await takeMessage(server, item.message, via, null, reading.correlation);
        reading.taken.push(taken);
        if (taken.effect !== 'applied') return;
        count.applied += 1;
        const changedAt = Date.parse(item.message.modifiedAt);
        if (!item.untimed && startedAt - changedAt > 300_000) count.missedByWebhook += 1;
        if (full && cursor.since && changedAt < cursor.since.getTime() - parts.overlapMs) count.drift += 1;
      });
      await remember(server, items, startedAt);
      for (const { message } of items)
        newest = Math.max(newest, Math.min(startedAt, Date.parse(message.modifiedAt)));
    },
  );

  reading.unchanged = read.unchanged;
  reading.bytes = read.bytes;
  const gone =
    full && !read.pageLimitReached ? await countGone(server, service, resource.entity, startedAt) : 0;
  await pool.query(
    `insert into source_cursors (service, resource, since, etag, polled_at, full_at, page_limit_reached, found, missed_by_webhook, drift) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (service, resource) do update set since = excluded.since, etag = excluded.etag, polled_at = excluded.polled_at, full_at = coalesce(excluded.full_at, source_cursors.full_at),
       page_limit_reached = excluded.page_limit_reached, found = source_cursors.found + excluded.found, missed_by_webhook = source_cursors.missed_by_webhook + excluded.missed_by_webhook, drift = source_cursors.drift + excluded.drift`,
    // An ETag belongs to one address: it is kept while the next request will be the same.
    [
      service,
      resource.path,
      newest > 0 ? new Date(newest) : null,
      since && newest === cursor.since?.getTime() ? read.etag : null,
      new Date(startedAt),
      full ? new Date(startedAt) : null,
      read.pageLimitReached,
      count.applied,
      count.missedByWebhook,
      count.drift + gone,
    ],
  );
  return { items: read.items, ...count, gone, pageLimitReached: read.pageLimitReached, full };
}

async function atMost<T>(n: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: Math.min(n, items.length) }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

function idOf(item: unknown, resource: Resource): string {
  const row = (item ?? {}) as Record<string, unknown>;
  return String(row['id'] ?? row[resource.id]);
}

/** Items as messages; an unreadable item becomes a dead letter, once, and the rest goes on. */
async function readItems(parts: PollResource, page: readonly unknown[], at: number): Promise<Item[]> {
  const items: Item[] = [];
  for (const item of page) {
    try {
      items.push(itemAsMessage(item, parts.service, parts.resource, at));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      const log = [{ at: new Date(at).toISOString(), error: error.message }];
      await recordDeadLetter(
        parts.server.pool,
        {
          service: parts.service,
          reason: error.reason,
          error: error.message,
          via: 'poll',
          webhookId: null,
          log,
          payload: JSON.stringify(item),
          message: null,
        },
        at,
        parts.server.intake.codeVersion,
      );
    }
  }
  return items;
}

/**
 * Items whose key is neither in the log nor parked nor dead: one query for a whole page, so that polling
 * again costs next to nothing.
 */
async function unknown(server: Taking, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return [];
  const messages = items.map((item) => item.message);
  const { rows } = await server.pool.query<{ place: string; known: boolean; hash: string | null }>({
    name: 'poll-known',
    text: `select q.place, exists (select 1 from source_keys k where k.key = q.key) or exists (select 1 from inbox i where i.source_key = q.key and i.next_at is not null)
        or exists (select 1 from dead_letters d where d.id = q.dead_id and d.state = 'dead') as known,
        (select s.hash from source_seen s where s.service = q.service and s.entity = q.entity and s.outside_id = q.outside_id) as hash
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as q (key, dead_id, service, entity, outside_id, place)`,
    values: [
      messages.map(sourceKey),
      messages.map((message) => deadLetterId(message.service, message, '')),
      messages.map((message) => message.service),
      messages.map((message) => message.entity),
      messages.map((message) => String(message.id)),
    ],
  });
  const received = new Map(rows.map((row) => [Number(row.place), row]));
  return items.filter((item, i) => {
    const row = received.get(i + 1);
    return !row?.known && !(item.untimed && row?.hash === dataHash(item.message));
  });
}

async function remember(server: Taking, items: readonly Item[], at: number): Promise<void> {
  if (items.length === 0) return;
  const last = new Map(items.map(({ message }) => [`${message.entity}\n${message.id}`, message]));
  const messages = [...last.values()];
  await server.pool.query({
    name: 'poll-seen',
    text: `insert into source_seen (service, entity, outside_id, hash, seen_at) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
      on conflict (service, entity, outside_id) do update set hash = excluded.hash, seen_at = excluded.seen_at`,
    values: [
      messages.map((message) => message.service),
      messages.map((message) => message.entity),
      messages.map((message) => String(message.id)),
      messages.map(dataHash),
      messages.map(() => new Date(at)),
    ],
  });
}

/** Counts records that were in the list before and are missing from this complete read. */
async function countGone(
  server: Taking,
  service: Service,
  entity: string,
  startedAt: number,
): Promise<number> {
  const { rowCount } = await server.pool.query(
    'delete from source_seen where service = $1 and entity = $2 and seen_at < $3',
    [service, entity, new Date(startedAt)],
  );
  return rowCount ?? 0;
}
