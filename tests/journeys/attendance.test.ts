import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { shown } from '#tests/kit/seen.ts';

const board = '/HR/attendanceDetails';
let server: TestServer;
let browser: Browser;
let lead: Person;

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  lead = await server.signIn('lead');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const dayOf = async (empId: number): Promise<AttendanceRow> =>
  (await lead.get(`/feeds/attendance/board?id=${empId}`)).body as AttendanceRow;
const stateOn = (page: Page, name: string): Promise<string> =>
  page.locator('.ag-row', { hasText: name }).locator('[col-id="state"]').innerText();
const header = (page: Page) => page.getByRole('group', { name: 'Attendance' });

/** At any hour, the demo's record of the day is cancelled, so that the person can check in. */
async function notYetIn(empId: number): Promise<void> {
  const { date, version } = await dayOf(empId);
  expect(
    (
      await lead.command(
        `attendance-${empId}-${date}`,
        'cancelAttendance',
        { reason: 'A fresh day for the journey' },
        { version },
      )
    ).status,
  ).toBe(200);
}

it(
  'check-in, break and check-out work in the header; the board follows each step',
  { tags: ['gate'] },
  async () => {
    await notYetIn(102);
    const watching = await signInPage(browser, server, 'lead', board);
    await shown(() => stateOn(watching.page, 'Divya Shenoy')).toBe('Cancelled');
    const { page, faults } = await signInPage(browser, server, 'agent2', '/dashboard');
    await header(page).getByRole('button', { name: 'Check In' }).click();
    await header(page).getByRole('button', { name: 'Break-In' }).waitFor();
    await shown(() => stateOn(watching.page, 'Divya Shenoy')).toBe('Working');

    await header(page).getByRole('button', { name: 'Break-In' }).click();
    const back = header(page).getByRole('button', { name: 'Break-Out' });
    await back.waitFor();
    await shown(() => stateOn(watching.page, 'Divya Shenoy')).toBe('On break');
    const out = header(page).getByRole('button', { name: 'Check-Out' });
    await shown(() => out.getAttribute('aria-disabled')).toBe('true');
    await shown(() => out.getAttribute('aria-description')).toContain('break');
    await back.click();
    await shown(() => out.getAttribute('aria-disabled')).toBeNull();

    await out.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Check-Out ?' });
    await dialog.waitFor();
    await shown(async () => Math.round((await dialog.boundingBox())!.width)).toBe(300);
    await dialog.getByRole('button', { name: 'No' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await dayOf(102)).toMatchObject({ iCheckInCheckOutFlag: 1 });
    await out.click();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await shown(() => stateOn(watching.page, 'Divya Shenoy')).toBe('Checked out');
    const answers = page.locator('.ops-toast');
    await answers.filter({ hasText: /^Checked out at \d\d:\d\d after / }).waitFor();
    await answers.getByRole('button', { name: 'Undo' }).click();
    await answers.filter({ hasText: 'Check-out undone.' }).waitFor();
    await shown(() => out.getAttribute('aria-disabled')).toBeNull();

    await out.click();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await shown(() => stateOn(watching.page, 'Divya Shenoy')).toBe('Checked out');
    const day = await dayOf(102);
    expect(day).toMatchObject({
      iCheckInCheckOutFlag: 0,
      iBreakInBreakOutFlag: 0,
      breaks: [{ to: expect.any(String) }],
    });
    expect(day.dCheckOutDateTime).toBe(new Date(Date.parse(`${day.date}T23:59:59+05:30`)).toISOString());
    expect(faults).toEqual([]);
    expect(watching.faults).toEqual([]);
  },
);

it('a lead withholds a check-out with a reason, which the person reads', async () => {
  const watching = await signInPage(browser, server, 'lead', board);
  const { page } = await signInPage(browser, server, 'agent1', '/dashboard');
  const out = header(page).getByRole('button', { name: 'Check-Out' });
  await out.waitFor();
  await watching.page.locator('.ag-row', { hasText: 'Ravi Kulkarni' }).click();
  await watching.page.getByRole('button', { name: 'Block check-out' }).click();
  const dialog = watching.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('too short');
  await dialog.getByRole('button', { name: 'Block check-out' }).click();
  await dialog.getByText('Give a reason of at least 10 characters.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two callbacks are still open today');
  await dialog.getByRole('button', { name: 'Block check-out' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await shown(() => out.getAttribute('aria-disabled')).toBe('true');
  await shown(() => out.getAttribute('aria-description')).toContain('blocked by your team lead');
  await watching.page.getByText('Farhan Ali: Two callbacks are still open today').first().waitFor();
});

it('nobody can act on their own record, and every button gives the reason', async () => {
  const { page } = await signInPage(browser, server, 'lead', board);
  await page.locator('.ag-row', { hasText: 'Farhan Ali' }).click();
  const panel = page.getByRole('complementary', { name: 'Farhan Ali' });
  const buttons = panel.locator('footer button');
  await shown(() => buttons.count()).toBeGreaterThan(3);
  for (const button of await buttons.all())
    await shown(() => button.getAttribute('aria-description')).toBe(
      'You cannot change your own attendance; ask your team lead.',
    );
  expect(await axeFindings(page)).toEqual([]);
});
