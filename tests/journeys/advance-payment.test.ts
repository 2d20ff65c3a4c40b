import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;
let store: Person;
let head: Person;

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  [store, head] = await Promise.all([server.signIn('store'), server.signIn('stockhead')]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const area = '/purchaseanddispatch';
const stageOf = (page: Page) => page.locator('.do-state [aria-current]');
const clickButton = (page: Page, name: string | RegExp) =>
  page.locator('.do-actions').getByRole('button', { name }).click();
const record = async (kind: string, id: string) => (await store.get(`/documents-record/${kind}/${id}`)).body;

/** One step of a document, as somebody who may take it. */
async function step(who: Person, stream: string, command: string, input: object = {}, version?: number) {
  const answer = await who.command(stream, command, input, version === undefined ? {} : { version });
  expect(answer.status, `${stream} ${command}: ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** A confirmed prepaid order of two strips. */
async function confirmed(): Promise<string> {
  const { body: list } = await store.get('/documents-rows/customerOrder');
  const { customerId } = (await record('customerOrder', list.rows[0].id)).state.header;
  const { id } = await step(store, 'order-new', 'draft', {
    pooId: 1,
    header: { customerId, payment: 'PREPAID' },
    lines: [{ id: 'l1', productId: 1, qty: 30 }],
  });
  const version = async (): Promise<number> => (await record('customerOrder', id)).version;
  await step(store, `order-${id}`, 'submit', {}, await version());
  await step(head, `order-${id}`, 'confirm', {}, await version());
  return String(id);
}

/** Its pick list, picked and packed. */
async function packed(orderId: string): Promise<string> {
  const { pickId } = await step(store, `order-${orderId}`, 'createPickList');
  const { lines } = (await record('pickList', pickId)).state;
  for (const { id, label, qty } of lines)
    await step(store, `pick-${pickId}`, 'scan', { code: label, qty, lineId: id, scanId: `s-${id}` });
  await step(store, `pick-${pickId}`, 'finish');
  const { version } = await record('pickList', pickId);
  await step(store, `pick-${pickId}`, 'pack', { parcels: 1 }, version);
  return String(pickId);
}

it(
  'what was not paid in advance is on the challan and with the rider, from the payment to the assignment',
  { tags: ['full'] },
  async () => {
    const orderId = await confirmed();

    // The store takes part of the money; more than the order comes to is refused in words, and nothing typed is lost.
    const shop = await signInPage(browser, server, 'store', `${area}/purchase/orderFormList?id=${orderId}`);
    await clickButton(shop.page, /Record payment/);
    const dialog = shop.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Paid by' }).click();
    await shop.page.getByRole('option', { name: 'UPI' }).click();
    await dialog.getByLabel('Amount').fill('90');
    await dialog.getByLabel(/^Transaction number/).fill('UPI 77120');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText(/is all that can still be recorded as paid for/).waitFor();
    await dialog.getByLabel('Amount').fill('20');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await shown(async () => (await record('customerOrder', orderId)).state.paidPaise).toBe(20_00);

    // Packed and invoiced: the challan says what is still to be collected.
    const pickId = await packed(orderId);
    await shop.page.goto(`${server.url}${area}/pickList?id=${pickId}`);
    await clickButton(shop.page, /Make challan and invoice/);
    const make = shop.page.getByRole('dialog');
    await make.getByRole('button', { name: 'Make challan and invoice' }).click();
    await stageOf(shop.page)
      .getByText(/Challan issued/)
      .waitFor();
    const { id: dcId, number, payablePaise } = (await record('customerOrder', orderId)).state.dcs[0];
    const rest = `₹${((payablePaise - 20_00) / 100).toFixed(2)}`;

    // A second person scans the parcel.
    const check = await signInPage(browser, server, 'stockhead', `${area}/dcverification?id=${dcId}`);
    await check.page.getByText(rest).first().waitFor();
    await settled(check.page);
    const { lines } = (await record('deliveryChallan', dcId)).state;
    const scanned = async (): Promise<number> =>
      (await record('deliveryChallan', dcId)).state.lines.reduce(
        (sum: number, one: { verified: number }) => sum + one.verified,
        0,
      );
    const field = check.page.getByRole('textbox', { name: /^Scan the goods in the parcel/ });
    for (const { label, qty } of lines)
      for (let n = 0; n < qty; n += 15) {
        const before = await scanned();
        await field.fill(label);
        await press(check.page, 'Enter');
        await shown(scanned).toBeGreaterThan(before);
      }
    await clickButton(check.page, /Confirm parcel/);
    await shown(async () => (await record('deliveryChallan', dcId)).state.stage).toBe('verified');

    // Whoever assigns parcels sees what is to be collected, and that a colleague gave it to a rider.
    const desk = await signInPage(browser, server, 'store', '/outBound/assigning-LMD');
    const row = desk.page.locator('.ag-row', { hasText: number });
    await row.getByText(rest).first().waitFor();
    await row.locator('[col-id="ref"]').click();
    await desk.page.locator('.ops-panel').getByText(rest).first().waitFor();
    await step(store, `delivery-${dcId}`, 'assign', { agentId: 162, coldBox: 'no' });
    await row.getByText('Waiting for the rider').first().waitFor();
    expect([shop.faults, check.faults, desk.faults].flat()).toEqual([]);
  },
);
