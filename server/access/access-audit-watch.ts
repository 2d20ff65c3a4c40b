import type { EventOf } from '#shared/core/stream.ts';
import type { audit } from '#shared/streams/core/audit.ts';
import { headOf } from '#shared/core/cut.ts';
import { addDays, businessDay, DAY_MS, timeOfDay } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { median, accessAuditLimits, type AccessAuditRule } from '#shared/access/access-audit.ts';
import type { ServerParts } from '../core/parts.ts';
import { eventColumns, queryEvents } from '../store/event-row.ts';
import { forgetAsides, openAsides } from '../store/set-aside.ts';
import type { People } from './people.ts';

export interface AccessAuditWatch {
  /** A request was refused; counted on this node. */
  denied(empId: number, name: string): void;
  /** Opened records of one person by day. */
  days(empId: number): ReadonlyMap<string, number>;
  /**
   * The median of active days of colleagues with this role, without this person and this day; null when
   * there are too few.
   */
  usual(roleId: number | null, but: number, day: string): number | null;
  /** Counts an opened record, and raises what follows from it. */
  take(event: StoredEvent): void;
  /** Resolves when all alerts noticed so far are raised, and what was set aside is recorded. */
  idle(): Promise<void>;
  stop(): void;
}

interface Opened {
  readonly at: number;
  readonly subject: string;
}
const watched = ['PersonalDataViewed', 'MasterExported'];
const HOUR_MS = 3_600_000;
/** The name under which events that the watch cannot take are set aside. */
export const auditConsumer = 'access audit';

/**
 * Watches who opens records, and raises an alert when it is far more than work requires. Every node watches;
 * the alert's id (rule, person, day) lets only one of them raise it. After a start the counts are restored
 * from the log.
 */
export async function openAccessAuditWatch(
  server: ServerParts,
  people: People,
  onError: (error: unknown) => void,
): Promise<AccessAuditWatch> {
  const opened = new Map<number, Opened[]>();
  const daily = new Map<number, Map<string, number>>();
  const bySubject = new Map<string, Set<number>>();
  const refused = new Map<number, number[]>();
  const raised = new Set<string>();
  const raising = new Set<Promise<void>>();
  const asides = openAsides(server.pool, auditConsumer, onError);

  const raise = (
    rule: AccessAuditRule,
    about: { empId: number | null; name: string; subject?: string; count: number; limit: number },
    day: string,
  ): void => {
    const id = `readingalert-${rule}-${about.subject ?? about.empId}-${day}`;
    if (raised.has(id)) return;
    raised.add(id);
    const work = server
      .handle({
        stream: id,
        command: 'raise',
        input: {
          rule,
          empId: about.empId,
          name: about.name,
          subject: about.subject ?? null,
          count: about.count,
          limit: about.limit,
        },
        viewer: server.access.systemViewer('reading-watch'),
        correlationId: id,
      })
      .then((done) => {
        if (isRefusal(done) && done.code !== 'alreadyRaised')
          throw new Error(`${id} could not be raised: ${done.code}`);
      })
      .catch((error: unknown) => {
        raised.delete(id);
        onError(error);
      })
      .finally(() => raising.delete(work));
    raising.add(work);
  };

  function usual(roleId: number | null, but: number, day: string): number | null {
    const from = addDays(day, -accessAuditLimits.usualDays);
    const counts = [...daily].flatMap(([empId, days]) =>
      empId !== but && people.row(empId)?.roleId === roleId
        ? [...days].filter(([on]) => on >= from && on < day).map(([, n]) => n)
        : [],
    );
    return counts.length < accessAuditLimits.usualFrom ? null : median(counts);
  }

  /** `live`: published now; restored events were checked in their time. */
  function take(event: StoredEvent, live: boolean): void {
    const at = Date.parse(event.at);
    const day = businessDay(at);
    if (event.type === 'MasterExported') {
      const { byEmpId, byName, rows } = event.data as {
        byEmpId: number | null;
        byName: string;
        rows: number;
      };
      if (live && byEmpId !== null && rows > accessAuditLimits.exportRows)
        raise(
          'export',
          { empId: byEmpId, name: byName, count: rows, limit: accessAuditLimits.exportRows },
          day,
        );
      return;
    }
    const { empId, name } = event.actor;
    if (empId === null) return;
    const subject = (event as EventOf<typeof audit>).data.subject ?? event.stream;
    const days = daily.get(empId) ?? new Map<string, number>();
    daily.set(empId, days.set(day, (days.get(day) ?? 0) + 1));
    const mine = (opened.get(empId) ?? []).filter((one) => at - one.at < DAY_MS);
    opened.set(empId, [...mine, { at, subject }]);
    const key = `${subject} ${day}`;
    const readers = bySubject.get(key) ?? new Set<number>();
    bySubject.set(key, readers.add(empId));
    if (!live) return;
    const all = opened.get(empId)!;
    const inHour = all.filter((one) => at - one.at < HOUR_MS).length;
    if (inHour > accessAuditLimits.revealsPerHour)
      raise('reveals', { empId, name, count: inHour, limit: accessAuditLimits.revealsPerHour }, day);
    const atNight = all.filter((one) => isNight(one.at) && at - one.at < 6 * HOUR_MS).length;
    if (atNight > accessAuditLimits.revealsAtNight)
      raise('night', { empId, name, count: atNight, limit: accessAuditLimits.revealsAtNight }, day);
    if (readers.size > accessAuditLimits.peoplePerSubject)
      raise(
        'subject',
        {
          empId: null,
          name: subject,
          subject,
          count: readers.size,
          limit: accessAuditLimits.peoplePerSubject,
        },
        day,
      );
    const today = days.get(day)!;
    const ordinary = usual(people.row(empId)?.roleId ?? null, empId, day);
    if (
      ordinary !== null &&
      today > accessAuditLimits.roleFrom &&
      today > ordinary * accessAuditLimits.timesTheRole
    )
      raise(
        'role',
        {
          empId,
          name,
          count: today,
          limit: Math.max(accessAuditLimits.roleFrom, ordinary * accessAuditLimits.timesTheRole),
        },
        day,
      );
  }

  const takeOrSetAside = (event: StoredEvent, live: boolean): void => {
    try {
      take(event, live);
    } catch (error) {
      asides.put(event, error);
    }
  };

  // Subscribes first, so that nothing is lost between the restored events and the live ones.
  let early: StoredEvent[] | null = [];
  const stop = server.log.follow(auditConsumer, (events) => {
    for (const event of events) {
      if (!watched.includes(event.type)) continue;
      if (early) early.push(event);
      else takeOrSetAside(event, true);
    }
  });
  const since = new Date(server.clock.now() - (accessAuditLimits.usualDays + 1) * DAY_MS);
  const events = await queryEvents(server.pool, {
    text: `select ${eventColumns} from events where type = any($1) and at >= $2 order by position`,
    values: [watched, since],
  });
  const seen = Math.max(0, ...events.map(({ position }) => position));
  await forgetAsides(server.pool, auditConsumer);
  for (const event of events) takeOrSetAside(event, false);
  for (const event of early) if (event.position > seen) takeOrSetAside(event, true);
  early = null;
  const tidy = setInterval(() => {
    const today = businessDay(server.clock.now());
    for (const key of bySubject.keys()) if (!key.endsWith(today)) bySubject.delete(key);
    for (const days of daily.values())
      for (const day of days.keys())
        if (day < addDays(today, -accessAuditLimits.usualDays - 1)) days.delete(day);
    if (raised.size > 10_000) raised.clear();
  }, HOUR_MS);
  tidy.unref();

  return {
    denied(empId, name) {
      const at = server.clock.now();
      const mine = [...(refused.get(empId) ?? []).filter((one) => at - one < accessAuditLimits.deniedMs), at];
      refused.set(empId, mine);
      if (mine.length >= accessAuditLimits.denied)
        raise(
          'denied',
          { empId, name, count: mine.length, limit: accessAuditLimits.denied },
          businessDay(at),
        );
    },
    days: (empId) => daily.get(empId) ?? new Map(),
    usual,
    take: (event) => take(event, true),
    async idle() {
      while (raising.size > 0) await Promise.all(raising);
      await asides.idle();
    },
    stop() {
      stop();
      clearInterval(tidy);
    },
  };
}

function isNight(at: number): boolean {
  const hour = Number(headOf(timeOfDay(at), 2));
  return hour >= 23 || hour < 5;
}
