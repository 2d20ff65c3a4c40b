import type { Pool } from 'pg';
import { streamName } from '#shared/core/event.ts';
import type { SourceFact } from '#shared/wire.ts';
import { gather } from '../gather.ts';
import { sourceKey, thingOf } from './fact.ts';
import { quickCommit } from '../store/quick-commit.ts';

/** What the house knows of a fact before it takes it: one round to the database for many facts at once. */
export interface Looked {
  /** This webhook was answered before. */
  readonly answered: boolean;
  /** The fact is in the log. */
  readonly known: boolean;
  /** An earlier fact of the same thing waits to be tried again. */
  readonly parked: boolean;
  /** The fact lies among the dead letters. */
  readonly dead: boolean;
  /** The stream that the outside thing is mapped to. */
  readonly stream: string | null;
  /** It was mapped by this very look. */
  readonly fresh: boolean;
}

interface Question {
  readonly fact: SourceFact;
  readonly webhookId: string | null;
  readonly deadId: string;
  /** The name of the stream that the thing is mapped to where nothing speaks against taking the fact; null leaves it as it is. */
  readonly name: string | null;
}

/** Gives what is `asked` for streams of ours, as `owned`; the numbers come from the house's own. */
const owning = `fresh as (select a.*, row_number() over (partition by a.name) as n from asked a
        where not exists (select 1 from source_ids m where m.service = a.service and m.entity = a.entity and m.outside_id = a.outside_id)),
      counted as (select name, count(*) as n from fresh group by name),
      numbered as (insert into numbers (kind, next) select name, n + 1 from counted order by name
        on conflict (kind) do update set next = numbers.next + excluded.next - 1 returning kind, next),
      owned as (insert into source_ids (service, entity, outside_id, stream)
        select f.service, f.entity, f.outside_id, f.name || '-' || (d.next - c.n + f.n - 1)
        from fresh f join counted c on c.name = f.name join numbered d on d.kind = f.name order by f.service, f.entity, f.outside_id
      on conflict (service, entity, outside_id) do update set stream = source_ids.stream returning service, entity, outside_id, stream, xmax = 0 as fresh)`;

export function openLook(pool: Pool): (question: Question) => Promise<Looked> {
  return gather<Question, Looked>(async (questions) => {
    const { rows } = await pool.query<Looked>({
      name: 'source-look',
      text: `${quickCommit},
      looked as materialized (select q.*,
          exists (select 1 from webhook_ids w where w.service = q.service and w.webhook_id = q.webhook_id) as answered,
          exists (select 1 from source_keys s where s.key = q.key) as known,
          exists (select 1 from source_parked p where p.thing = q.thing) as parked,
          exists (select 1 from dead_letters d where d.id = q.dead_id and d.state = 'dead') as dead,
          (select m.stream from source_ids m where m.service = q.service and m.entity = q.entity and m.outside_id = q.outside_id) as stream
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality
          as q (service, entity, outside_id, thing, key, webhook_id, dead_id, name, place)),
      asked as (select distinct on (service, entity, outside_id) service, entity, outside_id, name from quick, looked
        where name is not null and stream is null and not (answered or known or parked or dead)),
      ${owning}
      select l.answered, l.known, l.parked, l.dead, coalesce(l.stream, o.stream) as stream, coalesce(o.fresh, false) as fresh
        from looked l left join owned o using (service, entity, outside_id) order by l.place`,
      values: [
        questions.map((one) => one.fact.service),
        questions.map((one) => one.fact.entity),
        questions.map((one) => String(one.fact.id)),
        questions.map((one) => thingOf(one.fact)),
        questions.map((one) => sourceKey(one.fact)),
        questions.map((one) => one.webhookId),
        questions.map((one) => one.deadId),
        questions.map((one) => one.name),
      ],
    });
    return rows;
  });
}

type Thing = Pick<SourceFact, 'service' | 'entity' | 'id'>;
/** A stream of ours, and whether its number was handed out for this very question. */
export interface Own {
  readonly stream: string;
  readonly fresh: boolean;
}
const owners = new WeakMap<Pool, (wanted: { readonly thing: Thing; readonly name: string }) => Promise<Own>>();

/** Maps an outside thing to a stream of ours, once and for ever; the number comes from the house's own. Many at the same time are one statement. */
export function ownStream(pool: Pool, thing: Thing, name: string): Promise<Own> {
  let own = owners.get(pool);
  if (!own) owners.set(pool, (own = gather((wanted) => ownStreams(pool, wanted))));
  return own({ thing, name });
}

/** Not synced to disk by itself: the event that needs the mapping is committed after it, and both are on disk then or neither is. */
async function ownStreams(pool: Pool, wanted: readonly { readonly thing: Thing; readonly name: string }[]): Promise<Own[]> {
  const { rows } = await pool.query<{ service: string; entity: string; outside_id: string; stream: string; fresh: boolean }>({
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
  const key = (service: string, entity: string, id: unknown): string => JSON.stringify([service, entity, String(id)]);
  const streams = new Map(rows.map((row) => [key(row.service, row.entity, row.outside_id), { stream: row.stream, fresh: row.fresh }]));
  return Promise.all(
    wanted.map(async ({ thing }) => streams.get(key(thing.service, thing.entity, thing.id)) ?? { stream: await streamOf(pool, thing), fresh: false }),
  );
}

/** Somebody else mapped it before we asked. */
async function streamOf(pool: Pool, thing: Thing): Promise<string> {
  const stream = await streamAt(pool, thing);
  if (stream === null) throw new Error(`${thing.service} ${thing.entity} ${thing.id} was not mapped.`);
  return stream;
}

/** The stream of ours that an outside thing is mapped to, or null when it was never heard of. */
export async function streamAt(pool: Pool, thing: Thing): Promise<string | null> {
  const { rows } = await pool.query<{ stream: string }>({
    name: 'source-at',
    text: 'select stream from source_ids where service = $1 and entity = $2 and outside_id = $3',
    values: [thing.service, thing.entity, String(thing.id)],
  });
  return rows[0]?.stream ?? null;
}

/** Ties an outside id to a stream that exists already, e.g. when an outside service answers an order of ours with its own id. */
export async function tieStream(pool: Pool, fact: Pick<SourceFact, 'service' | 'entity' | 'id'>, stream: string): Promise<void> {
  await pool.query('insert into source_ids (service, entity, outside_id, stream) values ($1, $2, $3, $4) on conflict do nothing', [
    fact.service,
    fact.entity,
    String(fact.id),
    stream,
  ]);
}

/** The outside id of one of our streams, or null when that service does not know it. */
export async function outsideIdOf(pool: Pool, service: string, stream: string): Promise<string | null> {
  const { rows } = await pool.query<{ outside_id: string }>('select outside_id from source_ids where service = $1 and stream = $2', [service, stream]);
  return rows[0]?.outside_id ?? null;
}

/** The generic stream of a thing without a life of its own here. */
export function mirrorStream(fact: Pick<SourceFact, 'service' | 'entity' | 'id'>): string {
  return `mirror-${fact.service}-${fact.entity}-${encodeURIComponent(String(fact.id))}`;
}

export function isMirror(stream: string): boolean {
  return streamName(stream) === 'mirror';
}
