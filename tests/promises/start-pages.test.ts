import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { WaitingDocuments } from '#shared/families/document-wire.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import { screens } from '#shared/access/screens.ts';
import { needOf } from '#shared/access/guard.ts';
import { may } from '#shared/core/permission.ts';
import { demoPersons } from '#server/demo/people.ts';
import { inboxItems } from '#web/shell/notices/inbox.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/** Everybody of the demo organisation may sign in, and finds something to do or to lead on the first page. */
let t: TestServer;
beforeAll(async () => {
  t = await openTestServer();
});
afterAll(() => t?.close());

const logins = demoPersons.flatMap(({ login, empId }) => (login ? [{ login, empId }] : []));

test('the demo has 23 accounts', () => {
  expect(logins).toHaveLength(23);
});

test.each(logins)(
  '$login is admitted and starts with work, a visit, or the day of the team',
  async ({ login, empId }) => {
    const person = await t.signIn(login);
    const viewer = t.server.access.people.viewer(empId, null)!;
    const rows = <R>(feed: string): readonly R[] =>
      (t.server.hub.rows(feed, viewer)?.rows ?? []) as unknown as readonly R[];
    if (!may(viewer, 'Dashboard/dashboard:view').ok) {
      const own = screens.filter(
        (screen) => screen.guard === 'entity' && !screen.path.includes(':') && may(viewer, needOf(screen)).ok,
      );
      expect(own.length, 'a first page of their own').toBeGreaterThan(0);
      return;
    }
    const today = businessDay(t.clock.now());
    const inbox = inboxItems(rows<NoticeRow>('notifications/me'), rows<ApprovalRow>('approvals/inbox'));
    const documents = await person.get('/documents-waiting');
    expect(documents.status).toBe(200);
    const found = {
      inbox: inbox.filter(({ done, type }) => !done && type !== 'news').length,
      queues: [...t.server.feeds.keys()].filter((feed) => feed.startsWith('queue/') && rows(feed).length > 0)
        .length,
      documents: (documents.body as readonly WaitingDocuments[]).length,
      visits: rows<AppointmentRow>('field/day').filter(
        ({ startsAt }) => businessDay(Date.parse(startsAt)) === today,
      ).length,
      team: may(viewer, 'HR/attendanceDetails:view').ok ? rows('attendance/board').length : 0,
    };
    expect(
      Object.values(found).some((count) => count > 0),
      JSON.stringify(found),
    ).toBe(true);
  },
);
