import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

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

const scanField = (page: Page) => page.getByRole('textbox', { name: 'Scan or type a product' });
const stateOf = (page: Page) => page.locator('.do-state [aria-current]');
const clickButton = (page: Page, name: string | RegExp) =>
  page.locator('.do-actions').getByRole('button', { name }).click();

it('a shop’s requirement becomes stock by the work of its people', { tags: ['gate'] }, async () => {
  // The shop requests.
  const shop = await signInPage(browser, server, 'store', '/purchaseanddispatch/pooIndentRequest');
  await shop.page.getByRole('button', { name: 'New' }).first().click();
  await shop.page.getByRole('button', { name: 'Create draft' }).click();
  await scanField(shop.page).fill('Azi-ZD');
  await press(shop.page, 'Enter');
  await shop.page.getByText(/^Azi-ZD 500 added/).waitFor();
  await shop.page.locator('td[data-row="0"][data-column="2"]').click();
  await shop.page.keyboard.type('60');
  await press(shop.page, 'Enter');
  await shop.page.getByText('Saved', { exact: true }).waitFor();
  await settled(shop.page);
  const number = await shop.page.locator('.do-head .ops-code').first().innerText();
  await clickButton(shop.page, /Submit/);
  await stateOf(shop.page).getByText('Submitted').waitFor();

  // The buyer orders it, the stock head approves.
  const buyer = await signInPage(browser, server, 'purchase', '/purchaseanddispatch/poList');
  await buyer.page.locator('.ag-row', { hasText: number }).locator('input[type=checkbox]').first().click();
  await buyer.page.getByRole('button', { name: /^Order/ }).click();
  await buyer.page.getByRole('button', { name: 'Draft orders' }).click();
  await buyer.page.getByRole('button', { name: 'Open' }).last().click();
  await buyer.page.getByLabel('Expected on').fill('30-12-2026');
  await press(buyer.page, 'Tab');
  await buyer.page.getByText('Saved', { exact: true }).waitFor();
  await clickButton(buyer.page, /Submit/);
  await stateOf(buyer.page).getByText('To approve').waitFor();
  await settled(buyer.page);
  const order = new URL(buyer.page.url()).searchParams.get('id') ?? '';
  const head = await signInPage(
    browser,
    server,
    'stockhead',
    `/purchaseanddispatch/poApprovalList?id=${order}`,
  );
  await clickButton(head.page, /Approve/);
  await stateOf(head.page).getByText('Approved').waitFor();
  // The buyer sees it without a reload, and sends it.
  await stateOf(buyer.page).getByText('Approved').waitFor();
  await clickButton(buyer.page, /Send to supplier/);
  await buyer.page.getByRole('combobox', { name: 'Send by' }).click();
  await buyer.page.getByRole('option', { name: 'Print' }).click();
  await buyer.page.getByRole('dialog').getByRole('button', { name: 'Send to supplier' }).click();
  await stateOf(buyer.page).getByText('Sent').waitFor();

  // The shop's own screen shows that everything is ordered.
  await stateOf(shop.page).getByText('Ordered').waitFor();
  expect([shop.faults, buyer.faults, head.faults].flat()).toEqual([]);
  await Promise.all([shop.context.close(), buyer.context.close(), head.context.close()]);
});

it('a received batch is scanned into its tray and leaves the list of every screen', async () => {
  const one = await signInPage(browser, server, 'inward', '/purchaseanddispatch/stockPutawayList');
  const other = await signInPage(browser, server, 'stockhead', '/purchaseanddispatch/stockPutawayList');
  const row = one.page.locator('.ag-row', { hasText: 'Telmi-ZD 40' });
  await row.waitFor();
  await settled(one.page);
  const label = await row.locator('[col-id="label"]').innerText();
  const field = one.page.getByRole('textbox', { name: 'Scan a tray, then labels' });
  const scan = async (code: string): Promise<void> => {
    await field.fill(code);
    await press(one.page, 'Enter');
  };
  await scan(label);
  await one.page.getByText(`${label}: Scan a tray first.`, { exact: true }).waitFor();
  await scan('BLRWH-A1-01-04');
  await one.page.getByText('Tray BLRWH-A1-01-04: now scan labels', { exact: true }).waitFor();
  await scan(label);
  await one.page
    .getByText(/900 of Telmi-ZD 40 in BLRWH-A1-01-04/)
    .first()
    .waitFor();
  await other.page.locator('.ag-row', { hasText: label }).waitFor({ state: 'hidden' });
  expect([one.faults, other.faults].flat()).toEqual([]);
  await Promise.all([one.context.close(), other.context.close()]);
});

it('with several rows selected, bulk actions show the count, and Enter opens none of them', async () => {
  const { page, context, faults } = await signInPage(
    browser,
    server,
    'purchase',
    '/purchaseanddispatch/poList',
  );
  const boxes = page.locator('.ag-row input[type=checkbox]');
  await boxes.first().waitFor();
  await boxes.nth(0).click();
  await page.getByRole('button', { name: /^Order · 1/ }).waitFor();
  await boxes.nth(1).click();
  await page.getByRole('button', { name: /^Order · 2/ }).waitFor();
  await settled(page);
  const here = page.url();
  await page.locator('.ag-row').nth(0).locator('[col-id]').nth(2).click();
  await press(page, 'Enter');
  await page
    .getByText(/^2 rows are selected\./)
    .first()
    .waitFor();
  await shown(() => page.url()).toBe(here);
  expect(faults).toEqual([]);
  await context.close();
});
