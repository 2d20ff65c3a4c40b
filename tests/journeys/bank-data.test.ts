import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { shown } from '#tests/kit/seen.ts';

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

const panel = (page: Page) => page.locator('.ops-panel');
const opened = async (login: string, path: string): Promise<Page> => {
  const { page } = await signInPage(browser, server, login, path);
  await panel(page).waitFor();
  return page;
};

it("a supplier's new account waits on the screen for somebody else, and is shown in full on request", async () => {
  const { version } = (await admin.get('/masters-record/suppliermaster/1')).body.row;
  const fields = { vBankAccount: '300100009876' };
  expect(await admin.command('master-supplier-1', 'update', { fields }, { version })).toMatchObject({
    status: 200,
  });
  const page = await opened('admin', '/masters/suppliermaster?row=1');
  const waiting = panel(page).getByRole('region', { name: 'Waits for a second person' });
  await waiting.getByText('••••••9876').waitFor();
  const confirm = waiting.getByRole('button', { name: 'Confirm change' });
  await shown(() => confirm.getAttribute('aria-disabled')).toBe('true');
  await shown(() => panel(page).innerText()).not.toContain('300100009876');
  await panel(page).getByRole('button', { name: 'Show full numbers' }).click();
  await panel(page).getByText('300100009876').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The maker withdraws it.
  await waiting.getByRole('button', { name: 'Take back change' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Mistyped');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back change' }).click();
  await waiting.waitFor({ state: 'detached' });
});

it('HR sees the queue of its step and a masked seller, and edits without retyping the numbers', async () => {
  const page = await opened('hr', '/masters/dsa-verification/2?row=1');
  await panel(page).getByText('••••••301Z').waitFor();
  await shown(() => panel(page).innerText()).not.toContain('ZZZPA1301Z');
  await panel(page).getByRole('button', { name: 'Edit' }).first().click();
  await page.locator('[name="vAadhaarLast4"]').fill('4321');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await panel(page).getByText('4321').waitFor();
  expect((await admin.get('/masters-record/affiliateMaster/1')).body.row.fields).toMatchObject({
    vAadhaarLast4: '4321',
  });
});
