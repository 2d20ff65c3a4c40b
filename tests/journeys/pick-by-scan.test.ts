import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;
let store: Person;

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  store = await server.signIn('store');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const shop = 1;
const paracet = { id: 1, pack: 15, name: 'Paracet-ZD 650' };
const stageOf = (page: Page) => page.locator('.do-state [aria-current]');
const lineOf = (page: Page, batch: string) => page.getByRole('row').filter({ hasText: batch });
const clickButton = (page: Page, name: string | RegExp) =>
  page.locator('.do-actions').getByRole('button', { name }).click();
const leaves = (page: Page, text: string) =>
  page.locator('.ag-row:not(.ops-row-gone)', { hasText: text }).waitFor({ state: 'hidden' });

interface Batch {
  readonly batch: string;
  readonly label: string;
  readonly buckets: { readonly available: number; readonly reserved: number };
}
/** Batches of a product in the shop, the one that expires first at the top. */
async function batches(name: string): Promise<readonly Batch[]> {
  const { body } = await store.get(`/stock-items?poo=${shop}&q=${encodeURIComponent(name)}`);
  return (body.rows as readonly Batch[]).filter(({ buckets }) => buckets.available > 0);
}

/** A further batch on the shelf of the shop, which lasts longer than the others. */
async function shelved(qty: number): Promise<void> {
  const handled = await server.server.handle({
    stream: 'barcode-new',
    command: 'generate',
    input: {
      productId: paracet.id,
      code: 'P000001',
      product: paracet.name,
      packSize: paracet.pack,
      storage: 'AMBIENT',
      gstClass: 'MED',
      hsn: '3004',
      mfg: null,
      mrpPaise: 30_24,
      costPaise: 22_50,
      costUnits: paracet.pack,
      gstBp: 500,
      supplierId: null,
      supplier: '',
      origin: { type: 'opening', id: '1', number: 'BLR01/M26/000001', line: 'l1' },
      invoiceNo: null,
      invoiceDate: null,
      receivedQty: qty,
      pooId: shop,
      accepted: qty,
      rejected: 0,
      batch: 'ZL270101',
      expiry: '2029-12-31',
    },
    viewer: server.server.access.systemViewer('test'),
    correlationId: 'test',
  });
  expect(handled).not.toHaveProperty('refused');
  await shown(async () => (await batches(paracet.name)).length).toBe(2);
}

/** An order that was submitted for so many units, by its id and number. */
async function submitted(qty: number): Promise<{ id: string; number: string }> {
  const { body: list } = await store.get('/documents-rows/customerOrder');
  const { body: known } = await store.get(`/documents-record/customerOrder/${list.rows[0].id}`);
  const { customerId } = known.state.header as { customerId: number };
  const drafted = await store.command('order-new', 'draft', {
    pooId: shop,
    header: { customerId, payment: 'PREPAID' },
    lines: [{ id: 'l1', productId: paracet.id, qty }],
  });
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  const id = String(drafted.body.id);
  const at = async () => (await store.get(`/documents-record/customerOrder/${id}`)).body;
  const sent = await store.command(`order-${id}`, 'submit', {}, { version: (await at()).version });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return { id, number: (await at()).state.number };
}

/** Sends a code through the scan field, and waits for the words of its answer. */
async function scan(page: Page, code: string, answer: string | RegExp): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Scan the goods/ });
  await field.fill(code);
  await press(page, 'Enter');
  await page.getByText(answer).first().waitFor();
}

it('an order is confirmed, reserved by expiry, picked by scan by one picker, and packed', async () => {
  await shelved(4 * paracet.pack);
  const [first, second] = await batches(paracet.name);
  const others = await batches('Cefix-ZD');
  const order = await submitted(first!.buckets.available + paracet.pack);

  // Another person than the one who wrote it confirms it.
  const head = await signInPage(
    browser,
    server,
    'stockhead',
    `/purchaseanddispatch/orderFormConfirmationList?id=${order.id}`,
  );
  await clickButton(head.page, /Confirm/);
  await stageOf(head.page).getByText('To pick').waitFor();

  // The store takes it from the queue: the goods are reserved, what expires first before the rest.
  const queue = await signInPage(browser, server, 'store', '/outBound/create-pl-queue');
  await queue.page.locator('.ag-row', { hasText: order.number }).locator('[col-id="ref"]').click();
  await queue.page.locator('.ops-panel').getByText(order.number).first().waitFor();
  await queue.page.getByRole('button', { name: /^Create pick list/ }).click();
  await leaves(queue.page, order.number);
  const after = new Map((await batches(paracet.name)).map((one) => [one.batch, one.buckets.available]));
  expect(after.get(first!.batch) ?? 0).toBe(0);
  expect(after.get(second!.batch)).toBe(second!.buckets.available - paracet.pack);

  // Two pickers open the list.
  const { body } = await store.get(`/documents-record/customerOrder/${order.id}`);
  const list = `/purchaseanddispatch/pickList?id=${body.state.picks[0].id}`;
  const picker = await signInPage(browser, server, 'store', list);
  const other = await signInPage(browser, server, 'admin', list);
  await lineOf(picker.page, first!.batch).waitFor();
  await lineOf(other.page, second!.batch).waitFor();
  await settled(picker.page);
  const { height } = (await picker.page.locator('.ops-scan').boundingBox())!;
  expect(height, 'the scan field is one row').toBeLessThan(60);

  // Codes that do not belong to it say what they are.
  const { page } = picker;
  await scan(page, '40012345', /40012345 is not one of our labels/);
  await scan(page, others[0]!.label, new RegExp(`Scanned Cefix-ZD 200 .*this line needs ${paracet.name}`));
  await scan(page, second!.label, /Paracet-ZD 650 .*: 15 scanned, 0 to go/);
  await scan(page, second!.label, /Paracet-ZD 650 needs 15; 15 scanned already/);

  // The other picker sees the scans, and reads who has the list.
  await lineOf(other.page, second!.batch)
    .filter({ hasText: /15\s*15/ })
    .waitFor();
  await scan(other.page, first!.label, 'Manoj Gowda is already working on this.');

  // The rest, pack by pack, and into one parcel.
  for (let left = first!.buckets.available - paracet.pack; left >= 0; left -= paracet.pack)
    await scan(page, first!.label, new RegExp(`: 15 scanned, ${left} to go`));
  await clickButton(page, /Finish picking/);
  await stageOf(page).getByText('To pack').waitFor();
  await clickButton(page, /Pack/);
  await page.getByRole('dialog').getByLabel('Parcels').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Pack' }).click();
  await stageOf(page).getByText('Packed').waitFor();
  await stageOf(other.page).getByText('Packed').waitFor();
  await shown(
    async () => (await store.get(`/documents-record/customerOrder/${order.id}`)).body.state.stage,
  ).toBe('packed');
  expect([head.faults, queue.faults, picker.faults, other.faults].flat()).toEqual([]);
});
