import type { Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';
import { bury, deadLetterId } from './dead-letters.ts';
import { dataHash, itemAsFact, sourceKey } from './fact.ts';
import { readList } from './list.ts';
import { Unusable, type Resource } from './source.ts';
import { takeFact, type Taking } from './take-fact.ts';

/** What one reading of one list brought. */
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
  readonly house: Taking;
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
  readonly fact: SourceFact;
  readonly untimed: boolean;
}

/** Reads one list of one outside service to its end and takes what is new. The cursor moves only after a whole reading. */
export async function pollResource(parts: PollResource): Promise<Polled> {
  const { house, service, resource, full } = parts;
  const { pool, clock } = house;
  const startedAt = clock.now();
  const { rows } = await pool.query<Cursor>('select since, etag from source_cursors where service = $1 and resource = $2', [service, resource.path]);
  const cursor = rows[0] ?? { since: null, etag: null };
  const since = full || !cursor.since ? null : new Date(cursor.since.getTime() - parts.overlapMs).toISOString();
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
      await atMost(32, await unknown(house, items), async (item) => {
        const taken = await takeFact(house, item.fact, full ? 'reconcile' : 'poll');
        if (taken.effect !== 'applied') return;
        count.applied += 1;
        const changedAt = Date.parse(item.fact.modifiedAt);
        if (!item.untimed && startedAt - changedAt > 300_000) count.missedByWebhook += 1;
        if (full && cursor.since && changedAt < cursor.since.getTime() - parts.overlapMs) count.drift += 1;
      });
      await remember(house, items, startedAt);
      for (const { fact } of items) newest = Math.max(newest, Math.min(startedAt, Date.parse(fact.modifiedAt)));
    },
  );

  const gone = full && !read.pageLimitReached ? await countGone(house, service, resource.entity, startedAt) : 0;
  await pool.query(
    `insert into source_cursors (service, resource, since, etag, polled_at, full_at, page_limit_reached, found, missed_by_webhook, drift) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (service, resource) do update set since = excluded.since, etag = excluded.etag, polled_at = excluded.polled_at, full_at = coalesce(excluded.full_at, source_cursors.full_at),
       page_limit_reached = excluded.page_limit_reached, found = source_cursors.found + excluded.found, missed_by_webhook = source_cursors.missed_by_webhook + excluded.missed_by_webhook, drift = source_cursors.drift + excluded.drift`,
    // An ETag belongs to one address: it is kept while the next question will be the same.
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

/** Items as facts; what cannot be read becomes a dead letter, once, and the rest goes on. */
async function readItems(parts: PollResource, page: readonly unknown[], at: number): Promise<Item[]> {
  const items: Item[] = [];
  for (const item of page) {
    try {
      items.push(itemAsFact(item, parts.service, parts.resource, at));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      const log = [{ at: new Date(at).toISOString(), error: error.message }];
      await bury(
        parts.house.pool,
        { service: parts.service, reason: error.reason, error: error.message, via: 'poll', webhookId: null, log, payload: JSON.stringify(item), fact: null },
        at,
        parts.house.intake.codeVersion,
      );
    }
  }
  return items;
}

/** Those whose key is neither in the log nor parked nor dead: one question for a whole page, so that polling again costs next to nothing. */
async function unknown(house: Taking, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return [];
  const facts = items.map((item) => item.fact);
  const { rows } = await house.pool.query<{ place: string; known: boolean; hash: string | null }>({
    name: 'poll-known',
    text: `select q.place, exists (select 1 from source_keys k where k.key = q.key) or exists (select 1 from inbox i where i.source_key = q.key and i.next_at is not null)
        or exists (select 1 from dead_letters d where d.id = q.dead_id and d.state = 'dead') as known,
        (select s.hash from source_seen s where s.service = q.service and s.entity = q.entity and s.outside_id = q.outside_id) as hash
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as q (key, dead_id, service, entity, outside_id, place)`,
    values: [
      facts.map(sourceKey),
      facts.map((fact) => deadLetterId(fact.service, fact, '')),
      facts.map((fact) => fact.service),
      facts.map((fact) => fact.entity),
      facts.map((fact) => String(fact.id)),
    ],
  });
  const told = new Map(rows.map((row) => [Number(row.place), row]));
  return items.filter((item, i) => {
    const row = told.get(i + 1);
    return !row?.known && !(item.untimed && row?.hash === dataHash(item.fact));
  });
}

async function remember(house: Taking, items: readonly Item[], at: number): Promise<void> {
  if (items.length === 0) return;
  const last = new Map(items.map(({ fact }) => [`${fact.entity}\n${fact.id}`, fact]));
  const facts = [...last.values()];
  await house.pool.query({
    name: 'poll-seen',
    text: `insert into source_seen (service, entity, outside_id, hash, seen_at) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
      on conflict (service, entity, outside_id) do update set hash = excluded.hash, seen_at = excluded.seen_at`,
    values: [
      facts.map((fact) => fact.service),
      facts.map((fact) => fact.entity),
      facts.map((fact) => String(fact.id)),
      facts.map(dataHash),
      facts.map(() => new Date(at)),
    ],
  });
}

/** Things that were in the list once and were not in this whole reading. */
async function countGone(house: Taking, service: Service, entity: string, startedAt: number): Promise<number> {
  const { rowCount } = await house.pool.query('delete from source_seen where service = $1 and entity = $2 and seen_at < $3', [
    service,
    entity,
    new Date(startedAt),
  ]);
  return rowCount ?? 0;
}
