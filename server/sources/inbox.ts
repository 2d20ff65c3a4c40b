import type { Pool } from 'pg';
import type { SourceMessage } from '#shared/wire.ts';
import { gather } from '../store/gather.ts';
import { limits } from '#shared/core/limits.ts';
import { quickCommit } from '../store/quick-commit.ts';
import type { Attempt, Via } from './dead-letters.ts';
import { sourceKey, thingOf } from './message.ts';
import { owning } from './stream-lookup.ts';

/** What is known of a source message before it is taken. */
export interface Known {
  /** This webhook was answered before. */
  readonly answered: boolean;
  /** The message is in the log. */
  readonly known: boolean;
  /** An earlier message about the same subject waits for another attempt. */
  readonly parked: boolean;
  /** The message lies among the dead letters. */
  readonly dead: boolean;
  /** The stream that the outside subject is mapped to. */
  readonly stream: string | null;
  /** It was mapped by this very query. */
  readonly fresh: boolean;
}

export interface Received {
  readonly message: SourceMessage;
  readonly webhookId: string | null;
  readonly deadId: string;
  /** The kind of stream to map the subject to when the message may be taken; null leaves it unmapped. */
  readonly name: string | null;
}

export interface Answered {
  readonly service: string;
  readonly webhookId: string;
  readonly outcome: string;
  readonly at: Date;
}

export interface Waiting {
  readonly id: string;
  readonly thing: string;
  readonly message: string;
  readonly via: Via;
  readonly attempts: number;
  readonly log: string;
}

/** Everything that belongs to a source message beside its events, in the table `inbox`. */
export interface Inbox {
  /** Looks a message up by its key, its webhook and its subject; many at the same time are one query. */
  receive(received: Received): Promise<Known>;
  /**
   * Records that a webhook was answered. A crash may lose the record; the message's key in the log still
   * makes it count once.
   */
  answer(answered: Answered): Promise<void>;
  /** Queues a message behind the others of its subject until `nextAt`. */
  park(
    message: SourceMessage,
    via: Via,
    webhookId: string | null,
    log: readonly Attempt[],
    now: Date,
    nextAt: Date,
  ): Promise<void>;
  /** The first waiting message of each subject that is due. */
  due(now: Date): Promise<readonly Waiting[]>;
  postpone(id: string, log: readonly Attempt[], nextAt: Date): Promise<void>;
  /** The message no longer waits; its webhook still counts as answered. */
  settle(id: string): Promise<void>;
}

export function openInbox(pool: Pool): Inbox {
  return {
    receive: gather<Received, Known>((received) => query(pool, received)),
    answer: gather<Answered, void>(async (answers) => {
      await note(pool, answers);
      return answers.map(() => undefined);
    }, limits.arrayItems),
    async park(message, via, webhookId, log, now, nextAt) {
      await pool.query({
        name: 'inbox-park',
        text: `insert into inbox (service, webhook_id, subject, source_key, message, via, outcome, attempts, next_at, log, received_at)
          values ($1, $2, $3, $4, $5, $6, 'parked', $7, $8, $9, $10) on conflict do nothing`,
        values: [
          message.service,
          webhookId,
          thingOf(message),
          sourceKey(message),
          JSON.stringify(message),
          via,
          log.length,
          nextAt,
          JSON.stringify(log),
          now,
        ],
      });
    },
    async due(now) {
      const { rows } = await pool.query<Waiting>({
        name: 'inbox-due',
        text: `select distinct on (i.subject) i.id, i.subject as thing, i.message as message, i.via, i.attempts, i.log from inbox i
          where i.next_at <= $1 and not exists (select 1 from inbox e where e.subject = i.subject and e.id < i.id and e.next_at is not null)
          order by i.subject, i.id limit 200`,
        values: [now],
      });
      return rows;
    },
    async postpone(id, log, nextAt) {
      const values = [id, log.length, JSON.stringify(log), nextAt];
      await pool.query('update inbox set attempts = $2, log = $3, next_at = $4 where id = $1', values);
    },
    async settle(id) {
      await pool.query(
        `with answered as (update inbox set next_at = null, message = null where id = $1 and webhook_id is not null)
        delete from inbox where id = $1 and webhook_id is null`,
        [id],
      );
    },
  };
}

/** Commits asynchronously: see `answer`; an event that needs the mapping is committed after it. */
async function query(pool: Pool, received: readonly Received[]): Promise<Known[]> {
  const { rows } = await pool.query<Known>({
    name: 'inbox-receive',
    text: `${quickCommit},
      looked as materialized (select q.*,
          exists (select 1 from inbox i where i.service = q.service and i.webhook_id = q.webhook_id) as answered,
          exists (select 1 from source_keys s where s.key = q.key) as known,
          exists (select 1 from inbox i where i.subject = q.thing and i.next_at is not null) as parked,
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
      received.map((one) => one.message.service),
      received.map((one) => one.message.entity),
      received.map((one) => String(one.message.id)),
      received.map((one) => thingOf(one.message)),
      received.map((one) => sourceKey(one.message)),
      received.map((one) => one.webhookId),
      received.map((one) => one.deadId),
      received.map((one) => one.name),
    ],
  });
  return rows;
}

async function note(pool: Pool, answers: readonly Answered[]): Promise<void> {
  await pool.query({
    name: 'inbox-answer',
    text: `${quickCommit}
      insert into inbox (service, webhook_id, received_at, outcome) select a.service, a.webhook_id, a.at, a.outcome
      from quick, unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as a (service, webhook_id, at, outcome) on conflict do nothing`,
    values: [
      answers.map((one) => one.service),
      answers.map((one) => one.webhookId),
      answers.map((one) => one.at),
      answers.map((one) => one.outcome),
    ],
  });
}
