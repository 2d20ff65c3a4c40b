import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { axeFindings, goInside, openBrowser, openContext, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { press, pressUntil } from '#tests/kit/keys.ts';
import { absent, shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;

const serious = async (page: Page): Promise<string[]> =>
  (await axeFindings(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

interface Role {
  readonly version: number;
  readonly permissionGroupsList: readonly {
    readonly entitiesList: readonly { readonly vEntity: string }[];
  }[];
  readonly permittedComponentsList: readonly unknown[];
}

async function setRole(roleId: number, change: (role: Role) => Role): Promise<void> {
  const role = (await admin.get(`/employee/api/v2/rolemaster/${roleId}`)).body as Role;
  const { permissionGroupsList, permittedComponentsList } = change(role);
  expect(
    (
      await admin.command(
        `role-${roleId}`,
        'changePermissions',
        { permissionGroupsList, permittedComponentsList },
        { version: role.version },
      )
    ).status,
  ).toBe(200);
}

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it(
  'an expired session is renewed above the screen, and the input is still there',
  { tags: ['gate'] },
  async () => {
    const { page, faults } = await signInPage(browser, server, 'verifier', '/masters/changePassword');
    await page.getByLabel('Current password').fill('half a thought');
    const sessions = (await admin.get('/access/sessions?empId=103')).body as { id: string }[];
    for (const { id } of sessions) await admin.send('DELETE', `/access/sessions/${id}?empId=103`);
    const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
    await dialog.waitFor();
    await shown(() => dialog.innerText()).toContain('ended by you or an administrator');
    await dialog.getByLabel('Password', { exact: true }).fill('Demo@1234');
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    await shown(() => page.getByLabel('Current password').inputValue()).toBe('half a thought');
    expect(faults).toEqual([]);
  },
);

it(
  'a right taken away closes the page and the menu entry, with a word; given back, it is there again',
  { tags: ['gate'] },
  async () => {
    const { page } = await signInPage(browser, server, 'verifier2', '/outBound/signup-queue');
    const { roleId } = (await (await server.signIn('verifier2')).get('/access/me')).body as {
      roleId: number;
    };
    let before: Role | undefined;
    onTestFinished(async () => before && setRole(roleId, () => before!)); // a second try finds the role as it was
    await setRole(roleId, (role) => {
      before = role;
      return {
        ...role,
        permissionGroupsList: role.permissionGroupsList.map((group) => ({
          ...group,
          entitiesList: group.entitiesList.filter(({ vEntity }) => vEntity !== 'signup-queue'),
        })),
      };
    });
    await shown(() => new URL(page.url()).pathname).not.toBe('/outBound/signup-queue');
    await page.getByText('Your access to Sign-up queue was removed.').first().waitFor();
    await shown(() => menu(page).getByText('Sign-up queue').count()).toBe(0);
    await setRole(roleId, () => before!);
    await menu(page).getByRole('button', { name: 'Out Bound', expanded: false }).click();
    await menu(page)
      .getByRole('link', { name: /Sign-up queue/ })
      .waitFor();
  },
);

it(
  'permissions that cannot be loaded deny everything, with a notice and a retry',
  { tags: ['gate'] },
  async () => {
    const { page } = await signInPage(browser, server, 'lead', '/inbox');
    await page.addInitScript(() => {
      // The console asks again by itself, too: the server answers only once the button was used.
      let mended = false;
      addEventListener('click', () => void (mended = true), true);
      const real = window.fetch;
      window.fetch = (what, how) =>
        String(what).includes('/access/me') && !mended
          ? Promise.resolve(
              new Response('{"code":"internal","message":"No.","correlationId":"abcdefgh"}', { status: 500 }),
            )
          : real(what, how);
    });
    await page.reload();
    await absent(
      menu(page).getByRole('link'),
      page.locator('main').getByRole('alert').filter({ hasText: 'Your permissions could not be loaded' }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor();
  },
);

it('every entry of the menu of store opens', () => everyEntryOpens('store'));
it.each(['agent1', 'lead'])('every entry of the menu of %s opens', (who) => everyEntryOpens(who));

async function everyEntryOpens(who: string): Promise<void> {
  const { page, faults } = await signInPage(browser, server, who, '/profile/overview');
  const areas = menu(page).getByRole('button', { expanded: false });
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  const all = await menu(page)
    .getByRole('link')
    .evaluateAll((found) =>
      found.map((link) => ({ to: link.getAttribute('href')!, target: link.getAttribute('target') })),
    );
  const outside = all.filter(({ to }) => !to.startsWith('/'));
  expect(outside.every(({ to, target }) => to.startsWith('https://') && target === '_blank')).toBe(true);
  for (const link of all.flatMap(({ to }) => (to.startsWith('/') ? [to] : []))) {
    await goInside(page, link);
    await shown(async () => [
      new URL(page.url()).pathname,
      await page.getByText(/^You don’t have access to /).count(),
    ]).toEqual([decodeURI(link), 0]);
  }
  expect(faults).toEqual([]);
}

it('personal pages are icons above the menu, with their names as tooltips', async () => {
  const { page, faults } = await signInPage(browser, server, 'agent1', '/profile/overview');
  const icons = menu(page).getByRole('list', { name: 'My pages' }).getByRole('link');
  await shown(() => icons.count()).toBe(5);
  expect(await icons.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/inbox',
    '/calendar',
    '/chat',
    '/charts',
    '/profile/overview',
  ]);
  const calendar = menu(page).getByRole('link', { name: 'Calendar', exact: true });
  expect(await calendar.getAttribute('title')).toBe('Calendar');
  await calendar.click();
  await shown(() => new URL(page.url()).pathname).toBe('/calendar');
  await shown(() => calendar.getAttribute('aria-current')).toBe('page');
  await goInside(page, '/profile/overview?layout=%7B%22navigationPos%22:%22top%22%7D');
  await page.getByRole('menubar', { name: 'Main navigation' }).waitFor();
  expect(await page.getByRole('list', { name: 'My pages' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('pages and actions are reached by keyboard alone', { tags: ['gate'] }, async () => {
  const { page } = await signInPage(browser, server, 'lead', '/dashboard');
  await page.locator('.sh-search').waitFor();
  await press(page, 'Control+k');
  await page.getByPlaceholder('Page, name, number or phone').waitFor();
  await page.keyboard.type('sign-up q');
  await press(page, 'Enter');
  await shown(() => new URL(page.url()).pathname).toBe('/outBound/signup-queue');
  await press(page, 'Escape');
  await page.locator('#sh-title').focus();
  await pressUntil(page, 'g i', async () => new URL(page.url()).pathname === '/inbox');
  await press(page, '?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press(page, 'Escape');
});

it('signing out clears the browser’s storage and leads to the sign-in; the address then requires one', async () => {
  const { page } = await signInPage(browser, server, 'agent2', '/dashboard');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await shown(() => new URL(page.url()).pathname).toBe('/login/default');
  await shown(() =>
    page.evaluate(() => [
      Object.keys(localStorage).filter((name) => !/^ops-(look|language)$/.test(name)),
      Object.keys(sessionStorage),
    ]),
  ).toEqual([[], []]);
  await page.goto(`${server.url}/inbox`);
  await shown(() => page.url()).toContain('/login/default?next=%2Finbox');
  await page.goto(`${server.url}/no/such/page`);
  await shown(() => new URL(page.url()).pathname).toBe('/sessions/404');
});

it(
  'a wall is paired with a code, shows the floor and is unpaired when it is revoked',
  { tags: ['gate'] },
  async () => {
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Floor' })).body as {
      code: string;
    };
    const context = await openContext(browser, { viewport: { width: 1920, height: 1080 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/wall/floor`);
    await page.getByLabel('Code').fill(code);
    await press(page, 'Enter');
    const number = page.locator('.wall-number').first();
    await shown(async () => Number.parseInt(await number.innerText(), 10)).toBeGreaterThan(0);
    await shown(() =>
      number.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(48);
    await shown(() =>
      page
        .locator('.wall-tile dd')
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(48);
    const devices = (await admin.get('/access/devices')).body as { id: string; name: string }[];
    await admin.send('DELETE', `/access/devices/${devices.find(({ name }) => name === 'Floor')!.id}`);
    await page.getByText('This screen was unpaired.').first().waitFor();
  },
);

it('two colleagues talk; the other one sees it at once', async () => {
  const one = await signInPage(browser, server, 'agent1', '/chat');
  const other = await signInPage(browser, server, 'agent2', '/chat?room=101-102');
  await one.page.getByRole('combobox', { name: 'New conversation with' }).fill('Divya');
  await one.page.getByRole('option', { name: /Divya/ }).click();
  await one.page.getByLabel('Write a message').fill('Can you take SG-000306?');
  await press(one.page, 'Enter');
  await other.page.getByText('Can you take SG-000306?').first().waitFor();
  expect([...one.faults, ...other.faults]).toEqual([]);
});

it.each([
  ['light', 'indigo', 'en', 'ltr'],
  ['dark', 'darkPink', 'es', 'rtl'],
] as const)(
  'axe finds nothing serious in the shell: %s, %s, %s, %s',
  async (scheme, accent, language, dir) => {
    const { page } = await signInPage(browser, server, 'admin', '/dashboard', {
      scheme,
      language,
      look: { accent, scheme, dir },
    });
    for (const path of [
      '/dashboard',
      '/inbox',
      '/profile/overview',
      '/profile/settings',
      '/masters/changePassword',
      '/calendar',
      '/chat',
      '/charts',
      '/wall',
      '/masters',
    ]) {
      await goInside(page, path);
      expect([path, await serious(page)]).toEqual([path, []]);
    }
  },
);
