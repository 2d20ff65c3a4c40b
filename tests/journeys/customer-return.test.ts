import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { press } from '#tests/kit/keys.ts';

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

const area = '/purchaseanddispatch';
const stateOf = (page: Page) => page.locator('.do-state [aria-current]');
const clickButton = (page: Page, name: string | RegExp) =>
  page.locator('.do-actions').getByRole('button', { name }).click();
const cell = async (page: Page, column: number, value: string): Promise<void> => {
  await page.locator(`td[data-row="0"][data-column="${column}"]`).click();
  await page.keyboard.type(value);
  await press(page, 'Enter');
};
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

it(
  'a delivered parcel is taken back, decided, received by scan, inspected, credited and refunded',
  { tags: ['gate'] },
  async () => {
    // The shop opens the delivery's invoice and takes goods back.
    const shop = await signInPage(browser, server, 'store', `${area}/invoiceList?id=22`);
    await shop.page.getByRole('button', { name: 'Take back' }).click();
    await shop.page
      .getByText(/^BLR01\/E26\/\d{6}$/)
      .first()
      .waitFor();
    await clickButton(shop.page, /Request return/);
    await shop.page
      .getByText(/Reason/)
      .first()
      .waitFor();
    await shown(() => stateOf(shop.page).innerText()).toContain('Draft');
    await shop.page.getByRole('combobox', { name: 'Reason' }).click();
    await shop.page.getByRole('option', { name: 'No longer needed' }).click();
    await shop.page.getByLabel('Collect from the customer').uncheck();
    await cell(shop.page, 5, '99');
    await shop.page
      .getByText(/already returned 0; 99 cannot be returned/)
      .first()
      .waitFor();
    await cell(shop.page, 5, '15');
    await saved(shop.page);
    await settled(shop.page);
    const label = await shop.page.locator('td[data-row="0"][data-column="1"]').innerText();
    await clickButton(shop.page, /Request return/);
    await stateOf(shop.page).getByText('To approve').waitFor();
    await settled(shop.page);
    const id = new URL(shop.page.url()).searchParams.get('id') ?? '';

    // A second person decides; the shop sees it at once and scans the received goods.
    const head = await signInPage(browser, server, 'stockhead', `${area}/returnApproval?id=${id}`);
    await clickButton(head.page, /Approve/);
    await stateOf(shop.page).getByText('Approved').waitFor();

    await shop.page.getByRole('textbox', { name: /Scan/ }).fill(label);
    await press(shop.page, 'Enter');
    await cell(shop.page, 6, '15');
    await saved(shop.page);
    await clickButton(shop.page, /Receive/);
    await stateOf(head.page).getByText('To inspect').waitFor();

    // Inspected unit by unit; only then is it credited.
    await cell(head.page, 7, '15');
    await saved(head.page);
    await clickButton(head.page, /Inspect and credit/);
    await stateOf(shop.page).getByText('To refund').waitFor();
    const accounts = await signInPage(browser, server, 'accounts', `${area}/returnApproval?id=${id}`);
    await clickButton(accounts.page, /Refund/);
    const dialog = accounts.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Refund by' }).click();
    await accounts.page.getByRole('option', { name: 'Bank transfer' }).click();
    await dialog.getByRole('textbox', { name: /UTR/ }).fill('UTR99120043');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await stateOf(accounts.page).getByText('Closed').waitFor();
    await shop.page.goto(`${server.url}${area}/invoiceList?id=22`);
    await shop.page.getByText('15', { exact: true }).last().waitFor();
    expect([shop.faults, head.faults, accounts.faults].flat()).toEqual([]);
    await Promise.all([shop.context.close(), head.context.close(), accounts.context.close()]);
  },
);
