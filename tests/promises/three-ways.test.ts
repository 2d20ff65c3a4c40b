import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoAccounts } from '#server/demo/accounts.ts';
import { allMasters } from '#server/core/registers.ts';
import { needOf } from '#shared/access/guard.ts';
import { internalScreens } from '#shared/access/internal-screens.ts';
import type { Me as Answer } from '#shared/access/me.ts';
import { screens, type Screen } from '#shared/access/screens.ts';
import { may, type Need, type Viewer } from '#shared/core/permission.ts';
import { rotated, whole } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { isListed } from '#web/shell/menu/menu.ts';
import type { Me } from '#web/shell/me.ts';
import type { Page } from '#web/shell/pages.ts';

/** The console’s own decision, without the connections and stores that its module opens. */
vi.mock('#web/shell/me.ts', () => ({
  verdict: (me: Me | null, need: Need) =>
    may(me ? ({ ...me, kind: 'person', sessionId: null, language: 'en' } as unknown as Viewer) : null, need),
}));

let test: TestServer;
beforeAll(async () => {
  test = await openTestServer();
});
afterAll(() => test?.close());

const every: readonly Screen[] = [...screens, ...internalScreens].filter(
  (screen) => !screen.path.includes(':'),
);
const pageOf = (screen: Screen): Page => ({
  path: screen.path,
  title: { en: '', es: '' },
  screen,
  feed: null,
  load: () => Promise.reject(new Error('not here')),
});

/**
 * The route a screen reads from: the list of its master, or its live feed; null where it has none of its own.
 */
function queryRoute(screen: Screen): string | null {
  const def = allMasters().find((one) => one.route !== '' && `/${one.route}` === screen.path);
  if (def) return `/masters-list/${encodeURIComponent(def.name)}?records=1`;
  const last = screen.path.split('/').at(-1)!;
  const feed = {
    'Out Bound': `queue/${last}`,
    approvals: `approvals/${last}`,
    HR: screen.path === '/HR/attendanceDetails' ? 'attendance/board' : '',
  }[String(screen.group)];
  return feed && test.server.feeds.has(feed) ? `/feeds/${feed}` : null;
}

/**
 * An independent implementation of the specification's rule: the entries that the menu of a role must have.
 */
function mustList(screen: Screen, answer: Answer, opens: boolean): boolean {
  if (!opens || screen.path.includes(':') || screen.guard === 'signed link') return false;
  if (answer.admin) return true;
  if (screen.path === '/masters/emplist') return false;
  const reactions =
    ['Inventory', 'Reports', 'Approvals', 'HR', 'Delivery'].includes(screen.area) &&
    ['entity', 'report'].includes(screen.guard) &&
    screen.group !== 'Dashboard';
  if (!reactions || answer.components.length === 0) return true;
  return answer.components.some(
    (one) =>
      one.component === screen.entity && [screen.area, screen.group].includes(one.vGroupDisplayName as never),
  );
}

describe('the menu shows it, the page opens, the server answers', () => {
  it('agree for every role and every screen', async () => {
    const wrong: string[] = [];
    let cells = 0;
    let routes = 0;
    for (const [n, { login }] of demoAccounts.entries()) {
      const requested = new Set(rotated(every, n));
      const who: Person = await test.signIn(login);
      const answer = (await who.get('/access/me')).body as Answer;
      const me: Me = {
        ...answer,
        rights: new Set(answer.rights),
        components:
          answer.components.length === 0
            ? null
            : new Set(answer.components.map((one) => `${one.vGroupDisplayName}/${one.component}`)),
      };
      const headers = { host: 'console.test', cookie: who.cookie, authtoken: who.token };
      /** A busy server says so, and the request is repeated. */
      const request = async (url: string): Promise<{ statusCode: number; body: string }> => {
        for (let tries = 1; ; tries += 1) {
          const answer = await test.server.app.inject({ method: 'GET', url, headers });
          if (answer.statusCode !== 503 || tries === 10) return answer;
          await new Promise((done) => setTimeout(done, 1_000));
        }
      };
      for (const screen of every) {
        cells += 1;
        const at = `${login} ${screen.path}`;
        const opens = may(
          { ...me, kind: 'person', sessionId: 's', language: 'en' } as unknown as Viewer,
          needOf(screen),
        ).ok;
        const listed = isListed(pageOf(screen), me);
        if (listed && !opens) wrong.push(`${at}: the menu names a page that does not open`);
        if (listed !== mustList(screen, answer, opens))
          wrong.push(`${at}: the menu ${listed ? 'names' : 'leaves out'} it`);
        if (!requested.has(screen)) continue;
        const output = JSON.parse(
          (await request(`/access/explain?route=${encodeURIComponent(screen.path)}`)).body,
        ) as { ok: boolean };
        if (output.ok !== opens)
          wrong.push(
            `${at}: the page ${opens ? 'opens' : 'stays shut'}, the server says ${JSON.stringify(output)}`,
          );
        const route = queryRoute(screen);
        if (!route) continue;
        routes += 1;
        const { statusCode } = await request(route);
        if (statusCode !== (opens ? 200 : 403))
          wrong.push(`${at}: the page ${opens ? 'opens' : 'stays shut'}, ${route} answers ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(4_000);
    expect(routes).toBeGreaterThan(whole ? 500 : 80);
  });
});
