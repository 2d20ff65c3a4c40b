import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { axeFindings, openBrowser, openContext, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { shown } from '#tests/kit/seen.ts';
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

it('a shop requests payment by a link; the customer declines once, pays on a phone, and the shop sees it at once', async () => {
  const admin = await server.signIn('admin');
  const known = new Set(
    ((await admin.get('/feeds/money/paylinks')).body.rows as { number: string }[]).map(
      ({ number }) => number,
    ),
  );
  const parcel = ((await admin.get('/feeds/delivery/parcels')).body.rows as DeliveryState[]).find(
    ({ codDuePaise, stage, number }) =>
      codDuePaise > 0 && (stage === 'out' || stage === 'undelivered') && !known.has(number),
  )!;
  const { page, context, faults } = await signInPage(
    browser,
    server,
    'admin',
    `/purchaseanddispatch/markAsDeliverd?id=${parcel.id}`,
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const part = page.locator('.pa-part', { has: page.getByRole('heading', { name: 'Payment link' }) });
  await part.getByRole('button', { name: /^Create a payment link for ₹/ }).click();
  await part.getByText('Waiting for payment').waitFor();
  await part.getByRole('button', { name: 'Send to the customer' }).click();
  await part.getByText('sent to the customer').waitFor();
  await part.getByRole('button', { name: 'Copy the link' }).click();
  await shown(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/onlinePayment?link=');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const phone = await openContext(browser, { viewport: { width: 390, height: 844 } });
  const customer = await phone.newPage();
  customer.on('pageerror', (error) => faults.push(error.message));
  await customer.goto(link);
  await customer.getByRole('button', { name: /^Pay ₹/ }).waitFor();
  expect(
    (await axeFindings(customer)).filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  ).toEqual([]);
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // By keyboard: the button is the page's one action.
  await customer.getByRole('button', { name: /^Pay ₹/ }).focus();
  await press(customer, 'Enter');
  await customer.getByRole('button', { name: 'Decline' }).click();
  await customer
    .getByText('The last payment did not go through. Nothing was taken.', { exact: true })
    .waitFor();
  await customer.getByRole('button', { name: /^Try again: pay ₹/ }).click();
  await customer.getByRole('button', { name: 'Pay', exact: true }).click();
  await customer.getByText('Paid. Thank you', { exact: true }).waitFor();
  await customer.reload();
  await customer.getByText(/ Nothing is to be paid at the door\.$/).waitFor();

  await part.getByText('Paid', { exact: true }).waitFor();
  await shown(() => page.getByText('Paid online', { exact: true }).count()).toBeGreaterThan(0);
  await customer.goto(`${server.url}/onlinePayment?link=7.zzz.forged`);
  await customer.getByText('This link cannot be used', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await phone.close();
  await context.close();
});
