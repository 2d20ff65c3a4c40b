import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { firstAccountCode } from '#server/access/first-account.ts';
import { totp } from '#server/access/second-factor.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { seedOf } from '#tests/kit/authenticator.ts';
import { openBrowser, openContext, screenReady, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { press } from '#tests/kit/keys.ts';
import { absent, shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const demo = 'Demo@1234';

/** The sign-in form, in a browser of its own. */
async function signInPageAlone(path = '/login/default'): Promise<{ page: Page; context: BrowserContext }> {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return { page, context };
}
async function fill(page: Page, login: string, password: string): Promise<void> {
  await page.locator('input[name="username"]').fill(login);
  await page.locator('input[name="password"]').fill(password);
  await press(page, 'Enter');
}
const at = (page: Page): string => new URL(page.url()).pathname;

const step = (): number => Math.floor(server.clock.now() / 30_000);

it(
  'a second factor is set up in the profile, required at the next sign-in, and a wrong or used code is refused',
  { tags: ['gate'] },
  async () => {
    onTestFinished(async () => void (await admin.send('DELETE', '/access/second-factor/102')));
    const { page, context } = await signInPage(browser, server, 'agent2', '/profile/settings');
    // An open session is not enough: the password is required again, masked.
    const setUp = page.getByRole('button', { name: 'Set up two-step sign-in' });
    await shown(() => setUp.isDisabled()).toBe(true);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('certainly not this');
    await setUp.click();
    await page.getByText('The password is wrong.').first().waitFor();
    await shown(() => page.locator('code.sh-secret').count()).toBe(0);
    await password.fill(demo);
    await setUp.click();
    const seed = seedOf(await page.locator('code.sh-secret').innerText());
    expect(seed).toHaveLength(20);
    await shown(() => page.getByRole('link', { name: 'otpauth://' }).getAttribute('href')).toMatch(
      /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/,
    );
    const used = step();
    await page.getByLabel('Code').fill(totp(seed, used));
    await page.getByRole('button', { name: 'Continue' }).click();
    await shown(() => server.server.access.secondFactors.state(102)).toBe('on');
    await page.locator('code.sh-secret').waitFor({ state: 'detached' });
    await context.close();

    const { page: next } = await signInPageAlone();
    await fill(next, 'agent2', demo);
    const code = next.getByLabel('Code');
    await code.waitFor();
    expect(at(next)).toBe('/login/default');
    for (const wrong of [totp(seed, used), totp(seed, used + 40)]) {
      await code.fill(wrong);
      await press(next, 'Enter');
      await next.getByRole('alert').filter({ hasText: /code/i }).waitFor();
      await shown(() =>
        next
          .getByRole('alert')
          .getByText(/Reference/)
          .count(),
      ).toBe(1);
    }
    await code.fill(totp(seed, Math.max(step(), used + 1)));
    await press(next, 'Enter');
    await shown(() => at(next)).toBe('/dashboard');
  },
);

it('a hand-over ticket signs in once; the second use and a forged one are refused, and the form is ready', async () => {
  const made = await admin.send('POST', '/employee/api/v2/relexauth', { empId: 101 });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const path = `/login/default#ticket=${(made.body as { ticket: string }).ticket}`;
  const { page } = await signInPageAlone(path);
  await shown(() => at(page)).toBe('/dashboard');
  await shown(() => page.url()).not.toContain('ticket');
  await shown(() => page.evaluate(() => sessionStorage.getItem('logEmpId'))).toBe('101');
  for (const again of [path, `/login/default#ticket=${'A'.repeat(43)}`]) {
    const { page: second } = await signInPageAlone(again);
    const alert = second.getByRole('alert');
    await alert.waitFor();
    await shown(() => alert.innerText()).toMatch(/ticket|link/i);
    await shown(() => alert.getByText(/Reference/).count()).toBe(1);
    await shown(() => second.url()).not.toContain('ticket=');
    await second.locator('input[name="username"]').waitFor();
    expect(at(second)).toBe('/login/default');
  }
});

it('the breadcrumb is hidden for designation 92 alone', async () => {
  const path = '/profile/overview';
  const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });
  const { page: other, context: first } = await signInPage(browser, server, 'agent1', path);
  await crumbs(other).waitFor();
  await first.close();
  const { page } = await signInPage(browser, server, 'franchise', path);
  expect((await (await server.signIn('franchise')).get('/access/me')).body).toMatchObject({
    designationId: 92,
  });
  await absent(crumbs(page), page.getByRole('heading', { name: 'Active sessions' }));
});

it('after five wrong passwords the form shows until when the account is locked, and the right one is refused', async () => {
  const { page } = await signInPageAlone();
  const alert = page.getByRole('alert');
  for (let n = 0; n < 8; n += 1) {
    await fill(page, 'qa', `wrong password ${n}`);
    await shown(() => alert.innerText().catch(() => '')).toMatch(/wrong|Too many/);
    if (/Too many/.test(await alert.innerText())) break;
    await page.locator('input[name="password"]').fill('');
  }
  await fill(page, 'qa', demo);
  await shown(() => alert.innerText().catch(() => '')).toMatch(
    /Too many attempts\. Try again at \d{2}:\d{2}/,
  );
  expect(at(page)).toBe('/login/default');
});

it(
  'one’s sessions are listed; another one is signed out from here and notified at once',
  { tags: ['gate'] },
  async () => {
    const there = await signInPage(browser, server, 'accounts', '/profile/overview');
    const here = await signInPage(browser, server, 'accounts', '/profile/overview');
    const lines = here.page.locator('.sh-sessions tbody tr');
    await shown(() => lines.count()).toBeGreaterThan(1);
    await shown(() => lines.filter({ hasText: 'this session' }).count()).toBe(1);
    const others = await lines.count();
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await shown(() => lines.count()).toBe(1);
    expect(others).toBeGreaterThan(1);
    const overlay = there.page.getByRole('dialog', { name: 'Sign in again to continue' });
    await overlay.waitFor();
  },
);

const header = (page: Page) => page.getByRole('group', { name: 'Attendance' });
/** How a command can fail, and the text the person must read. */
const ways: Readonly<Record<string, { fail: (route: Route) => Promise<void>; expected: RegExp }>> = {
  '500': { fail: (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }), expected: /500/ },
  '403': { fail: refused(403, 'forbidden'), expected: /Refused: forbidden/ },
  '409': { fail: refused(409, 'versionConflict'), expected: /Refused: versionConflict/ },
  'bad JSON': {
    fail: (route) => route.fulfill({ status: 200, body: '{"id": 7, "stre' }),
    expected: /could not be read/,
  },
  'no line': { fail: (route) => route.abort('internetdisconnected'), expected: /cannot be reached|offline/i },
};
function refused(status: number, code: string) {
  return (route: Route): Promise<void> =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ code, message: `Refused: ${code}.`, correlationId: `feed${status}0-0000` }),
    });
}

it('a failed check-in or check-out shows what happened, with a reference, and can be retried', async () => {
  const lead = await server.signIn('lead');
  const { date, version } = (await lead.get('/feeds/attendance/board?id=102')).body as AttendanceRow;
  await lead.command(
    `attendance-102-${date}`,
    'cancelAttendance',
    { reason: 'A fresh day for the journey' },
    { version },
  );
  const { page, faults } = await signInPage(browser, server, 'agent2', '/dashboard');
  const attendance = '**/commands/attendance/**';
  const checkIn = header(page).getByRole('button', { name: 'Check In' });
  const tries = async (press: () => Promise<void>, ready: () => Promise<void>): Promise<void> => {
    for (const [name, { fail, expected }] of Object.entries(ways)) {
      await ready();
      await page.route(attendance, fail);
      await press();
      const told = page.getByRole('alert').filter({ hasText: expected }).first();
      await told.waitFor().catch(() => expect.fail(`${name} is not shown: ${expected}`));
      await shown(() => told.getByText(/Reference/).count(), name).toBe(1);
      await page.unroute(attendance);
      const close = told.getByRole('button', { name: 'Close' });
      if (await close.count()) await close.click();
    }
  };
  await tries(
    () => checkIn.click(),
    () => checkIn.waitFor(),
  );
  await checkIn.click();
  const out = header(page).getByRole('button', { name: 'Check-Out' });
  await shown(() => out.getAttribute('aria-disabled').catch(() => 'true')).toBeNull();
  const dialog = page.getByRole('dialog', { name: 'Confirm Check-Out ?' });
  const yes = dialog.getByRole('button', { name: 'Yes' });
  /** The dialog is open again: a refused one is closed and reopened. */
  const requested = async (): Promise<void> => {
    if (await yes.isVisible()) return;
    const refusal = page.getByRole('dialog');
    if (await refusal.isVisible()) {
      await refusal.getByRole('button', { name: 'No' }).click();
      await refusal.waitFor({ state: 'hidden' });
    }
    await out.click();
    await yes.waitFor();
  };
  await tries(() => yes.click(), requested);
  await requested();
  await yes.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

it('an employee who cannot be loaded is shown as an error with a reference and a retry', async () => {
  const { page } = await signInPage(browser, server, 'admin', '/masters/emplist');
  const row = page.locator('.ag-row', { hasText: 'Ravi' }).first();
  await row.waitFor();
  await page.route('**/masters-record/emplist/**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await row.locator('[col-id="vName"]').dblclick();
  const told = page.getByRole('alert').filter({ hasText: /500/ }).first();
  await told.waitFor();
  await shown(() => told.getByText(/Reference/).count()).toBe(1);
  await page.unroute('**/masters-record/emplist/**');
  await told.getByRole('button', { name: 'Try again' }).click();
  await told.waitFor({ state: 'detached' });
});

it('an app without accounts creates its first admin with the code from its terminal, who then signs in', async () => {
  const fresh = await openTestServer({ env: { DEMO: '0' } });
  onTestFinished(() => fresh.close());
  const { pool, clock } = fresh.server;
  const code = await firstAccountCode({ pool, clock });
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(`${fresh.url}/login/default`);
  await page.getByRole('heading', { name: 'Set up Ops Console' }).waitFor();
  const make = page.getByRole('button', { name: 'Create administrator' });
  await shown(() => make.isDisabled()).toBe(true);
  const fields = {
    code: 'WRONGWRONGWRONG2',
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha.first@care.example',
    password: 'a long sentence here',
  };
  const place = { 'place.vCode': 'fst01', 'place.vName': 'The first place', 'place.vCity': 'Mysuru' };
  for (const [name, value] of Object.entries({ ...fields, ...place }))
    await page.locator(`input[name="${name}"]`).fill(value);
  await make.click();
  await page.getByText('This pairing code is wrong').first().waitFor();
  await shown(() => page.locator('input[name="email"]').inputValue()).toBe(fields.email);
  await page.locator('input[name="code"]').fill(code);
  await make.click();
  await page.locator('input[name="username"]').waitFor();
  await shown(() => page.locator('input[name="username"]').inputValue()).toBe(fields.email);
  await page.locator('input[name="password"]').fill(fields.password);
  await press(page, 'Enter');
  await shown(() => at(page)).toBe('/dashboard');
  // In a browser without a session: a signed-in one is led on to the dashboard.
  const other = await (await openContext(browser)).newPage();
  await other.goto(`${fresh.url}/login/default`);
  await absent(
    other.getByRole('heading', { name: 'Set up Ops Console' }),
    other.locator('input[name="username"]'),
  );
});

it('a requester finds their requests in the menu, without a right to decide', async () => {
  const { page } = await signInPage(browser, server, 'cc1', '/profile/overview');
  const me = (await (await server.signIn('cc1')).get('/access/me')).body as { rights: string[] };
  expect(me.rights.filter((right) => right.startsWith('approvals/'))).toEqual([]);
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /^Approvals/ })
    .click();
  await shown(() => at(page)).toBe('/approvals');
  await screenReady(page);
  await shown(() => page.getByText(/^You don’t have access to /).count()).toBe(0);
});

it('a role shows its holders, and is compared with another one right by right', async () => {
  const { roleId } = (await (await server.signIn('agent1')).get('/access/me')).body as { roleId: number };
  const { page, faults } = await signInPage(browser, server, 'admin', `/masters/rolemasterv2?row=${roleId}`);
  const holders = page.locator('section', { has: page.getByRole('heading', { name: /^Assigned to/ }) });
  const names = (await admin.get(`/access/holders?roleId=${roleId}`)).body as { name: string }[];
  await shown(async () => (await holders.getByRole('link').allInnerTexts()).toSorted()).toEqual(
    names.map((one) => one.name).toSorted(),
  );
  expect(names.length).toBeGreaterThan(1);
  await page.goto(`${server.url}/masters/rolemasterv2?row=${roleId}&do=edit`);
  const compare = page.getByRole('combobox', { name: 'Compare with' });
  await compare.waitFor();
  await page.getByRole('searchbox', { name: 'Search screens' }).fill('sign-up queue');
  const boxes = page.getByRole('checkbox', { name: /Sign-up queue/ });
  const told = page.getByRole('checkbox', { name: /Sign-up queue, only Sign-up has this/ });
  await absent(told, boxes);
  await compare.selectOption({ label: 'Sign-up' });
  await page.getByText('A dot marks rights that only the other role has').first().waitFor();
  await shown(() => told.count()).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

it('a session idle for half an hour, and one that is twelve hours old, ask for the password above the work', async () => {
  for (const [minutes, reason] of [
    [31, '30 minutes without activity'],
    [12 * 60 + 1, 'the session reached its 12-hour limit'],
  ] as const) {
    const { page, context } = await signInPage(browser, server, 'verifier', '/masters/changePassword');
    await page.getByLabel('Current password').fill('half a thought');
    // Pending requests of the page would count as activity at the later hour.
    await page.waitForLoadState('networkidle');
    server.clock.pretend(server.clock.now() + minutes * 60_000);
    const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
    await dialog.waitFor();
    await shown(() => dialog.innerText()).toContain(reason);
    await dialog.getByLabel('Password', { exact: true }).fill(demo);
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    await shown(() => page.getByLabel('Current password').inputValue()).toBe('half a thought');
    await context.close();
  }
});
