import type { EventOf } from '#shared/core/stream.ts';
import type { audit } from '#shared/streams/core/audit.ts';
import type { accessAlert, accessReview } from '#shared/streams/access/access-alert.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { AccessAlert, AccessReview, AccessAuditWeek } from '#shared/access/access-audit.ts';
import { streamKey } from '#shared/core/event.ts';
import { refuse } from '#shared/core/refusal.ts';
import { unreadableOf } from '#shared/core/upcast.ts';
import { eventColumns, queryEvents } from '../store/event-row.ts';
import { noteAside } from '../store/set-aside.ts';
import { admin, given, type AccessRoutes } from './route-parts.ts';
import { auditConsumer, type AccessAuditWatch } from './access-audit-watch.ts';

type AuditedEvent = EventOf<typeof audit | typeof accessAlert | typeof accessReview>;

const querying = z.strictObject({ week: z.iso.date().optional() });
const reviewStreams = ['readingalert', 'readingreview'];
const samples = 5;

/** Monday of the week of a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/**
 * The weekly review: who opened how much compared with the usual, with a few records to ask about, and the
 * alerts raised.
 */
export function accessAuditRoutes(
  app: FastifyInstance,
  { access, server }: AccessRoutes,
  watch: () => Pick<AccessAuditWatch, 'usual'>,
): void {
  app.get('/access/audit', { config: { need: 'signedIn' } }, async (request): Promise<AccessReview> => {
    admin(request);
    const { week = mondayOf(businessDay(server.clock.now())) } = given(querying, request.query);
    if (mondayOf(week) !== week) throw refuse('badFormat', 400, { label: 'week' }, 'week');
    const [from, to] = [instantOf(week), instantOf(addDays(week, 7))];
    // A review after the end of its week counts for that week.
    const events = await queryEvents(server.pool, {
      text: `select ${eventColumns} from events where ((type = 'PersonalDataViewed' and at < $3) or name = any($1)) and at >= $2 order by position`,
      values: [reviewStreams, new Date(from), new Date(to)],
    });
    const opened = new Map<number, Map<string, string[]>>();
    const alerts = new Map<string, AccessAlert>();
    let signed: AccessReview['signed'] = null;
    for (const event of events as readonly AuditedEvent[]) {
      const unreadable = unreadableOf(event);
      if (unreadable) {
        await noteAside(server.pool, auditConsumer, event, unreadable);
        continue;
      }
      const { empId } = event.actor;
      if (event.type === 'PersonalDataViewed') {
        if (empId === null) continue;
        const days = opened.get(empId) ?? new Map<string, string[]>();
        const day = businessDay(Date.parse(event.at));
        opened.set(empId, days.set(day, [...(days.get(day) ?? []), event.data.subject ?? event.stream]));
      } else if (event.type === 'AccessAlertRaised') {
        if (Date.parse(event.at) >= to) continue;
        alerts.set(event.stream, {
          ...event.data,
          id: streamKey(event.stream),
          at: event.at,
          reviewedBy: null,
          note: null,
        });
      } else if (event.type === 'AccessAlertReviewed') {
        const alert = alerts.get(event.stream);
        if (alert)
          alerts.set(event.stream, { ...alert, reviewedBy: event.actor.name, note: event.data.note });
      } else if (event.type === 'AccessReviewSigned' && streamKey(event.stream) === week)
        signed = { by: event.actor.name, at: event.at, note: event.data.note };
    }
    const people = [...opened].map(([empId, days]): AccessAuditWeek => {
      const row = access.people.row(empId);
      const all = [...days.values()].flat();
      const subjects = [...new Set(all)];
      return {
        empId,
        name: access.directory.employee(empId)?.name ?? String(empId),
        role: access.people.role(row?.roleId ?? null)?.vRoleName ?? null,
        opened: all.length,
        subjects: subjects.length,
        busiest: Math.max(...[...days.values()].map((one) => one.length)),
        usual: watch().usual(row?.roleId ?? null, empId, addDays(week, 7)),
        sample: subjects
          .filter((_one, n) => n % Math.ceil(subjects.length / samples) === 0)
          .slice(0, samples),
      };
    });
    return {
      week,
      people: people.sort((a, b) => b.opened - a.opened || a.empId - b.empId),
      alerts: [...alerts.values()].reverse(),
      signed,
    };
  });
}
