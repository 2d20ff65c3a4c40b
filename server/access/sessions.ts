import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { businessDay } from '#shared/core/day.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Clock } from '../core/parts.ts';
import type { AccessChange, MakeChange } from './access-log.ts';
import type { People } from './people.ts';
import { failPoint } from '../store/failpoint.ts';
import { hashOf, newSecret, sameHash } from './secrets.ts';
import { cutText } from '#shared/core/cut.ts';

export type Ended =
  | 'signedOut'
  | 'idle'
  | 'expired'
  | 'employeeInactive'
  | 'passwordChanged'
  | 'revoked'
  | 'tooManySessions'
  | 'signedOutEverywhere';
export interface Change {
  readonly sessionId: string;
  readonly what: 'revoked' | 'permissions';
  readonly reason: string;
}

export interface SessionSpans {
  readonly idleMs: number;
  readonly absoluteMs: number;
  readonly perPerson: number;
}
export interface SessionMeta {
  readonly loginParam: string;
  readonly userAgent: string;
  readonly ip: string;
}
export interface SessionRow extends SessionMeta {
  readonly id: string;
  readonly empId: number;
  readonly startedAt: number;
  readonly seenAt: number;
}

interface Live extends SessionRow {
  readonly tokenHash: Buffer;
  readonly cookieHash: string;
  seenAt: number;
  /** The same two moments on a monotonic clock. */
  readonly startedTick: number;
  seenTick: number;
  dirty: boolean;
  viewer: Viewer;
  /** The business day for which the viewer is valid. */
  day: string;
}

export interface Sessions {
  /** Null for someone who may not sign in, or no longer may once the session is stored. */
  open(
    empId: number,
    meta: SessionMeta,
  ): Promise<{ id: string; cookie: string; token: string; viewer: Viewer } | null>;
  prove(cookie: string, token: string): Promise<Viewer | null>;
  current(sessionId: string): Viewer | null;
  /** The address from which a session of this node was opened; empty for any other. */
  addressOf(sessionId: string): string;
  touch(sessionId: string): void;
  list(empId: number): Promise<SessionRow[]>;
  /** Ends sessions of one person, together with `made`. Returns how many; the caller records it. */
  end(
    change: AccessChange,
    which: { empId: number; sessionId?: string; except?: string },
    reason: Ended,
  ): Promise<number>;
  /** A browser that signs in again ends its old session. */
  endByCookie(cookie: string, reason: Ended): Promise<void>;
  /** The permissions of these people, or of everyone, may have changed. */
  refresh(whose: (viewer: Viewer) => boolean): void;
  /**
   * Permissions follow the views at once; what only the calendar changes (a temporary designation begins or
   * ends) is checked once a day.
   */
  turnOfDay(): void;
  /** Looks for sessions that ended elsewhere, went idle or expired. */
  sweep(): Promise<void>;
  flush(): Promise<void>;
}

/** Longer than any read or write of a session's row takes. */
const endedMs = 60_000;

/**
 * Live sessions of this node, consistent with their rows in the database; tokens are stored only as hashes.
 */
export function openSessions(
  pool: Pool,
  clock: Clock,
  people: People,
  spans: SessionSpans,
  notify: (change: Change) => void,
  makeChange: MakeChange,
  onError: (error: unknown) => void,
): Sessions {
  const live = new Map<string, Live>();
  const byCookie = new Map<string, Live>();
  /**
   * Sessions ended here recently, by time: their rows may not show it yet, or a concurrent read may be
   * older.
   */
  const ended = new Map<string, number>();

  const forget = (session: Live, reason: string): void => {
    if (!live.delete(session.id)) return;
    byCookie.delete(session.cookieHash);
    ended.set(session.cookieHash, performance.now());
    notify({ sessionId: session.id, what: 'revoked', reason });
  };
  const keep = (session: Live): Live => {
    live.set(session.id, session);
    byCookie.set(session.cookieHash, session);
    return session;
  };

  interface EndedRow {
    readonly id: string;
    readonly emp_id: string;
    readonly ip: string;
    readonly cookie_hash: Buffer;
  }
  /** Every end passes here; `values` begin at $3. */
  async function endRows(
    { client, afterwards }: AccessChange,
    reason: string,
    where: string,
    values: readonly unknown[],
  ): Promise<readonly EndedRow[]> {
    const { rows } = await client.query<EndedRow>(
      `update access_sessions set revoked_at = $1, revoked_reason = $2 where ${where} and revoked_at is null returning id, emp_id, ip, cookie_hash`,
      [new Date(clock.now()), reason, ...values],
    );
    await failPoint('session.revoke');
    if (rows.length === 0) return rows;
    await client.query('notify access');
    afterwards(() => {
      for (const { id, cookie_hash: hash } of rows) {
        ended.set(hash.toString('hex'), performance.now());
        if (live.has(id)) forget(live.get(id)!, reason);
      }
    });
    return rows;
  }
  /** Ends that nobody requested: each is recorded once, by whichever node comes first. */
  async function endUnasked(reason: string, where: string, values: readonly unknown[]): Promise<void> {
    await makeChange(async (change) => {
      for (const { id, emp_id: empId, ip } of await endRows(change, reason, where, values))
        change.note({
          action: 'sessionEnded',
          result: 'allow',
          empId: Number(empId),
          sessionId: id,
          ip,
          reason,
        });
    });
  }
  /** Ended here, and not yet in the database. */
  const owed = new Map<string, string>();
  async function payOwed(): Promise<void> {
    for (const [id, reason] of [...owed]) {
      await endUnasked(reason, 'id = $3', [id]);
      owed.delete(id);
    }
  }
  async function endHere(session: Live, reason: string): Promise<void> {
    forget(session, reason);
    owed.set(session.id, reason);
    await payOwed();
  }

  const isOver = (session: SessionRow & Partial<Pick<Live, 'startedTick' | 'seenTick'>>): Ended | null => {
    const now = clock.now();
    // Setting the clock back does not prolong a session.
    const tick = performance.now();
    if (Math.max(now - session.startedAt, tick - (session.startedTick ?? tick)) >= spans.absoluteMs)
      return 'expired';
    return Math.max(now - session.seenAt, tick - (session.seenTick ?? tick)) >= spans.idleMs ? 'idle' : null;
  };
  const tickOf = (at: number): number => performance.now() - Math.max(0, clock.now() - at);

  async function load(cookieHash: Buffer): Promise<Live | null> {
    const { rows } = await pool.query(
      'select id, emp_id, token_hash, started_at, seen_at, login_param, user_agent, ip from access_sessions where cookie_hash = $1 and revoked_at is null',
      [cookieHash],
    );
    const row = rows[0];
    if (!row || ended.has(cookieHash.toString('hex')) || owed.has(row.id)) return null;
    const meanwhile = byCookie.get(cookieHash.toString('hex'));
    if (meanwhile) return meanwhile;
    const viewer = people.viewer(Number(row.emp_id), row.id);
    if (!viewer) return null;
    return keep({
      id: row.id,
      empId: Number(row.emp_id),
      tokenHash: row.token_hash,
      cookieHash: cookieHash.toString('hex'),
      startedAt: row.started_at.getTime(),
      seenAt: row.seen_at.getTime(),
      startedTick: tickOf(row.started_at.getTime()),
      seenTick: tickOf(row.seen_at.getTime()),
      loginParam: row.login_param,
      userAgent: row.user_agent,
      ip: row.ip,
      dirty: false,
      viewer,
      day: businessDay(clock.now()),
    });
  }

  const seen = (session: Live, at: number): void => {
    if (at <= session.seenAt) return;
    session.seenAt = at;
    session.seenTick = Math.max(session.seenTick, tickOf(at));
  };
  /** Another node may have seen the session later than this one. */
  async function seenElsewhere(session: Live): Promise<void> {
    const { rows } = await pool.query<{ seen_at: Date }>(
      'select seen_at from access_sessions where id = $1',
      [session.id],
    );
    if (rows[0]) seen(session, rows[0].seen_at.getTime());
  }

  const renew = (session: Live): void => {
    const viewer = people.viewer(session.empId, session.id);
    if (!viewer) {
      endHere(session, 'employeeInactive').catch(onError);
      return;
    }
    const before = session.viewer.permissionVersion;
    session.viewer = viewer;
    session.day = businessDay(clock.now());
    if (viewer.permissionVersion !== before)
      notify({ sessionId: session.id, what: 'permissions', reason: 'changed' });
  };

  return {
    async open(empId, meta) {
      const id = randomUUID();
      const viewer = people.viewer(empId, id);
      if (!viewer) return null;
      const cookie = newSecret();
      const token = newSecret();
      const now = clock.now();
      const session: Live = {
        id,
        empId,
        tokenHash: hashOf(token),
        cookieHash: hashOf(cookie).toString('hex'),
        startedAt: now,
        seenAt: now,
        startedTick: performance.now(),
        seenTick: performance.now(),
        dirty: false,
        viewer,
        day: businessDay(now),
        ...meta,
      };
      await pool.query(
        'insert into access_sessions (id, emp_id, cookie_hash, token_hash, started_at, seen_at, login_param, user_agent, ip) values ($1, $2, $3, $4, $5, $5, $6, $7, $8)',
        [
          id,
          empId,
          hashOf(cookie),
          session.tokenHash,
          new Date(now),
          meta.loginParam,
          cutText(meta.userAgent, 300),
          meta.ip,
        ],
      );
      keep(session);
      // Permissions may have changed while the row was being written, before this session was known.
      renew(session);
      if (!live.has(id)) return null;
      const { rows } = await pool.query<{ id: string }>(
        'select id from access_sessions where emp_id = $1 and revoked_at is null and started_at > $2 order by started_at desc, id offset $3',
        [empId, new Date(now - spans.absoluteMs), spans.perPerson],
      );
      const surplus = rows.map((row) => row.id).filter((one) => one !== id);
      for (const one of surplus) {
        if (live.has(one)) forget(live.get(one)!, 'tooManySessions');
        owed.set(one, 'tooManySessions');
      }
      await payOwed();
      return live.has(id) ? { id, cookie, token, viewer: session.viewer } : null;
    },
    async prove(cookie, token) {
      const cookieHash = hashOf(cookie);
      const session = byCookie.get(cookieHash.toString('hex')) ?? (await load(cookieHash));
      if (!session || !sameHash(session.tokenHash, hashOf(token))) return null;
      if (isOver(session) === 'idle') await seenElsewhere(session);
      const over = isOver(session);
      if (over) {
        await endHere(session, over);
        return null;
      }
      return live.has(session.id) ? session.viewer : null;
    },
    current: (sessionId) => {
      const session = live.get(sessionId);
      return session && isOver(session) !== 'expired' ? session.viewer : null;
    },
    addressOf: (sessionId) => live.get(sessionId)?.ip ?? '',
    touch(sessionId) {
      const session = live.get(sessionId);
      if (!session) return;
      session.seenAt = Math.max(session.seenAt, clock.now());
      session.seenTick = performance.now();
      session.dirty = true;
    },
    async list(empId) {
      const { rows } = await pool.query(
        'select id, started_at, seen_at, login_param, user_agent, ip from access_sessions where emp_id = $1 and revoked_at is null order by started_at desc',
        [empId],
      );
      return rows
        .map((row): SessionRow => ({
          id: row.id,
          empId,
          startedAt: row.started_at.getTime(),
          seenAt: live.get(row.id)?.seenAt ?? row.seen_at.getTime(),
          loginParam: row.login_param,
          userAgent: row.user_agent,
          ip: row.ip,
        }))
        .filter((row) => isOver(row) === null);
    },
    async end(change, { empId, sessionId, except }, reason) {
      const where = 'emp_id = $3 and ($4::text is null or id = $4) and ($5::text is null or id <> $5)';
      return (await endRows(change, reason, where, [empId, sessionId ?? null, except ?? null])).length;
    },
    endByCookie: (cookie, reason) => endUnasked(reason, 'cookie_hash = $3', [hashOf(cookie)]),
    refresh(whose) {
      for (const session of [...live.values()]) if (whose(session.viewer)) renew(session);
    },
    turnOfDay() {
      const today = businessDay(clock.now());
      for (const session of [...live.values()]) if (session.day !== today) renew(session);
    },
    async sweep() {
      await payOwed();
      if (live.size > 0) {
        const { rows } = await pool.query<{
          id: string;
          revoked_reason: string | null;
          seen_at: Date;
          over: boolean;
        }>(
          'select id, revoked_reason, seen_at, revoked_at is not null as over from access_sessions where id = any($1)',
          [[...live.keys()]],
        );
        for (const row of rows) {
          const session = live.get(row.id);
          if (!session) continue;
          if (row.over) forget(session, row.revoked_reason ?? 'revoked');
          else seen(session, row.seen_at.getTime());
        }
      }
      for (const session of [...live.values()]) {
        const over = isOver(session);
        if (over) await endHere(session, over);
      }
      for (const [cookieHash, at] of ended) if (performance.now() - at > endedMs) ended.delete(cookieHash);
    },
    async flush() {
      const dirty = [...live.values()].filter((session) => session.dirty);
      if (dirty.length === 0) return;
      for (const session of dirty) session.dirty = false;
      await pool.query(
        'update access_sessions s set seen_at = greatest(s.seen_at, v.seen_at) from unnest($1::text[], $2::timestamptz[]) as v (id, seen_at) where s.id = v.id',
        [dirty.map((session) => session.id), dirty.map((session) => new Date(session.seenAt))],
      );
    },
  };
}
