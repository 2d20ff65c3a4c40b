import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, isSunday, showDay } from '#shared/core/day.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { goal } from '#tests/kit/tiers.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

const inbox = '/approvals';
const desk = '/outBound/pharamLeadFixSalesApp';
/** Longer than a decision is left to stand; then it passes by the clock of the server. */
const undoMs = 120_000;
let server: TestServer;
let browser: Browser;
let agent: Person;

beforeAll(async () => {
  server = await openTestServer({ realTime: true, env: { UNDO_SECONDS: String(undoMs / 1_000) } });
  browser = await openBrowser();
  agent = await server.signIn('agent1');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const appointments = async (): Promise<AppointmentRow[]> =>
  ((await agent.get('/feeds/appointments/list')).body as { rows: AppointmentRow[] }).rows;
const requests = async (who: Person): Promise<ApprovalRow[]> =>
  ((await who.get('/feeds/approvals/inbox')).body as { rows: ApprovalRow[] }).rows;
const rowOf = (page: Page, text: string) => page.locator('.ag-row', { hasText: text });
/** A day without appointments. */
const freeDay = (away: number): string => {
  const day = addDays(businessDay(server.clock.now()), away);
  return isSunday(day) ? addDays(day, 1) : day;
};

it(
  'requested at the desk, approved, undone, approved again, an appointment moves when the undo window is over',
  { tags: ['gate'] },
  async () => {
    const moved = (await appointments()).find((row) => row.iRescheduleCount > 0 && row.request === null)!;
    const day = freeDay(12);
    const querying = await signInPage(browser, server, 'agent1', `${desk}?id=${moved.id}`);
    await querying.page.getByRole('button', { name: 'Request reschedule' }).click();
    const when = querying.page.getByRole('textbox', { name: 'Day' });
    await when.fill(showDay(addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)));
    await when.press('Tab');
    await querying.page.getByText('Closed on Sundays.').first().waitFor();
    await when.fill(showDay(day));
    await when.press('Tab');
    await querying.page.getByRole('button', { name: '11:30, free' }).click();
    await querying.page.getByRole('textbox', { name: 'Reason' }).fill('The daughter can be present then');
    await querying.page.getByRole('button', { name: 'Send request' }).click();
    await querying.page
      .getByRole('strong')
      .getByText(`reschedule to ${showDay(day)} 11:30 requested`)
      .waitFor();
    const about = async (): Promise<ApprovalRow | undefined> =>
      (await requests(agent)).find((row) => row.subject.stream === `appointment-${moved.id}`);
    await shown(async () => (await about())?.ref).toMatch(/^AP-/);
    const request = (await about())!;

    const { page, faults } = await signInPage(browser, server, 'lead', `${inbox}?id=${request.id}`);
    const panel = page.getByRole('complementary', { name: new RegExp(request.ref) });
    await panel.locator('.ap-diff ins', { hasText: `${showDay(day)} 11:30` }).waitFor();
    await panel.getByText('Only you have opened it').waitFor();
    await shown(() => panel.locator('[aria-current="step"]').innerText()).toContain('Step 1 of 1');
    await press(page, 'a');
    await panel.getByText('Approved, can be undone').waitFor();
    await press(page, 'z');
    await panel.getByText('In review').waitFor();
    expect((await appointments()).some((row) => row.id === moved.id)).toBe(true);
    await press(page, 'a');
    await panel.getByText('Approved, can be undone').waitFor();
    await page.reload();
    await page
      .locator('.ops-undo', { hasText: request.ref })
      .getByRole('button', { name: /^Undo/ })
      .waitFor();
    await server.pass(undoMs);
    await panel.getByText(/This request has left the list/).waitFor();

    await querying.page.getByText('This appointment is no longer open').first().waitFor();
    await querying.page
      .locator('.ad-row', { hasText: '11:30' })
      .filter({ hasText: 'rescheduled 2 times' })
      .waitFor();
    const after = (await appointments()).find((row) => row.appDate === day && row.slotFrom === '11:30')!;
    expect(after).toMatchObject({
      iRescheduledFrom: Number(moved.id),
      iRescheduleCount: moved.iRescheduleCount + 1,
      request: null,
    });
    expect(after.id).not.toBe(moved.id);
    expect([...faults, ...querying.faults]).toEqual([]);
  },
);

it('a rejection needs its reason; a question goes to the requester, who answers and withdraws', async () => {
  const { page } = await signInPage(browser, server, 'lead', inbox);
  await page.locator('.ag-row').first().waitFor();
  const row = (await requests(agent)).find(
    (one) => one.part === 'requester' && one.state !== 'pendingApply',
  )!;
  await rowOf(page, row.ref).click();
  await page
    .getByRole('complementary', { name: new RegExp(row.ref) })
    .getByText('Only you have opened it')
    .waitFor();
  await press(page, 'r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog.getByText('Give a reason of at least 5 characters.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Both slots are');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'r');
  await dialog.getByText('Draft restored').waitFor();
  await shown(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Both slots are');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await shown(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'i');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Which of the two slots suits them?');
  await dialog.getByRole('button', { name: 'Ask question', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const approve = page
    .getByRole('complementary', { name: new RegExp(row.ref) })
    .getByRole('button', { name: 'Approve' });
  await shown(() => approve.getAttribute('aria-description')).toBe(
    'Waiting for an answer from Ravi Kulkarni.',
  );

  const asker = await signInPage(browser, server, 'agent1', `${inbox}?id=${row.id}`);
  await asker.page.getByText('Which of the two slots suits them?').first().waitFor();
  await asker.page.getByRole('button', { name: 'Answer' }).click();
  await asker.page.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill('The later one');
  await asker.page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
  await page.getByText('The later one').first().waitFor();
  await shown(() => approve.getAttribute('aria-description')).toBeNull();
  expect(await axeFindings(page)).toEqual([]);

  await asker.page.getByRole('button', { name: 'Withdraw' }).click();
  await asker.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText(/This request has left the list: Withdrawn · Ravi Kulkarni/).waitFor();
});

it('a cancellation requested at the desk is decided by the team lead, and the appointment is gone when it is applied', async () => {
  // The latest visit: a request about a slot that is over lapses at once.
  const open = (await appointments())
    .filter((row) => row.request === null && row.iTaskStatus === 0)
    .toSorted((a, b) => `${b.appDate} ${b.slotFrom}`.localeCompare(`${a.appDate} ${a.slotFrom}`))[0]!;
  const querying = await signInPage(browser, server, 'agent1', `${desk}?id=${open.id}`);
  await querying.page.getByRole('button', { name: 'Request cancellation' }).click();
  const dialog = querying.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Give a reason of at least 5 characters.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family moved to another city');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await querying.page.locator('.ad-request').getByText('cancellation requested').waitFor();
  const locked = querying.page.getByRole('button', { name: 'Request reschedule' });
  await shown(() => locked.getAttribute('aria-description')).toBe('A request is already open.');

  const { page, faults } = await signInPage(browser, server, 'lead', '/approvals/taskCancellationApproval');
  await rowOf(page, open.ref).click();
  const panel = page.getByRole('complementary', { name: /Task cancellation approval/ });
  await panel.locator('.ap-diff ins', { hasText: 'Cancelled' }).waitFor();
  await panel.getByText('The family moved to another city').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'a');
  await panel.getByText('Approved, can be undone').waitFor();
  await server.pass(undoMs);
  await panel.getByText(/This request has left the list: Applied/).waitFor();
  await querying.page.getByText('This appointment is no longer open').first().waitFor();
  expect((await appointments()).some((row) => row.id === open.id)).toBe(false);
  expect([...faults, ...querying.faults]).toEqual([]);
});

it('a right revoked while watching closes the list within two seconds, with a notice', async () => {
  const { page, context, faults } = await signInPage(
    browser,
    server,
    'lead',
    '/approvals/appReScheduleApproval',
  );
  await page.locator('.ag-row').first().waitFor();
  const admin = await server.signIn('admin');
  const { roleId } = (await (await server.signIn('lead')).get('/access/me')).body as { roleId: number };
  const version = (await server.server.log.readStream('employee-131')).length;
  const taken = Date.now();
  const answer = await admin.command('employee-131', 'assignRole', { roleId: 20 }, { version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await page.locator('.ag-row').first().waitFor({ state: 'detached' });
  await page
    .getByText(/Your access to Reschedule approval was removed|You no longer have access to these requests/)
    .first()
    .waitFor();
  expect(Date.now() - taken).toBeLessThan(goal(2_000));
  expect(faults).toEqual([]);
  await context.close();
  const back = await admin.command('employee-131', 'assignRole', { roleId }, { version: version + 1 });
  expect(back.status, JSON.stringify(back.body)).toBe(200);
});

it('many requests are decided at once, each with its own result', async () => {
  const { page } = await signInPage(browser, server, 'lead', inbox);
  await page.locator('.ag-row').nth(1).waitFor();
  const lead = await server.signIn('lead');
  const open = (await requests(lead)).filter((row) => row.actions.includes('approveStep'));
  expect(open.length).toBeGreaterThan(1);
  await page.locator('.ag-header .ag-checkbox-input').check();
  await page
    .getByRole('region', { name: 'Selected requests' })
    .getByRole('button', { name: `Reject ${open.length}` })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not this week, please');
  // One of them is decided elsewhere meanwhile.
  expect((await lead.command(`approval-${open[0]!.id}`, 'approveStep', { step: 1 })).status).toBe(200);
  await dialog.getByRole('button', { name: `Reject ${open.length}` }).click();
  await dialog.getByText(`${open.length - 1} not applied yet, 1 not decided`).waitFor();
  await dialog.getByText(/Farhan Ali approved this at \d\d:\d\d\./).waitFor();
  await shown(
    async () => (await requests(lead)).filter(({ state }) => state === 'pendingReject').length,
  ).toBe(open.length - 1);
  await server.pass(undoMs);
  await dialog.getByText(`${open.length - 1} rejected, 1 not decided`).waitFor();
  await dialog.locator('.ops-dialog-actions').getByRole('button', { name: 'Close' }).click();
});
