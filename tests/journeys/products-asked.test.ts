import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
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

const choose = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: text }).first().click();
};
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('a new product is requested with its image, after a similar product is marked as different; the approver sees both', async () => {
  const buyer = await signInPage(browser, server, 'purchase', '/masters/NewproductCreationRequest?do=new');
  const { page } = buyer;
  await page.locator('[name="vName"]').fill('Paracet ZD 650');
  const near = page.getByRole('region', { name: 'Nearest products of the catalogue' });
  await near.getByText('Paracet-ZD 650', { exact: false }).first().waitFor();
  await page.locator('[name="vMaker"]').fill('Kaveri Formulations');
  await page.locator('[name="vPack"]').fill('TAB 15');
  await choose(page, 'Reason', 'Customers ask');
  await page.getByRole('combobox', { name: 'For', exact: true }).fill('Jaya');
  await page
    .getByRole('option', { name: /Jayanagar/ })
    .first()
    .click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pack.png', mimeType: 'image/png', buffer: png });
  await page
    .getByText(/pack\.png/)
    .first()
    .waitFor();
  await press(page, 'Control+s');
  await near.getByRole('alert').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await near.getByRole('checkbox', { name: 'Not the same as Paracet-ZD 650' }).click();
  await press(page, 'Control+s');
  await page
    .getByText(/NPR0000\d\d/)
    .first()
    .waitFor();

  const head = await signInPage(browser, server, 'stockhead', '/approvals/productCreationRequest');
  await head.page.locator('.ag-row', { hasText: 'Paracet ZD 650' }).click();
  const panel = head.page.locator('.ops-panel');
  await panel
    .getByText(/NPR0000\d\d/)
    .first()
    .waitFor();
  await panel.getByText('Not the same, says the requester').waitFor();
  await panel.getByRole('button', { name: 'Image' }).click();
  await panel.getByRole('img').first().waitFor();
  expect([buyer.faults, head.faults].flat()).toEqual([]);
  await Promise.all([buyer.context.close(), head.context.close()]);
});

it('a product like another is approved in the inbox with a comment', async () => {
  const buyer = await server.signIn('purchase');
  const { rows } = (await buyer.get('/product-requests/near?name=Paracet%20ZD%20500')).body;
  const fields = {
    ...{
      vName: 'Paracet ZD 500',
      vMaker: 'Kaveri Formulations',
      vPack: 'TAB 15',
      vReason: 'CUSTOMER_DEMAND',
    },
    ...{ iPooId: 1, vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1, vForm: 'TAB', iPackSize: 15 },
    notSameIds: rows.map(({ id }: { id: string }) => Number(id)),
  };
  const made = await buyer.command('master-productRequest-new', 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { page, faults, context } = await signInPage(browser, server, 'stockhead', '/approvals');
  await page.locator('.ag-row', { hasText: 'Paracet ZD 500' }).click();
  const panel = page.locator('.ops-panel');
  await panel.getByRole('button', { name: 'Approve with a comment' }).click();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Another strength');
  await panel.getByRole('button', { name: 'Approve with this comment' }).click();
  await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
  await server.pass(31_000);
  const stage = async (): Promise<string> =>
    (await buyer.get(`/masters-record/NewproductCreationRequest/${made.body.recordId}`)).body.row.stage;
  await shown(stage).toBe('approved');
  expect(faults).toEqual([]);
  await context.close();
});

it('the variants of a style are a matrix in which a price is changed and a missing variant created', async () => {
  const admin = await server.signIn('admin');
  const list = await admin.get('/masters-list/productMasteV2?q=Everyday&records=20');
  const [like] = list.body.rows as { id: number; fields: Record<string, any> }[];
  const { vCode: _code, ...fields } = like!.fields;
  const made = await admin.command('master-product-new', 'create', {
    fields: { ...fields, vName: `${fields['vName']} in another colour`, iColourId: 2 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { page, context, faults } = await signInPage(
    browser,
    server,
    'admin',
    `/masters/productMasteV2?row=${like!.id}`,
  );
  const matrix = page
    .locator('section', { has: page.getByRole('heading', { name: 'Variants of Everyday' }) })
    .last();
  await matrix.getByText('None').first().waitFor();
  await matrix.getByRole('button', { name: 'Edit matrix' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await settled(page);
  const free = await matrix.getByRole('checkbox').count();
  expect(free).toBeGreaterThan(0);
  await matrix.getByRole('checkbox').first().click();
  const price = matrix.getByRole('textbox').first();
  await price.fill('749');
  await press(page, 'Tab');
  await matrix.getByRole('button', { name: 'Save 2 changes' }).click();
  await page.getByText('2 variants saved', { exact: true }).first().waitFor();
  await shown(() => matrix.getByRole('checkbox').count()).toBe(free - 1);
  await matrix.getByRole('button', { name: 'Close matrix' }).click();
  await matrix.getByText('₹749.00').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
