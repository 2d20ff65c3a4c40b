import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

/**
 * No silent failure, in the browser: on a screen of each family a command fails in every possible way. Each
 * time the screen shows what happened with a reference, keeps the input, and the last attempt succeeds.
 * tests/architecture/no-silent-failure.test.ts checks that all commands are sent by the same function.
 */
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const refused = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    json: {
      code,
      message: `Refused because of ${code}.`,
      correlationId: `c0ffee${status % 100}-of-the-server`,
    },
  });
interface Way {
  readonly answer: (route: Route) => Promise<void>;
  readonly expected: RegExp;
  /** The server's own reference, where its answer has one. */
  readonly reference?: string;
}
const ways: Readonly<Record<string, Way>> = {
  timeout: { answer: () => new Promise(() => undefined), expected: /No response within 15 seconds/ },
  '500': {
    answer: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    expected: /500/,
  },
  '403': {
    answer: refused(403, 'forbidden'),
    expected: /Refused because of forbidden/,
    reference: 'c0ffee3-',
  },
  '409': {
    answer: refused(409, 'noLongerNeeded'),
    expected: /Refused because of noLongerNeeded/,
    reference: 'c0ffee9-',
  },
  'bad JSON': {
    answer: (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"id": 7, "stre' }),
    expected: /could not be read/,
  },
  offline: { answer: (route) => route.abort('internetdisconnected'), expected: /You are offline/ },
};

interface Screen {
  readonly who: string;
  readonly path: string;
  /** The command that fails, as aggregate and command. */
  readonly command: string;
  /** Prepares the screen so that `give` sends the command. */
  readonly ready: (page: Page) => Promise<void>;
  readonly give: (page: Page) => Promise<void>;
  /** The current input: as typed, or as it was before. */
  readonly kept: (page: Page) => Promise<string>;
  readonly done: (page: Page) => Promise<void>;
}
const dialog = (page: Page) => page.getByRole('dialog');
const panel = (page: Page) => page.locator('.ops-panel');
const stamp = (): string => String(Date.now()).slice(-7);
const attendance = (page: Page) => page.getByRole('group', { name: 'Attendance' });

const screens: Readonly<Record<string, Screen>> = {
  queue: {
    who: 'verifier',
    path: '/outBound/signup-queue',
    command: 'queueitem/park',
    ready: async (page) => {
      await page.locator('.ag-row').first().waitFor();
      await press(page, 'n');
      await panel(page).locator('.qu-ref').waitFor();
      await press(page, 's');
      await dialog(page).getByLabel('Reason').fill('The daughter calls back at noon');
    },
    give: (page) => dialog(page).getByRole('button', { name: 'Park' }).click(),
    kept: (page) => dialog(page).getByLabel('Reason').inputValue(),
    done: (page) => dialog(page).waitFor({ state: 'detached' }),
  },
  form: {
    who: 'agent1',
    path: '/outBound/customerSingup',
    command: 'signup/start',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New case' }).first().click();
      await page.locator('[data-path="applicant.name"] input').fill('Meera Kept');
    },
    give: (page) => press(page, 'Control+s'),
    kept: (page) => page.locator('[data-path="applicant.name"] input').inputValue(),
    done: (page) => page.locator('.fo-saved', { hasText: 'Saved at' }).waitFor(),
  },
  master: {
    who: 'admin',
    path: '/masters/departmentmaster?do=new',
    command: 'master/create',
    ready: async (page) => {
      const code = `KEPT-${stamp()}`;
      await page.locator('[name="vCode"]').fill(code);
      await page.locator('[name="vName"]').fill(`Kept ${code}`);
    },
    give: (page) => press(page, 'Control+s'),
    kept: (page) => page.locator('[name="vName"]').inputValue(),
    done: (page) => panel(page).getByText('Changed by Asha Menon').waitFor(),
  },
  approvals: {
    who: 'lead',
    path: '/approvals',
    command: 'approval/rejectStep',
    ready: async (page) => {
      await page.locator('.ag-row').first().click();
      await page.getByText('Only you have opened it').first().waitFor();
      await press(page, 'r');
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Not in that week, please');
    },
    give: (page) => dialog(page).getByRole('button', { name: 'Reject', exact: true }).click(),
    kept: (page) => dialog(page).getByRole('textbox', { name: 'Reason' }).inputValue(),
    done: (page) => dialog(page).waitFor({ state: 'detached' }),
  },
  calendar: {
    who: 'agent2',
    path: '/calendar?view=week',
    command: 'calendarentry/add',
    ready: async (page) => {
      await page.locator('.cal-time').waitFor();
      await page.getByRole('button', { name: 'New entry' }).click();
      await page.getByLabel('Title').fill(`Dentist ${stamp()}`);
    },
    give: (page) => panel(page).getByRole('button', { name: 'Save' }).click(),
    kept: (page) => page.getByLabel('Title').inputValue(),
    done: (page) => page.getByText('Saved', { exact: true }).first().waitFor(),
  },
  chat: {
    who: 'agent1',
    path: '/chat',
    command: 'chatroom/say',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'New conversation with' }).fill('Divya');
      await page.getByRole('option', { name: /Divya/ }).click();
      await page.getByLabel('Write a message').fill(`Still here ${stamp()}`);
    },
    give: (page) => page.getByLabel('Write a message').press('Enter'),
    kept: (page) => page.getByLabel('Write a message').inputValue(),
    done: async (page) => {
      await shown(() => page.getByLabel('Write a message').inputValue()).toBe('');
      await page.locator('.chat-said').getByText('Still here').first().waitFor();
    },
  },
  attendance: {
    who: 'agent2',
    path: '/dashboard',
    command: 'attendance/toggleBreak',
    ready: (page) => attendance(page).getByRole('button', { name: 'Break-In' }).waitFor(),
    give: (page) => attendance(page).getByRole('button', { name: 'Break-In' }).click(),
    kept: async (page) => {
      await shown(() =>
        attendance(page).getByRole('button', { name: 'Break-In' }).getAttribute('aria-disabled'),
      ).toBeNull();
      return `out again: ${await attendance(page).getByRole('button', { name: 'Break-Out' }).count()}`;
    },
    done: async (page) => {
      await attendance(page).getByRole('button', { name: 'Break-Out' }).click();
      await attendance(page).getByRole('button', { name: 'Break-In' }).waitFor();
    },
  },
  settings: {
    who: 'doctor',
    path: '/profile/settings',
    command: 'preference/change',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'From' }).fill('21:15');
      await page
        .getByRole('textbox', { name: 'Until' })
        .fill(`07:${String(Date.now() % 60).padStart(2, '0')}`);
    },
    give: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
    kept: (page) => page.getByRole('textbox', { name: 'Until' }).inputValue(),
    done: (page) => page.getByText('Saved', { exact: true }).first().waitFor(),
  },
};

const title = '%s: a failed command is shown with what happened and its reference, and no input is lost';
/** One screen; that all commands fail in one way is proven without a browser. */
const inTheGate = ['queue'];
it.each(Object.keys(screens).filter((name) => inTheGate.includes(name)))(title, { tags: ['gate'] }, (name) =>
  failsAloud(screens[name]!),
);
it.each(Object.keys(screens).filter((name) => !inTheGate.includes(name)))(title, (name) =>
  failsAloud(screens[name]!),
);

async function failsAloud(screen: Screen): Promise<void> {
  const { page, faults } = await signInPage(browser, server, screen.who, screen.path);
  // Shortens the browser's time limit of a call and takes it offline, while the test needs it.
  await page.addInitScript(() => {
    const now = Object.assign(window, { fails: '' });
    const real = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => real(now.fails === 'timeout' ? 500 : ms);
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => now.fails !== 'offline' });
  });
  await page.reload();
  await screen.ready(page);
  const before = await screen.kept(page);
  expect(before).not.toBe('');
  const [aggregate, command] = screen.command.split('/') as [string, string];
  const isIt = ({ pathname }: URL): boolean =>
    pathname.startsWith(`/commands/${aggregate}/`) && pathname.endsWith(`/${command}`);
  const failAs = (name: string) => page.evaluate((fails) => void Object.assign(window, { fails }), name);

  for (const [name, way] of Object.entries(ways)) {
    const sent: string[] = [];
    await page.route(isIt, (route) => {
      sent.push(route.request().headers()['x-correlation-id'] ?? '');
      return way.answer(route);
    });
    await failAs(name);
    await screen.give(page);
    const told = page
      .locator('[role="alert"], .ops-toast')
      .filter({ hasText: way.expected, visible: true })
      .first();
    await told.waitFor();
    const reference = way.reference ?? sent.at(-1)!.slice(0, 8);
    await shown(() => told.locator('.ops-reference').innerText(), name).toContain(reference);
    await failAs('');
    expect([name, await screen.kept(page)]).toEqual([name, before]);
    await page.unroute(isIt);
  }
  await screen.give(page);
  await screen.done(page);
  await shown(() =>
    page
      .locator('[role="alert"]')
      .filter({ hasText: /Refused because|You are offline/, visible: true })
      .count(),
  ).toBe(0);
  expect(faults).toEqual([]);
}
