import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { shown } from '#tests/kit/seen.ts';

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

const account = (page: Page) => page.getByRole('region', { name: 'Incentives' });
const button = (page: Page, name: string) => account(page).getByRole('button', { name });
/** The affiliate of the demo whose papers are verified. */
const record = '/masters/dsa-verification/1?row=3';

it('an adjustment is confirmed by a second person, the balance is paid, and the ledger shows both', async () => {
  const accounts = await signInPage(browser, server, 'accounts', record);
  await account(accounts.page).getByText('Adjustment to confirm:').waitFor();
  for (const name of ['Confirm', 'Request adjustment'])
    await shown(() => button(accounts.page, name).getAttribute('aria-disabled')).toBe('true');

  const admin = await signInPage(browser, server, 'admin', record);
  await button(admin.page, 'Confirm').click();
  // Accounts see it without a reload, and request one of their own.
  await account(accounts.page).getByText('Adjustment to confirm:').waitFor({ state: 'detached' });
  await button(accounts.page, 'Request adjustment').click();
  const form = accounts.page.getByRole('dialog', { name: 'Request an adjustment' });
  await form.getByLabel('Amount').fill('12.50');
  await form.getByLabel('Reason').fill('A bonus for the camp');
  expect(await axeFindings(accounts.page)).toEqual([]);
  await form.getByRole('button', { name: 'Send request' }).click();
  await account(accounts.page).getByText('₹12.50').waitFor();
  await button(admin.page, 'Decline').click();
  const dialog = admin.page.getByRole('dialog', { name: 'Decline the adjustment?' });
  await dialog.getByRole('textbox').fill('Was paid in cash');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await account(accounts.page).getByText('₹12.50').waitFor({ state: 'detached' });

  await button(accounts.page, 'Record payout').click();
  const pay = accounts.page.getByRole('dialog', { name: /^Record the payout of ₹/ });
  await pay.getByLabel('Payment reference').fill('NEFT I4402');
  await pay.getByRole('button', { name: 'Record payout' }).click();
  await account(accounts.page)
    .getByText(/NEFT I4402/)
    .waitFor();
  await shown(() => account(accounts.page).innerText()).toContain('₹0.00');

  await account(accounts.page).getByRole('link', { name: 'Open the ledger' }).click();
  const figures = accounts.page.getByLabel('Figures');
  await shown(() => figures.innerText()).toMatch(/Closing\s+₹0\.00/);
  await accounts.page.locator('.ag-row', { hasText: 'Payout' }).first().waitFor();
  expect([accounts.faults, admin.faults].flat()).toEqual([]);
  await Promise.all([accounts.context.close(), admin.context.close()]);
});
