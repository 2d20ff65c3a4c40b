import type { Stored } from '#shared/core/event.ts';
import type { QueueItemEvent } from '#shared/streams/calls/queueitem/state.ts';
import type { Pool } from 'pg';
import { limits } from '#shared/core/limits.ts';
import { streamKey } from '#shared/core/event.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Access, Clock, Handle, Log } from '../core/parts.ts';
import { uuidOf } from './reactions.ts';
import { every } from '../store/every.ts';
import { asideError, isOfData, noteAside } from '../store/set-aside.ts';

export interface LeaseKnobs {
  readonly claimMs: number;
  readonly workMs: number;
  readonly graceMs: number;
}

export interface Leases {
  /** Renews the leases of a session; returns the items whose lease it no longer holds. */
  renew(sessionId: string, items: readonly string[]): Promise<readonly string[]>;
  /**
   * The last connection of a session is gone: its leases end after the grace period, unless it comes back.
   */
  sessionLost(sessionId: string): void;
  sessionBack(sessionId: string): void;
  /** The session was signed out or revoked: its leases end at once. */
  sessionEnded(sessionId: string): void;
  /** Ends expired leases; called once a second. */
  tick(): Promise<void>;
  /** Notes one event, unless a later one has said what became of its lease. */
  take(event: StoredEvent): Promise<void>;
  stop(): Promise<void>;
}

export const leaseKnobs: LeaseKnobs = {
  claimMs: limits.leaseClaimMs,
  workMs: limits.leaseWorkMs,
  graceMs: limits.leaseGraceMs,
};

/** The name under which claims that the table cannot take are set aside. */
export const leasesConsumer = 'leases';

/**
 * Tracks how long each lease runs, in the table `leases` and never in the log, from events of queue items,
 * heartbeats and lost sessions. A lease that expires there is ended in the log by one `expireLease` command
 * with its id.
 */
export function openLeases(parts: {
  /** Maintains the table and ends leases; other nodes only renew. */
  works: boolean;
  pool: Pool;
  clock: Clock;
  log: Log;
  handle: Handle;
  access: Pick<Access, 'systemViewer'>;
  /** The holder of an item according to the log. */
  held: (item: string) => Promise<{
    readonly leaseId: string;
    readonly empId: number;
    readonly sessionId: string | null;
    readonly working: boolean;
  } | null>;
  knobs: LeaseKnobs;
  onError: (error: unknown) => void;
}): Leases {
  const { pool, clock, knobs } = parts;
  const running = new Set<Promise<unknown>>();
  const run = (work: Promise<unknown>): void => {
    const kept = work.catch(parts.onError).finally(() => running.delete(kept));
    running.add(kept);
  };
  const at = (ms: number): Date => new Date(clock.now() + ms);
  let chain: Promise<void> = Promise.resolve();
  /**
   * Runs one after the other. After a failure part may be saved: the next run reads the log from the
   * position in the table.
   */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    // An earlier failure was reported to its own caller.
    chain = Promise.allSettled([chain])
      .then(work)
      .catch((error: unknown) => {
        noted = null;
        throw error;
      });
    return chain;
  };

  const note = async (event: Stored<QueueItemEvent>): Promise<void> => {
    const item = streamKey(event.stream);
    switch (event.type) {
      case 'QueueItemClaimed':
      case 'QueueItemTakenOver':
        await pool.query(
          'insert into leases (item, lease_id, emp_id, session_id, working, until) values ($1, $2, $3, $4, false, $5) on conflict (item) do update set lease_id = excluded.lease_id, emp_id = excluded.emp_id, session_id = excluded.session_id, working = false, until = excluded.until',
          [
            item,
            event.data.leaseId,
            // A call handed over takes its row along: the holder is not whoever acted.
            event.data.empId,
            event.data.sessionId,
            at(knobs.claimMs),
          ],
        );
        break;
      case 'QueueItemWorkStarted':
        await pool.query('update leases set working = true, until = $2 where item = $1', [
          item,
          at(knobs.workMs),
        ]);
        break;
      case 'QueueItemReleased':
      case 'QueueItemLeaseExpired':
      case 'QueueItemParked':
      case 'QueueItemCompleted':
      case 'QueueItemRemoved':
        await pool.query(
          'with over as (delete from leases where item = $1) delete from set_aside where consumer = $2 and stream = $3',
          [item, leasesConsumer, event.stream],
        );
        break;
    }
  };
  const subscribed = new Set([
    'QueueItemClaimed',
    'QueueItemTakenOver',
    'QueueItemWorkStarted',
    'QueueItemReleased',
    'QueueItemLeaseExpired',
    'QueueItemParked',
    'QueueItemCompleted',
    'QueueItemRemoved',
  ]);
  const unfollow = parts.log.follow(leasesConsumer, (events) => {
    if (!parts.works) return;
    const mine = events.filter((event) => subscribed.has(event.type));
    if (mine.length === 0) return;
    run(
      inTurn(async () => {
        await catchUp();
        await takeAll(mine);
      }),
    );
  });

  /**
   * The last event whose lease is in the table; events from before this node took over are read from the
   * log.
   */
  let noted: number | null = null;
  const takeAll = async (events: readonly StoredEvent[]): Promise<void> => {
    const fresh = events.filter((event) => event.position > noted!);
    if (fresh.length === 0) return;
    for (const event of fresh)
      try {
        await note(event as Stored<QueueItemEvent>);
      } catch (error) {
        if (!isOfData(error)) throw error;
        await noteAside(pool, leasesConsumer, event, error);
        parts.onError(asideError(leasesConsumer, event, error));
      }
    noted = fresh.at(-1)!.position;
    await pool.query("update policies set position = greatest(position, $1) where name = 'leases'", [noted]);
  };
  const catchUp = async (): Promise<void> => {
    if (noted !== null) return;
    const head = parts.log.head();
    await pool.query("insert into policies (name, position) values ('leases', $1) on conflict do nothing", [
      head,
    ]);
    noted = Number(
      (await pool.query<{ position: string }>("select position from policies where name = 'leases'")).rows[0]!
        .position,
    );
    for (;;) {
      const events = await parts.log.readAfter(noted, 1_000, ['queueitem']);
      if (events.length === 0) return;
      await takeAll(events.filter((event) => subscribed.has(event.type)));
      noted = Math.max(noted, events.at(-1)!.position);
    }
  };
  if (parts.works) run(inTurn(catchUp));
  const stopTicking = parts.works ? every(1_000, () => run(tick())) : null;

  async function tick(): Promise<void> {
    await inTurn(catchUp);
    const furthest = at(Math.max(knobs.claimMs, knobs.workMs, knobs.graceMs));
    const { rows: odd } = await pool.query<{ item: string; lease_id: string; emp_id: number; over: boolean }>(
      {
        name: 'leases-odd',
        text: 'select item, lease_id, emp_id, until <= $1 as over from leases where until <= $1 or until > $2',
        values: [at(0), furthest],
      },
    );
    const rows = odd.filter(({ over }) => over);
    // Set before the clock was turned back: a lease is never longer than its span.
    if (rows.length < odd.length)
      await pool.query('update leases set until = $1 where until > $1', [furthest]);
    let failed: { readonly error: unknown } | null = null;
    // One lease that cannot be ended holds up no other.
    for (const row of rows)
      try {
        await expire(row);
      } catch (error) {
        failed ??= { error };
      }
    if (failed) throw (failed as { readonly error: unknown }).error;
  }

  async function expire(row: { readonly item: string; readonly lease_id: string }): Promise<void> {
    await parts.handle({
      stream: `queueitem-${row.item}`,
      command: 'expireLease',
      input: { leaseId: row.lease_id },
      viewer: parts.access.systemViewer('leases'),
      idempotencyKey: uuidOf(`lease:${row.lease_id}`),
      correlationId: `lease-${row.lease_id}`,
    });
    await pool.query('delete from leases where item = $1 and lease_id = $2', [row.item, row.lease_id]);
  }

  return {
    async renew(sessionId, items) {
      if (items.length === 0) return [];
      const { rows } = await pool.query<{ item: string }>(
        'update leases set until = greatest(until, case when working then $3::timestamptz else $4::timestamptz end) where item = any($1) and session_id = $2 returning item',
        [items, sessionId, at(knobs.workMs), at(0)],
      );
      const kept = new Set(rows.map((row) => row.item));
      for (const item of items) {
        if (kept.has(item)) continue;
        // Claimed while no node maintained the table: the log knows the holder.
        const lease = await parts.held(item);
        if (lease?.sessionId !== sessionId) continue;
        await pool.query(
          'insert into leases (item, lease_id, emp_id, session_id, working, until) values ($1, $2, $3, $4, $5, $6) on conflict (item) do nothing',
          [
            item,
            lease.leaseId,
            lease.empId,
            sessionId,
            lease.working,
            at(lease.working ? knobs.workMs : knobs.claimMs),
          ],
        );
        kept.add(item);
      }
      return items.filter((item) => !kept.has(item));
    },
    sessionLost(sessionId) {
      run(
        pool.query('update leases set until = least(until, $2) where session_id = $1', [
          sessionId,
          at(knobs.graceMs),
        ]),
      );
    },
    sessionBack(sessionId) {
      run(
        pool.query(
          'update leases set until = greatest(until, case when working then $2::timestamptz else $3::timestamptz end) where session_id = $1',
          [sessionId, at(knobs.workMs), at(knobs.claimMs)],
        ),
      );
    },
    sessionEnded(sessionId) {
      run(
        (async () => {
          const { rows } = await pool.query<{ emp_id: number }>(
            'select distinct emp_id from leases where session_id = $1',
            [sessionId],
          );
          for (const { emp_id } of rows) {
            await parts.handle({
              stream: `agentwork-${emp_id}`,
              command: 'releaseAll',
              input: { reason: 'signedOut' },
              viewer: parts.access.systemViewer('leases'),
              idempotencyKey: uuidOf(`ended:${sessionId}`),
              correlationId: `ended-${sessionId}`,
            });
          }
        })(),
      );
    },
    tick,
    take: (event) =>
      inTurn(async () => {
        const { rows } = await pool.query<{ over: boolean }>(
          'select exists (select from events where stream = $1 and position > $2 and type = any($3)) as over',
          [event.stream, event.position, [...subscribed]],
        );
        if (!rows[0]!.over) await note(event as Stored<QueueItemEvent>);
      }),
    async stop() {
      stopTicking?.();
      unfollow();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
