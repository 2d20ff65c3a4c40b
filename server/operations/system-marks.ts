import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { services } from '#shared/core/view.ts';
import { markSince, type PlacedMark } from '#shared/families/wall-marks.ts';
import { systemWallView } from '#shared/walls/system.ts';
import type { Clock, LiveView, RowChange, SourcesHealth } from '../core/parts.ts';
import { every } from '../store/every.ts';
import { backupMark } from './backup-mark.ts';
import type { OpenViews } from '../views/engine.ts';

const everyMs = 5_000;
/** When jobs are late: after they were due, or as soon as they were given up. */
const lateAfterMs: Readonly<Record<string, number>> = { overdueJobs: 5 * 60_000, failedJobs: 0 };

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: { head(): number };
  readonly views: Pick<OpenViews, 'get' | 'byName' | 'epoch' | 'positions'>;
  readonly health: SourcesHealth;
  /** The names of views and policies that do not move although the log is ahead of them. */
  readonly still: () => readonly string[];
  /** Whether somebody watches: otherwise the database is left alone. */
  readonly watched: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface SystemMarks {
  /** The views of the server, with the rows of this node's state beside them. */
  readonly views: Pick<OpenViews, 'get' | 'byName' | 'epoch'>;
  /** Checks at once; runs by itself every few seconds. */
  check(): Promise<void>;
  stop(): void;
}

/**
 * Marks of this node's state for the wall *System*. A reading that cannot be taken has no mark, so that the wall
 * never shows an old number.
 */
export function openSystemMarks(parts: Parts): SystemMarks {
  const { clock, health, views } = parts;
  const rows = new Map<string, PlacedMark>();
  const watchers = new Set<(changes: readonly RowChange<PlacedMark>[]) => void>();
  /** By the clock, so that it goes on after a restart; always later than before. */
  let position = clock.now();

  const become = (now: ReadonlyMap<string, PlacedMark>): void => {
    position = Math.max(position + 1, clock.now());
    const by = checkedAt(position, clock.now());
    const changes = [...new Set([...rows.keys(), ...now.keys()])].flatMap((id) => {
      const before = rows.get(id);
      const after = now.get(id);
      if (before && after && JSON.stringify(before) === JSON.stringify(after)) return [];
      if (after) rows.set(id, after);
      else rows.delete(id);
      return [{ id, before, after, position, by }];
    });
    if (changes.length > 0) for (const watcher of watchers) watcher(changes);
  };

  const ofServices = (): PlacedMark[] =>
    health.of(services).map(({ service, state, since }) => ({
      ...markSince(`service:${service}`, state === 'live' ? state : service, since, null),
      // A late service is not yet an alarm.
      breachAt: state === 'stale' || state === 'down' ? since : null,
    }));

  const startedAt = new Date(clock.now()).toISOString();
  const ofViews = (): PlacedMark => {
    const head = parts.log.head();
    const amount = Math.max(0, ...views.positions().map((view) => head - view.position));
    return {
      ...markSince('views', 'behind', startedAt, null),
      amount,
      breachAt: parts.still().length > 0 ? startedAt : null,
    };
  };

  const check = async (): Promise<void> => {
    const readings = parts.watched() ? await ofDatabase(parts.pool, clock.now()).catch(failed) : [];
    become(new Map([...ofServices(), ofViews(), ...readings].map((mark) => [mark.id, mark])));
  };
  const failed = (error: unknown): readonly PlacedMark[] => {
    parts.onError(error);
    return [];
  };
  let checking: Promise<void> | null = null;
  const checkOnce = (): Promise<void> =>
    (checking ??= check().finally(() => {
      checking = null;
    }));
  const stopChecking = every(everyMs, () => void checkOnce().catch(parts.onError));
  const unhealth = health.onChange(() => void checkOnce().catch(parts.onError));
  void checkOnce().catch(parts.onError);

  const live: LiveView = {
    def: systemWallView,
    rows,
    position: () => position,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  return {
    views: {
      get: (def) => (def.name === systemWallView.name ? live : views.get(def)),
      byName: (name) => (name === systemWallView.name ? live : views.byName(name)),
      epoch: views.epoch,
    },
    check: checkOnce,
    stop() {
      stopChecking();
      unhealth();
    },
  };
}

const checkedAt = (position: number, now: number): StoredEvent => ({
  ...{ position, stream: 'system', version: position, id: `system-${position}`, type: 'SystemChecked' },
  at: new Date(now).toISOString(),
  actor: { kind: 'system', empId: null, name: 'system' },
  ...{ data: {}, correlationId: '' },
});

/** Dead letters, reactions that are overdue or were given up, and since when there is no backup: the last one, else the first migration. */
async function ofDatabase(pool: Pool, now: number): Promise<readonly PlacedMark[]> {
  const { rows } = await pool.query<{ board: string; amount: string | null; since: Date | null }>(
    `select 'deadLetters' as board, count(*) as amount, min(dead_at) as since from dead_letters where state = 'dead'
      union all select 'overdueJobs', count(*), min(due_at) from reactions where state = 'pending' and due_at < $1
      union all select 'failedJobs', count(*), min(due_at) from reactions where state = 'dead'
      union all select 'backup', null, coalesce(
        (select value::timestamptz from marks where name = '${backupMark}'), (select min(at) from migrations))`,
    [new Date(now)],
  );
  return rows.map(({ board, amount, since }) => ({
    ...markSince(board, board, (since ?? new Date(now)).toISOString(), null),
    ...(amount === null ? {} : { amount: Number(amount) }),
    breachAt:
      since && board in lateAfterMs ? new Date(since.getTime() + lateAfterMs[board]!).toISOString() : null,
  }));
}
