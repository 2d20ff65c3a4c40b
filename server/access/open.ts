import type { Pool } from 'pg';
import type { Need, Verdict, Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { isByFullAccess } from '#shared/access/rights.ts';
import { limits } from '#shared/core/limits.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Access, Clock, Handle, LiveView, Views } from '../core/parts.ts';
import { openAccessLog, type MakeChange, type Record } from './access-log.ts';
import { openCredentials, type Credentials } from './credentials.ts';
import { openDenials, type NoteDenial } from './denials.ts';
import { devicePrefix, openDevices, type Devices } from './devices.ts';
import { openPeople, type People } from './people.ts';
import { openSecondFactors, type SecondFactors } from './second-factor.ts';
import { seedSeal } from './second-factor-keys.ts';
import { openSessions, type Change, type SessionSpans, type Sessions } from './sessions.ts';
import { openSignIn, type SignIn } from './sign-in.ts';
import { openTickets, type Tickets } from './tickets.ts';
import { openTries, type Tries } from './tries.ts';
import { gather } from '../store/gather.ts';
import { openListener } from '../store/listener.ts';
import { every } from '../store/every.ts';

export interface AccessParts {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Must hold `accessViews`. */
  readonly views: Views;
  readonly adminEmployeeIds: ReadonlySet<number>;
  /** For the seeds of second factors, newest first. */
  readonly secondFactorKeys: readonly Buffer[];
  /** Whether the passwords of the demo organisation work. */
  readonly demo: boolean;
  /** With TLS or off loopback: cookies are `Secure` and carry the `__Host-` prefix. */
  readonly secure: boolean;
  readonly idleMs?: number;
  readonly absoluteMs?: number;
  /** How often sessions ended by other nodes are looked for, in addition to notifications. */
  readonly pollMs?: number;
  /** Called after each entry of the access log. */
  readonly noted?: () => void;
  readonly onError: (error: unknown) => void;
}

export interface OpenAccess extends Access {
  readonly people: People;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly credentials: Credentials;
  readonly secondFactors: SecondFactors;
  readonly tickets: Tickets;
  readonly signIn: SignIn;
  readonly record: Record;
  /** Writes the entries of a change together with it. */
  readonly change: MakeChange;
  readonly denied: NoteDenial;
  /** Called for every refusal. */
  onDenied(listener: (viewer: Viewer) => void): void;
  readonly cookieName: string;
  readonly secure: boolean;
  readonly demo: boolean;
  readonly spans: SessionSpans;
  readonly tries: Tries;
  /** Called once commands can be handled: ends temporary designations whose last day is over. */
  attach(handle: Handle): void;
  /** For the demo organisation and for the first account. */
  setPassword(
    empId: number,
    plain: string,
    more?: { readonly loginName?: string; readonly demo?: boolean },
  ): Promise<void>;
  /** Called with every message that a node sends to the others on this channel; returns how to stop. */
  onMessage(listener: (message: string) => void): () => void;
  /** Checks at once for what ended by time or elsewhere; also runs by itself. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export async function openAccess(parts: AccessParts): Promise<OpenAccess> {
  const { pool, clock, secure, demo, onError } = parts;
  const listeners = new Set<(change: Change) => void>();
  const turnedAway = new Set<(viewer: Viewer) => void>();
  const messages = new Set<(message: string) => void>();
  const notify = (change: Change): void => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onError(error);
      }
    }
  };
  const people = openPeople(parts);
  const { record, change } = openAccessLog(pool, clock, parts.noted);
  const spans = {
    idleMs: parts.idleMs ?? limits.sessionIdleMs,
    absoluteMs: parts.absoluteMs ?? limits.sessionAbsoluteMs,
    perPerson: limits.sessionsPerPerson,
  };
  const sessions = openSessions(pool, clock, people, spans, notify, change, onError);
  const devices = openDevices(pool, clock, change, notify);
  const credentials = openCredentials(pool, clock, change, demo);
  const secondFactors = openSecondFactors(pool, clock, change, seedSeal(parts.secondFactorKeys));
  const { unreadable } = await secondFactors.reseal();
  if (unreadable > 0)
    onError(
      new Error(
        `${unreadable} second factors were sealed with a key that this server does not have: set SECOND_FACTOR_KEY to it.`,
      ),
    );
  const tickets = openTickets(pool, clock);
  const tries = openTries(pool, clock);
  const signIn = openSignIn({
    pool,
    clock,
    people,
    credentials,
    sessions,
    tickets,
    tries,
    secondFactors,
    record,
    change,
  });

  const stops = [
    people.employees.watch((changes) => {
      const touched = new Set(changes.map((change) => Number(change.id)));
      sessions.refresh((viewer) => viewer.empId !== null && touched.has(viewer.empId));
    }),
    (people.roles as LiveView).watch((changes) => {
      const touched = new Set(changes.map((change) => Number(change.id)));
      sessions.refresh((viewer) => viewer.roleId !== null && touched.has(viewer.roleId));
    }),
    people.places.watch((changes) => {
      // A place moved between territories affects everyone mapped to them; all others keep their version.
      if (changes.some((change) => !change.id.startsWith('designation-'))) sessions.refresh(() => true);
    }),
  ];

  let handle: Handle | null = null;
  let endedUntil = '';
  /** Once a day, and after a start: records in the log which temporary designations are over. */
  async function endTemporary(): Promise<void> {
    const today = businessDay(clock.now());
    if (!handle || endedUntil === today) return;
    for (const row of people.employees.rows.values())
      for (const temp of row.temps) {
        if (temp.to >= today) continue;
        await handle({
          stream: `tempdesig-${temp.tempDesigId}`,
          command: 'end',
          input: {},
          viewer: server('system', 'end-temporary-designation'),
          correlationId: `end-${temp.tempDesigId}-${today}`,
        });
      }
    endedUntil = today;
  }

  let closed = false;
  // One at a time; a call during a run is served by the next run, which sees what the caller saw.
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = gather<void, void>(async (body) => {
    if (closed) return body;
    sweeping = (async () => {
      sessions.turnOfDay();
      await sessions.sweep();
      await devices.sweep();
      await endTemporary();
    })();
    await sweeping;
    return body;
  });
  const often = (ms: number, work: () => Promise<unknown>): (() => void) =>
    every(
      ms,
      () =>
        void work().catch((error: unknown) => {
          if (!closed) onError(error);
        }),
    );
  let flushing: Promise<void> | null = null;
  const flush = (): Promise<void> =>
    (flushing ??= (async () => {
      await sessions.flush();
      await devices.flush();
    })().finally(() => {
      flushing = null;
    }));
  const watches = [
    often(parts.pollMs ?? 1_000, sweep),
    often(15_000, flush),
    often(3_600_000, async () => {
      const dayAgo = new Date(clock.now() - 86_400_000);
      await pool.query('delete from access_attempts where at < $1', [dayAgo]);
      await pool.query('delete from access_tickets where expires_at < $1', [dayAgo]);
      await pool.query('delete from access_pairings where expires_at < $1', [dayAgo]);
    }),
  ];
  // When another node ended a session; without notifications, the poll does the work.
  const listener = openListener(pool, {
    channel: 'access',
    received: (_by, message) => {
      if (message === '') void sweep().catch(onError);
      else for (const listen of messages) listen(message);
    },
    againMs: 5_000,
    onError,
  });

  return {
    people,
    sessions,
    devices,
    credentials,
    secondFactors,
    tickets,
    tries,
    signIn,
    record,
    change,
    denied: openDenials(clock, record, (viewer) => turnedAway.forEach((listener) => listener(viewer))),
    onDenied: (listener) => void turnedAway.add(listener),
    spans,
    directory: people.directory,
    cookieName: secure ? '__Host-ops_session' : 'ops_session',
    secure,
    demo,
    async viewerOf({ cookie, token }) {
      if (!token || token.length > 200) return null;
      if (token.startsWith('dev_')) return devices.prove(token);
      return cookie && cookie.length <= 200 ? sessions.prove(cookie, token) : null;
    },
    current: (sessionId) =>
      sessionId.startsWith(devicePrefix) ? devices.current(sessionId) : sessions.current(sessionId),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    touch: (sessionId) =>
      sessionId.startsWith(devicePrefix) ? devices.touch(sessionId) : sessions.touch(sessionId),
    systemViewer: (job) => server('system', job),
    sourceViewer: (service) => server('source', service),
    explain: (viewer: Viewer | null, need: Need): Verdict => explain(people, viewer, need),
    setPassword: (empId, plain, more) => credentials.set(empId, plain, more),
    attach: (given) => {
      handle = given;
    },
    onMessage(listener) {
      messages.add(listener);
      return () => void messages.delete(listener);
    },
    sweep,
    async close() {
      closed = true;
      for (const stop of watches) stop();
      for (const stop of stops) stop();
      await listener.close();
      // The failure was reported to its caller.
      await Promise.allSettled([sweeping]);
      // A run in progress does not include what was recorded after it began.
      await flushing;
      await flush();
    },
  };
}

/**
 * The decision, and the flag of the role that made it: full access is distinguished from the single
 * permission.
 */
function explain(people: People, viewer: Viewer | null, need: Need): Verdict {
  const verdict = may(viewer, need);
  if (verdict.rule !== 'right' || !verdict.permission || viewer?.kind !== 'person') return verdict;
  return isByFullAccess(people.role(viewer.roleId)?.permissionGroupsList ?? [], verdict.permission)
    ? { ...verdict, rule: 'fullAccess' }
    : verdict;
}

function server(kind: 'system' | 'source', name: string): Viewer {
  return {
    kind,
    empId: null,
    name,
    roleId: null,
    designationId: null,
    effectiveDesignationId: null,
    admin: kind === 'system',
    poos: 'all',
    territories: 'all',
    languages: 'all',
    rights: new Set(),
    sessionId: null,
    permissionVersion: 0,
    language: 'en',
  };
}
