import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, isSunday, showDay } from '#shared/core/day.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;

const serious = async (page: Page): Promise<string[]> =>
  (await axeFindings(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Case {
  readonly id: string;
  readonly ref: string;
  readonly applicant: string;
}
async function waitingCase(): Promise<Case> {
  const { rows } = (await admin.get('/feeds/queue/signup-queue')).body as { rows: Case[] };
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]!;
}

it(
  'a record is found by name and by number from anywhere by keyboard alone, and is listed among the recent ones',
  { tags: ['gate'] },
  async () => {
    const { ref, applicant, id } = await waitingCase();
    const { page, faults } = await signInPage(browser, server, 'verifier', '/dashboard');
    await page.locator('.sh-search').waitFor();
    await press(page, 'Control+k');
    const box = page.getByPlaceholder('Page, name, number or phone');
    await box.waitFor();
    await page.keyboard.type(applicant.toUpperCase());
    const hit = page.getByRole('button', { name: new RegExp(applicant) }).first();
    await hit.waitFor();
    expect(await serious(page)).toEqual([]);
    await box.fill(ref.toLowerCase());
    await page.locator('.mantine-Spotlight-action').filter({ hasText: applicant }).first().waitFor();
    await press(page, 'Enter');
    await shown(() => page.url()).toContain(`/outBound/signup-queue?row=${id}`);
    await page.locator('.ops-panel').getByText(ref).first().waitFor();
    await press(page, 'Escape');
    await press(page, 'Control+k');
    await page.locator('.mantine-Spotlight-action').filter({ hasText: applicant }).first().waitFor();
    expect(faults).toEqual([]);
  },
);

it('somebody of another place finds neither the name nor the number', async () => {
  const { ref, applicant } = await waitingCase();
  const { page } = await signInPage(browser, server, 'franchise', '/dashboard');
  await page.locator('.sh-head').waitFor();
  for (const typed of [applicant, ref]) {
    await press(page, 'Control+k');
    await page.getByPlaceholder('Page, name, number or phone').fill(typed);
    await page.getByText('Nothing found').first().waitFor();
    await press(page, 'Escape');
  }
});

it('input while the palette still loads is not lost and triggers nothing else', async () => {
  const { page, faults } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
  await page.locator('.ag-row').first().waitFor();
  await page.route(/Palette-[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await press(page, 'Control+k');
  await page.keyboard.type('nandini', { delay: 30 });
  const box = page.getByPlaceholder('Page, name, number or phone');
  await box.waitFor();
  await shown(() => box.inputValue()).toBe('nandini');
  await page.keyboard.type(' rao');
  await shown(() => box.inputValue()).toBe('nandini rao');
  expect(await page.locator('.ops-panel').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the month of attendance shows today', async () => {
  const { page } = await signInPage(browser, server, 'hr', '/masters/attendanceDetails');
  const day = Number(businessDay(server.clock.now()).slice(8)) - 1;
  const cell = page.locator(`.ag-row [data-day="${day}"]`).first();
  await cell.waitFor();
  await shown(async () => {
    const box = await cell.boundingBox();
    return box !== null && box.x > 0 && box.x + box.width < 1440;
  }).toBe(true);
});

interface Booked {
  readonly id: string;
  readonly ref: string;
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iAssignedTo: number;
  readonly iRescheduledFrom: number | null;
  readonly request: { readonly appDate: string; readonly slotFrom: string } | null;
}
const visited = 104;
const booked = async (who: Person): Promise<Booked[]> =>
  (await who.get('/feeds/appointments/list')).body.rows as Booked[];
/** A day more than two days ahead on which the visitor has nothing yet; a second attempt gets another. */
async function emptyDay(
  agent: Person,
  fits: (day: string) => boolean = (day) => !isSunday(day),
): Promise<string> {
  const taken = new Set(
    (await booked(agent))
      .filter((row) => row.iAssignedTo === visited)
      .flatMap((row) => [row.appDate, row.request?.appDate]),
  );
  const today = businessDay(server.clock.now());
  return Array.from({ length: 25 }, (_one, n) => addDays(today, n + 3)).find(
    (day) => fits(day) && !taken.has(day),
  )!;
}
async function bookAt(
  agent: Person,
  appDate: string,
  slotFrom: string,
  iCustomerId: number,
): Promise<Booked> {
  const wish = {
    appDate,
    slotFrom,
    iSlotType: 2,
    vAppType: 'sales',
    iAssignedTo: visited,
    iCustomerId,
    iPooId: 1,
  };
  const done = await agent.command('appointment-new', 'bookAppointment', wish);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  await shown(async () => (await booked(agent)).some(({ id }) => id === String(done.body.id))).toBe(true);
  return (await booked(agent)).find(({ id }) => id === String(done.body.id))!;
}
const replacement = async (agent: Person, of: Booked): Promise<Booked | undefined> =>
  (await booked(agent)).find((row) => row.iRescheduledFrom === Number(of.id));
const calendarOf = (day: string): string => `/calendar?view=day&day=${day}&whose=all`;
const itemOf = (page: Page, is: 'appointment' | 'wish', { id }: Booked) =>
  page.locator(`.cal-item[data-item="${is} ${id}"]`);
/** Drags it down by that many hours; the dialog is then open. */
async function dragDown(page: Page, row: Booked, hours: number): Promise<Locator> {
  const item = itemOf(page, 'appointment', row);
  await item.scrollIntoViewIfNeeded();
  const top = await item.evaluate((element) => (element as HTMLElement).offsetTop);
  await item.dragTo(item.locator('..'), {
    sourcePosition: { x: 20, y: 8 },
    targetPosition: { x: 20, y: top + 8 + hours * 44 },
  });
  const dialog = page.getByRole('dialog', { name: `Request reschedule of ${row.ref}?` });
  await dialog.waitFor();
  return dialog;
}
async function wish(dialog: Locator, reason: string): Promise<void> {
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: 'Send request' }).click();
}

it(
  'a distant appointment that was never moved is rescheduled by dragging without approval, on every screen',
  { tags: ['gate'] },
  async () => {
    const agent = await server.signIn('agent1');
    const row = await bookAt(agent, await emptyDay(agent), '11:00', 41);
    const { page, faults } = await signInPage(browser, server, 'agent1', calendarOf(row.appDate), {
      height: 1_000,
    });
    const other = await signInPage(browser, server, 'agent2', calendarOf(row.appDate), { height: 1_000 });
    await itemOf(other.page, 'appointment', row).waitFor();
    const dialog = await dragDown(page, row, 2);
    expect(await serious(page)).toEqual([]);
    await wish(dialog, 'The family asked for later');
    await dialog.waitFor({ state: 'detached' });
    await shown(() => replacement(agent, row)).toMatchObject({
      appDate: row.appDate,
      slotFrom: '13:00',
      request: null,
    });
    const moved = (await replacement(agent, row))!;
    for (const screen of [page, other.page]) {
      await itemOf(screen, 'appointment', moved).waitFor();
      await shown(() => itemOf(screen, 'appointment', row).count()).toBe(0);
      await shown(() => itemOf(screen, 'wish', moved).count()).toBe(0);
    }
    const lead = await server.signIn('lead');
    const requested = (await lead.get('/feeds/approvals/inbox')).body.rows as { subject: { ref: string } }[];
    expect(requested.filter(({ subject }) => subject.ref === row.ref)).toEqual([]);
    expect([...faults, ...other.faults]).toEqual([]);
  },
);

it('one that was moved before stays: the request is visible to everybody and reaches the approver', async () => {
  const agent = await server.signIn('agent1');
  const first = await bookAt(agent, await emptyDay(agent), '10:00', 42);
  const { version } = (await booked(agent)).find(({ id }) => id === first.id) as unknown as {
    version: number;
  };
  const once = { appDate: first.appDate, slotFrom: '11:00', reason: 'The family asked for later' };
  expect(
    (await agent.command(`appointment-${first.id}`, 'requestReschedule', once, { version })).status,
  ).toBe(200);
  await shown(() => replacement(agent, first)).toBeDefined();
  const row = (await replacement(agent, first))!;

  const { page, faults } = await signInPage(browser, server, 'agent1', calendarOf(row.appDate), {
    height: 1_000,
  });
  const other = await signInPage(browser, server, 'agent2', calendarOf(row.appDate), { height: 1_000 });
  const dialog = await dragDown(page, row, 3);
  await wish(dialog, 'Clinic visit at that hour');
  await dialog.waitFor({ state: 'detached' });
  for (const screen of [page, other.page]) {
    await itemOf(screen, 'wish', row).filter({ hasText: '14:00' }).waitFor();
    await itemOf(screen, 'appointment', row)
      .and(screen.locator('[data-waits]'))
      .filter({ hasText: '11:00' })
      .waitFor();
  }
  expect((await booked(agent)).find(({ id }) => id === row.id)).toMatchObject({
    slotFrom: '11:00',
    request: { appDate: row.appDate, slotFrom: '14:00' },
  });
  expect(await replacement(agent, row)).toBeUndefined();

  const decider = await server.signIn('lead');
  const requested = async (who: Person) =>
    (
      (await who.get('/feeds/approvals/inbox')).body.rows as {
        ref: string;
        actions: string[];
        subject: { ref: string };
      }[]
    ).filter(({ subject }) => subject.ref === row.ref);
  await shown(async () =>
    (await requested(decider)).map(({ actions }) => actions.includes('approveStep')),
  ).toEqual([true]);
  expect(
    (await requested(await server.signIn('agent2'))).filter(({ actions }) => actions.includes('approveStep')),
  ).toEqual([]);
  const lead = await signInPage(browser, server, 'lead', '/approvals');
  await lead.page.locator('.ag-row', { hasText: (await requested(decider))[0]!.ref }).waitFor();
  expect([...faults, ...other.faults, ...lead.faults]).toEqual([]);
});

it('an impossible time is refused in the dialog, nothing moves, and the input stays', async () => {
  const agent = await server.signIn('agent1');
  const saturday = await emptyDay(agent, (day) => isSunday(addDays(day, 1)));
  const row = await bookAt(agent, saturday, '11:00', 43);
  await bookAt(agent, saturday, '13:00', 44);
  const { page, faults } = await signInPage(browser, server, 'agent1', calendarOf(saturday), {
    height: 1_000,
  });
  const taken = await dragDown(page, row, 2);
  await wish(taken, 'The family asked for later');
  await taken.getByRole('alert').getByText('That slot was just booked. Pick another.').waitFor();
  await shown(() => taken.getByRole('textbox').inputValue()).toBe('The family asked for later');
  expect(await serious(page)).toEqual([]);
  await page.reload();
  await itemOf(page, 'appointment', row).focus();
  await press(page, 'Alt+ArrowRight');
  const sunday = page.getByRole('dialog', { name: `Request reschedule of ${row.ref}?` });
  await sunday.getByText(showDay(addDays(saturday, 1))).waitFor();
  await wish(sunday, 'They are at home on Sundays');
  await sunday.getByRole('alert').getByText('Sundays cannot be selected.').waitFor();
  await shown(() => sunday.getByRole('textbox').inputValue()).toBe('They are at home on Sundays');
  expect((await booked(agent)).find(({ id }) => id === row.id)).toMatchObject({
    appDate: saturday,
    slotFrom: '11:00',
    request: null,
  });
  await shown(() => itemOf(page, 'wish', row).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a personal entry is created, moved by keyboard and deleted; a hidden layer stays hidden', async () => {
  const { page, faults } = await signInPage(browser, server, 'agent2', '/calendar?view=week');
  await page.locator('.cal-time').waitFor();
  await page.locator('#sh-title').focus();
  await press(page, 'n');
  const title = `Dentist ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await press(page, 'Enter');
  const entry = page.locator('.cal-item').filter({ hasText: title });
  await entry.waitFor();
  const before = await entry.getAttribute('aria-label');
  await entry.focus();
  await press(page, 'Alt+ArrowDown');
  await shown(() => entry.getAttribute('aria-label')).not.toBe(before);
  await page.getByRole('button', { name: 'Own entries' }).click();
  await shown(() => entry.count()).toBe(0);
  await page.reload();
  await shown(() => page.getByRole('button', { name: 'Own entries' }).getAttribute('aria-pressed')).toBe(
    'false',
  );
  await page.getByRole('button', { name: 'Own entries' }).click();
  await entry.click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await shown(() => entry.count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a case has a chat beside it; a mentioned person is notified, follows the notice and answers; input is kept', async () => {
  const { ref, id } = await waitingCase();
  const one = await signInPage(browser, server, 'verifier', `/outBound/signup-queue?row=${id}`);
  const other = await signInPage(browser, server, 'verifier2', '/inbox');
  await one.page.locator('.ops-panel').getByText(ref).first().waitFor();
  await one.page.locator('#sh-title').focus();
  await press(one.page, 't');
  const dock = one.page.locator('.chat-dock');
  await dock.getByLabel('Write a message').waitFor();
  const { readers } = (await (await server.signIn('verifier')).get(`/chat/about-signup-${id}`)).body as {
    readers: { empId: number; name: string }[];
  };
  const me = await server.signIn('verifier2');
  const named = readers.find(({ empId }) => empId === me.empId)!;
  const question = `do you know this family? ${Date.now()}`;
  await dock.getByLabel('Write a message').pressSequentially(`@${named.name.slice(0, 4)}`);
  await dock.getByRole('option', { name: named.name }).waitFor();
  await press(one.page, 'Enter');
  await one.page.keyboard.type(question);
  expect(await serious(one.page)).toEqual([]);
  await press(one.page, 'Enter');
  await dock.getByText(question).waitFor();
  await shown(async () =>
    ((await me.get('/feeds/notifications/me')).body.rows as { message: string }[]).some(
      ({ message }) => message === 'chatMention',
    ),
  ).toBe(true);
  await other.page.goto(`${server.url}/chat?room=about-signup-${id}`);
  await other.page.locator('.chat-said').getByText(question).waitFor();
  await other.page.getByLabel('Write a message').fill('half a thought');
  await other.page.reload();
  await shown(() => other.page.getByLabel('Write a message').inputValue()).toBe('half a thought');
  const answer = `Yes, since spring ${Date.now()}`;
  await other.page.getByLabel('Write a message').fill(answer);
  await press(other.page, 'Enter');
  await dock.getByText(answer).waitFor();
  expect([...one.faults, ...other.faults]).toEqual([]);
});

it('the number beside a menu entry follows the queue', { tags: ['gate'] }, async () => {
  const agent = await server.signIn('agent1');
  const { page } = await signInPage(browser, server, 'lead', '/profile/overview');
  const badge = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('button', { name: /Approvals/ })
    .locator('.sh-badge');
  await badge.waitFor();
  const lead = await server.signIn('lead');
  const waiting = async (): Promise<number> =>
    ((await lead.get('/feeds/approvals/inbox')).body.rows as { actions: readonly string[] }[]).filter(
      ({ actions }) => actions.includes('approveStep'),
    ).length;
  const before = await waiting();
  await shown(() => badge.innerText()).toBe(String(before));
  const theirs = (await lead.get('/feeds/approvals/inbox')).body.rows as { id: string }[];
  const own = (
    (await agent.get('/feeds/approvals/inbox')).body.rows as {
      id: string;
      actions: string[];
      version: number;
    }[]
  ).filter(({ id, actions }) => actions.includes('withdraw') && theirs.some((one) => one.id === id));
  expect(own.length).toBeGreaterThan(0);
  const { status } = await agent.command(
    `approval-${own[0]!.id}`,
    'withdraw',
    {},
    { version: own[0]!.version },
  );
  expect(status).toBe(200);
  expect(await waiting()).toBe(before - 1);
  await shown(async () => ((await badge.count()) === 0 ? '0' : badge.innerText())).toBe(String(before - 1));
});

it('the address sets the layout of a visit: on top, from right to left, without a header; an invalid one is ignored', async () => {
  const { page, faults } = await signInPage(browser, server, 'lead', '/profile/overview');
  const go = async (layout: string, hash = ''): Promise<void> => {
    await page.goto(`${server.url}/profile/overview?layout=${encodeURIComponent(layout)}${hash}`);
    await page.reload();
    await page.locator('.sh-screen > *').first().waitFor();
  };
  await go('{"navigationPos":"top","dir":"rtl"}');
  await shown(() => page.locator('.sh-app').getAttribute('data-nav')).toBe('top');
  await shown(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await page.getByRole('menubar', { name: 'Main navigation' }).waitFor();
  await go('{"navigationPos":"up","dir":7,"__proto__":{"sidebarStyle":"closed"}}');
  await shown(() => page.locator('.sh-app').getAttribute('data-nav')).toBe('side');
  await shown(async () => [
    await page.evaluate(() => document.documentElement.dir),
    await page.locator('.sh-app').getAttribute('data-sidebar'),
  ]).toEqual(['ltr', 'full']);
  await shown(() => page.locator('.sh-head').count()).toBe(1);
  await go('{}', '#fromFranchise');
  await shown(() => page.locator('.sh-head').count()).toBe(0);
  expect(faults).toEqual([]);
});

it.each([
  ['light', 'blue', 'es', 'ltr', 1440],
  ['dark', 'darkPurple', 'en', 'rtl', 390],
] as const)(
  'axe finds nothing serious in calendar and chat: %s, %s, %s, %s, %i px',
  async (scheme, accent, language, dir, width) => {
    const { page } = await signInPage(browser, server, 'lead', '/calendar', {
      scheme,
      language,
      width,
      look: { accent, scheme, dir },
    });
    const { id } = await waitingCase();
    await admin.command(`chatroom-about-signup-${id}`, 'say', { text: 'Looked at it' });
    for (const path of [
      '/calendar?view=agenda',
      '/calendar?view=month&whose=all',
      '/calendar?view=day',
      `/chat?room=about-signup-${id}`,
    ]) {
      await page.goto(`${server.url}${path}`);
      await page.locator('.sh-screen > *').first().waitFor();
      await shown(() => page.locator('main .ops-skeleton').count()).toBe(0);
      expect([path, await serious(page)]).toEqual([path, []]);
    }
  },
);
