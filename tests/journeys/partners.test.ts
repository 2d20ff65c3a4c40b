import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleSheet } from '#server/demo/sample-files.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { settled, shown } from '#tests/kit/seen.ts';

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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name }).first();
const row = (page: Page, text: string) => page.locator('.ag-row', { hasText: text }).first();

/** Chooses an entry of a field that searches while typing. */
async function look(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label }).first();
  await field.click();
  await field.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).first().click();
  await page.getByRole('option', { name: option }).click();
}

it('a hospital’s prescription is matched to a patient and reaches the entry desk', async () => {
  const { page, faults } = await signInPage(
    browser,
    server,
    'digi1',
    '/prescription/tpdPrescriptionVarification',
  );
  await button(page, /^Record one/).click();
  await pick(page, 'Partner', 'City Hospital');
  await box(page, 'Their reference').fill('CH-90001');
  await box(page, 'Patient as written').fill('A. Murthy');
  await box(page, 'Phone').fill('5550990077');
  await box(page, 'Doctor').fill('Dr. Kavitha Rao');
  await box(page, 'Date of the prescription').fill('18-11-2026');
  await button(page, 'Record').click();
  await row(page, 'CH-90001').waitFor();
  await button(page, /^Claim/).click();

  // A different phone from ours: somebody gives the reason why it is this patient.
  await look(page, 'Patient', 'Anasuya Murthy');
  await button(page, 'It is this patient').click();
  await page.getByText(/ Say why it is this patient\.$/).waitFor();
  await box(page, /^Why this patient/).fill('The number is her daughter’s');
  await button(page, 'It is this patient').click();
  await page
    .getByLabel('Add pages')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: sampleSheet('prescription', 12) });
  await page.getByRole('listitem').filter({ hasText: 'page.png' }).waitFor();
  await pick(page, 'Case', 'Chronic');
  await page.getByRole('checkbox', { name: /^The patient agrees/ }).check();
  await button(page, 'Verify').click();
  const handed = page.getByText(/RX-\d+ is at the entry desk/).first();
  await handed.waitFor();
  await settled(page);
  const done = await handed.innerText();
  // What is open stays readable, struck through in the list, and goes with its panel.
  await page
    .getByRole('status')
    .filter({ hasText: /^This case has left the queue: Verified/ })
    .waitFor();
  await press(page, 'Escape');
  await page.locator('.ag-row', { hasText: 'CH-90001' }).waitFor({ state: 'detached' });
  await page.goto(`${server.url}/prescription/pdList`);
  await row(page, /RX-\d+/.exec(done)?.[0] ?? '').waitFor();
  expect(faults).toEqual([]);
});

it('a sale is claimed for its agent, verified by somebody else, and disputed', async () => {
  const { rows } = await server.server.pool.query<{ number: string }>(
    "select number from document_rows where kind = 'customerOrder' and stage = 'queued' order by number desc limit 1",
  );
  const order = rows[0]?.number ?? '';
  const desk = await signInPage(browser, server, 'manager', '/prescription/dsa-sales-verification');
  await button(desk.page, /^Claim a sale/).click();
  await box(desk.page, 'Order number').fill(order);
  await look(desk.page, 'Agent', 'Ramesh');
  await button(desk.page, 'Claim sale').click();
  await desk.page.getByText(order, { exact: true }).last().waitFor();
  // The list beside a panel shows the number of the sale, not that of its order.
  const number = desk.page.getByText(/^SV-\d+$/).last();
  await settled(desk.page);
  const sale = await number.innerText();
  await desk.page
    .getByText('You sold or claimed it; somebody else must verify it.', { exact: true })
    .first()
    .waitFor();

  const { page, faults } = await signInPage(browser, server, 'lead', '/prescription/dsa-sales-verification');
  await row(page, sale).click();
  await button(page, /^Claim C|^Claim$/).click();
  await button(page, /^Confirm sale/).click();
  await page
    .getByText(/^The customer has not confirmed it on the phone yet\./)
    .first()
    .waitFor();
  await button(page, /^Dispute/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Customer did not order' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Nobody in the household ordered anything.');
  await dialog.getByRole('button', { name: 'Dispute' }).click();
  await row(page, sale).getByText('Disputed').waitFor();
  await shown(() => button(page, /^Reject sale/).count()).toBe(1);
  expect([...desk.faults, ...faults]).toEqual([]);
});
