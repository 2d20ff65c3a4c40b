import type { Pool } from 'pg';
import { streamName } from '#shared/core/event.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { gather } from '../store/gather.ts';
import { quickCommit } from '../store/quick-commit.ts';

/** SQL that maps the rows of `asked` to streams, as `owned`; the numbers come from the app's own sequence. */
export const owning = `fresh as (select a.*, row_number() over (partition by a.name) as n from asked a
        where not exists (select 1 from source_ids m where m.service = a.service and m.entity = a.entity and m.outside_id = a.outside_id)),
      counted as (select name, count(*) as n from fresh group by name),
      numbered as (insert into numbers (kind, next) select name, n + 1 from counted order by name
        on conflict (kind) do update set next = numbers.next + excluded.next - 1 returning kind, next),
      owned as (insert into source_ids (service, entity, outside_id, stream)
        select f.service, f.entity, f.outside_id, f.name || '-' || (d.next - c.n + f.n - 1)
        from fresh f join counted c on c.name = f.name join numbered d on d.kind = f.name order by f.service, f.entity, f.outside_id
      on conflict (service, entity, outside_id) do update set stream = source_ids.stream returning service, entity, outside_id, stream, xmax = 0 as fresh)`;

type Thing = Pick<SourceMessage, 'service' | 'entity' | 'id'>;
/** A stream of ours, and whether its number was allotted by this very lookup. */
export interface OwnStream {
  readonly stream: string;
  readonly fresh: boolean;
}
const owners = new WeakMap<
  Pool,
  (wanted: { readonly thing: Thing; readonly name: string }) => Promise<OwnStream>
>();

/**
 * Maps an outside id to a stream of ours, permanently; the number comes from the app's own sequence.
 * Concurrent lookups are one statement.
 */
export function ownStream(pool: Pool, thing: Thing, name: string): Promise<OwnStream> {
  let own = owners.get(pool);
  if (!own) owners.set(pool, (own = gather((wanted) => ownStreams(pool, wanted))));
  return own({ thing, name });
}

/**
 * Commits asynchronously: the event that needs the mapping is committed after it, so both are on disk or
 * neither is.
 */
async function ownStreams(
  pool: Pool,
  wanted: readonly { readonly thing: Thing; readonly name: string }[],
): Promise<OwnStream[]> {
  const { rows } = await pool.query<{
    service: string;
    entity: string;
    outside_id: string;
    stream: string;
    fresh: boolean;
  }>({
    name: 'source-own',
    text: `${quickCommit},
      asked as (select distinct on (service, entity, outside_id) q.* from quick, unnest($1::text[], $2::text[], $3::text[], $4::text[]) as q (service, entity, outside_id, name)),
      ${owning}
      select * from owned`,
    values: [
      wanted.map((one) => one.thing.service),
      wanted.map((one) => one.thing.entity),
      wanted.map((one) => String(one.thing.id)),
      wanted.map((one) => one.name),
    ],
  });
  const key = (service: string, entity: string, id: unknown): string =>
    JSON.stringify([service, entity, String(id)]);
  const streams = new Map(
    rows.map((row) => [
      key(row.service, row.entity, row.outside_id),
      { stream: row.stream, fresh: row.fresh },
    ]),
  );
  return Promise.all(
    wanted.map(
      async ({ thing }) =>
        streams.get(key(thing.service, thing.entity, thing.id)) ?? {
          stream: await streamOf(pool, thing),
          fresh: false,
        },
    ),
  );
}

/** Another lookup mapped it first. */
async function streamOf(pool: Pool, thing: Thing): Promise<string> {
  const stream = await streamAt(pool, thing);
  if (stream === null) throw new Error(`${thing.service} ${thing.entity} ${thing.id} was not mapped.`);
  return stream;
}

/** The stream that an outside id is mapped to, or null when it is unknown. */
export async function streamAt(pool: Pool, thing: Thing): Promise<string | null> {
  const { rows } = await pool.query<{ stream: string }>({
    name: 'source-at',
    text: 'select stream from source_ids where service = $1 and entity = $2 and outside_id = $3',
    values: [thing.service, thing.entity, String(thing.id)],
  });
  return rows[0]?.stream ?? null;
}

/**
 * Ties an outside id to an existing stream, e.g. when an outside service answers a command of ours with its
 * own id.
 */
export async function tieStream(
  pool: Pool,
  message: Pick<SourceMessage, 'service' | 'entity' | 'id'>,
  stream: string,
): Promise<void> {
  await pool.query(
    'insert into source_ids (service, entity, outside_id, stream) values ($1, $2, $3, $4) on conflict do nothing',
    [message.service, message.entity, String(message.id), stream],
  );
}

/** The outside id of one of our streams, or null when that service does not know it. */
export async function outsideIdOf(pool: Pool, service: string, stream: string): Promise<string | null> {
  const { rows } = await pool.query<{ outside_id: string }>(
    'select outside_id from source_ids where service = $1 and stream = $2',
    [service, stream],
  );
  return rows[0]?.outside_id ?? null;
}

/** The mirror stream of a record without a stream type of its own. */
export function mirrorStream(message: Pick<SourceMessage, 'service' | 'entity' | 'id'>): string {
  return `mirror-${message.service}-${message.entity}-${encodeURIComponent(String(message.id))}`;
}

export function isMirror(stream: string): boolean {
  return streamName(stream) === 'mirror';
}
