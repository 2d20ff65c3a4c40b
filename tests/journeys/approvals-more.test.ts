import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { sampleSheet } from '#server/demo/sample-files.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

const undoMs = 120_000;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer({ realTime: true, env: { UNDO_SECONDS: String(undoMs / 1_000) } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const requests = async (who: Person): Promise<readonly ApprovalRow[]> =>
  ((await who.get('/feeds/approvals/inbox')).body as { rows: ApprovalRow[] }).rows;
const panelOf = (page: Page, ref: string) => page.getByRole('complementary', { name: new RegExp(ref) });

it('an expense of ₹12,400 with its receipt passes the team lead, who lowers it, accounts and the city head, and is paid', async () => {
  const field = await signInPage(browser, server, 'field1', '/approvals/empExpenseApproval', {
    width: 390,
    height: 844,
  });
  await field.page.getByRole('button', { name: 'New expense' }).click();
  await field.page.getByRole('combobox', { name: 'Category' }).click();
  await field.page.getByRole('option', { name: 'Lodging' }).click();
  await field.page.getByLabel('Amount').fill('12400');
  await field.page.getByLabel('Note').fill('Two nights at the camp in Hosur');
  await field.page.getByText('A receipt is needed above ₹200 before you submit.', { exact: true }).waitFor();
  await field.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'hotel.png', mimeType: 'image/png', buffer: sampleSheet('receipt', 70) });
  await field.page.getByRole('button', { name: 'Save draft' }).click();
  const own = field.page.locator('.ex-list li', { hasText: '12,400' });
  await own.getByRole('button', { name: 'Submit' }).click();
  await own.getByText('Waiting for approval').waitFor();

  const who = await server.signIn('lead');
  const about = async (): Promise<ApprovalRow | undefined> =>
    (await requests(who)).find(({ amount }) => amount === 12_400_00);
  await shown(async () => (await about())?.steps).toBe(3);
  const { id, ref } = (await about())!;

  const lead = await signInPage(browser, server, 'lead', `/approvals?id=${id}`);
  const mine = panelOf(lead.page, ref);
  await mine.getByText('This step checks the amount and passes it on.').waitFor();
  await mine.getByText('Accounts (up to ₹10,000.00)').waitFor();
  await mine.getByRole('button', { name: 'Approve a lower amount' }).click();
  await mine.getByLabel('Amount').fill('11000');
  await mine.getByLabel('Reason').fill('Breakfast is not paid');
  expect(await axeFindings(lead.page)).toEqual([]);
  await mine.getByRole('button', { name: 'Approve this amount' }).click();
  await mine.getByText('Step 1 approved').waitFor();

  const accounts = await signInPage(browser, server, 'accounts', `/approvals?id=${id}`);
  const theirs = panelOf(accounts.page, ref);
  await theirs
    .getByText('This step decides up to ₹10,000.00. Above that, the request goes on to: City head.')
    .waitFor();
  await theirs.getByText('Only you have opened it').waitFor();
  await press(accounts.page, 'a');
  await theirs.getByText('Step 2 approved').waitFor();

  const head = await signInPage(browser, server, 'manager', `/approvals?id=${id}`);
  const last = panelOf(head.page, ref);
  await last.getByText('This step decides any amount.').waitFor();
  await last.getByText('Only you have opened it').waitFor();
  await press(head.page, 'a');
  await last.getByText('Approved, can be undone').waitFor();
  await server.pass(undoMs);
  await last.getByText(/This request has left the list: Applied/).waitFor();

  await accounts.page.goto(`${server.url}/approvals/empExpenseApproval?tab=payout`);
  const line = accounts.page.locator('.ex-pay', { hasText: '₹11,000.00' });
  await line.getByRole('checkbox').check();
  await accounts.page.getByLabel('Transfer reference').fill('NEFT 4711');
  await accounts.page.getByRole('button', { name: 'Mark as paid' }).click();
  await line.waitFor({ state: 'detached' });
  await field.page.locator('.ex-list li', { hasText: '11,000' }).getByText('Paid: NEFT 4711').waitFor();
  expect([field, lead, accounts, head].flatMap(({ faults }) => faults)).toEqual([]);
});

it('six requests of four kinds are approved at once; one of them is undone, and one that cannot be applied says why', async () => {
  const lead = await server.signIn('lead');
  const open = (await requests(lead)).filter(({ actions }) => actions.includes('approveStep'));
  const fails = new Map<string, string | null>();
  for (const { id } of open)
    fails.set(id, ((await lead.get(`/approval-status/${id}`)).body as ApprovalStatus).fails);
  const fit = Map.groupBy(
    open.filter(({ id }) => fails.get(id) === null),
    ({ kind }) => kind,
  );
  const four = [...fit.values()].toSorted((a, b) => b.length - a.length).slice(0, 4);
  expect(four).toHaveLength(4);
  const [most = [], ...others] = four;
  const six = [...others.map(([one]) => one!), ...most.slice(0, 3)];
  expect(six).toHaveLength(6);
  const taken = open.find(({ id }) => fails.get(id) === 'slotTaken')!;

  const { page, faults } = await signInPage(browser, server, 'lead', '/approvals', { height: 1400 });
  for (const { ref } of [...six, taken])
    await page.locator('.ag-row', { hasText: ref }).locator('.ag-checkbox-input').check();
  await page
    .getByRole('region', { name: 'Selected requests' })
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Cannot be applied at present: the new slot is taken.').waitFor();
  await dialog.getByRole('button', { name: 'Approve 6 of 7' }).click();
  await dialog.locator('.ops-dialog-actions').getByRole('button', { name: 'Close' }).click();
  const states = async (): Promise<readonly string[]> =>
    (await requests(lead)).filter(({ id }) => six.some((one) => one.id === id)).map(({ state }) => state);
  const undone = six.find(({ step, steps }) => step === steps)!;
  await page.locator('.ops-undo', { hasText: undone.ref }).getByRole('button', { name: /^Undo/ }).click();
  await shown(async () => (await requests(lead)).find(({ id }) => id === undone.id)?.state).toBe('inReview');
  await server.pass(undoMs);
  // The undone one waits again, those of several steps wait for somebody else, the others are over.
  await shown(async () => new Set(await states())).toEqual(new Set(['inReview']));
  expect((await requests(lead)).find(({ id }) => id === taken.id)?.actions).toContain('approveStep');
  for (const { id, step, steps } of six.filter((one) => one !== undone && one.step === one.steps))
    expect([step, steps, ((await lead.get(`/approval-status/${id}`)).body as ApprovalStatus).state]).toEqual([
      step,
      steps,
      'applied',
    ]);
  expect(faults).toEqual([]);
});
