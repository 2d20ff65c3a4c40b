import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { ReadingAlert, ReadingReview, ReadingWeek } from '#shared/access/readings.ts';
import { streamKey } from '#shared/core/event.ts';
import { refuse } from '#shared/core/refusal.ts';
import { eventColumns, queryEvents } from '../store/event-row.ts';
import { admin, given, type AccessDoors } from './ask.ts';
import type { ReadingWatch } from './reading-watch.ts';

const asking = z.strictObject({ week: z.iso.date().optional() });
const types = ['PersonalDataViewed', 'ReadingAlertRaised', 'ReadingAlertReviewed', 'ReadingReviewSigned'];
const samples = 5;

/** Monday of the week of a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The weekly review: who opened how much, against what is usual, with a few records to ask about, and what was noticed. */
export function readingRoutes(app: FastifyInstance, { access, house }: AccessDoors, watch: () => Pick<ReadingWatch, 'usual'>): void {
  app.get('/access/readings', { config: { need: 'signedIn' } }, async (request): Promise<ReadingReview> => {
    admin(request);
    const { week = mondayOf(businessDay(house.clock.now())) } = given(asking, request.query);
    if (mondayOf(week) !== week) throw refuse('badFormat', 400, { label: 'week' }, 'week');
    const [from, to] = [instantOf(week), instantOf(addDays(week, 7))];
    // What was looked at later than in its week counts for its week.
    const events = await queryEvents(house.pool, {
      text: `select ${eventColumns} from events where type = any($1) and at >= $2 and (at < $3 or type like 'Reading%') order by position`,
      values: [types, new Date(from), new Date(to)],
    });
    const opened = new Map<number, Map<string, string[]>>();
    const alerts = new Map<string, ReadingAlert>();
    let signed: ReadingReview['signed'] = null;
    for (const event of events) {
      const { empId } = event.actor;
      if (event.type === 'PersonalDataViewed') {
        if (empId === null) continue;
        const days = opened.get(empId) ?? new Map<string, string[]>();
        const day = businessDay(Date.parse(event.at));
        opened.set(empId, days.set(day, [...(days.get(day) ?? []), String(event.data.subject ?? event.stream)]));
      } else if (event.type === 'ReadingAlertRaised') {
        if (Date.parse(event.at) >= to) continue;
        alerts.set(event.stream, {
          ...(event.data as Omit<ReadingAlert, 'id' | 'at' | 'reviewedBy' | 'note'>),
          id: streamKey(event.stream),
          at: event.at,
          reviewedBy: null,
          note: null,
        });
      } else if (event.type === 'ReadingAlertReviewed') {
        const alert = alerts.get(event.stream);
        if (alert) alerts.set(event.stream, { ...alert, reviewedBy: event.actor.name, note: event.data.note });
      } else if (streamKey(event.stream) === week) signed = { by: event.actor.name, at: event.at, note: event.data.note };
    }
    const people = [...opened].map(([empId, days]): ReadingWeek => {
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
        sample: subjects.filter((_one, n) => n % Math.ceil(subjects.length / samples) === 0).slice(0, samples),
      };
    });
    return { week, people: people.sort((a, b) => b.opened - a.opened || a.empId - b.empId), alerts: [...alerts.values()].reverse(), signed };
  });
}
