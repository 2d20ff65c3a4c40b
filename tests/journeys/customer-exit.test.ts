import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { settled } from '#tests/kit/seen.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await openTestServer({ realTime: true, env: { UNDO_SECONDS: '2' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function choosePatient(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Patient' }).first();
  await field.click();
  await field.fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
}

it('a customer leaves after a call and a second person’s check, and is won back', async () => {
  const carer = await signInPage(browser, server, 'cc1', '/prescription/customerExit');
  const { page } = carer;
  await button(page, 'Request exit').click();
  await choosePatient(page, 'Umesh Lobo');
  await page.getByRole('textbox', { name: 'What was said' }).fill('Moves in with the daughter in Pune');
  await shot(page, 'exit-new');
  await page.locator('.ops-panel-foot').getByRole('button', { name: 'Request exit' }).click();
  await page.getByText('What is still open', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'What the customer said' }).fill('Thanks us, but cannot stay');
  await shot(page, 'exit-call');
  await button(page, 'Leaves').click();
  const link = page.getByRole('link', { name: 'Open request' });
  await link.waitFor();
  await settled(page);
  const path = await link.getAttribute('href');

  const lead = await signInPage(browser, server, 'lead', path ?? '/prescription/customerExitApproval');
  await lead.page.locator('.ops-panel').getByText('Umesh Lobo').first().waitFor();
  await shot(lead.page, 'exit-approval');
  await lead.page
    .locator('.ops-panel')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.locator('.ops-panel').getByText('Exited', { exact: true }).first().waitFor();
  await shot(page, 'exit-gone');
  await settled(page);
  const row = new URL(page.url()).searchParams.get('row') ?? '';

  // The return: a code to the phone, new consents.
  const back = await signInPage(browser, server, 'cc1', `/prescription/reactive-customer?row=${row}`);
  await button(back.page, 'Send code').click();
  const typed = back.page.getByRole('textbox', { name: 'Code from the message' });
  await typed.waitFor();
  const { rows } = await server.server.pool.query<{ body: string }>(
    "select body from outbox_messages where body like '%look after you%' order by at desc limit 1",
  );
  await typed.fill(/\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '');
  await button(back.page, 'Check code').click();
  await back.page.getByText(/Code verified/).waitFor();
  await back.page.getByRole('checkbox', { name: /care programme/ }).check();
  await back.page.getByRole('checkbox', { name: /be called/ }).check();
  await back.page.getByRole('textbox', { name: 'Why they come back' }).fill('Back from Pune');
  await shot(back.page, 'exit-back');
  await button(back.page, 'Reactivate').click();
  await back.page.locator('.ops-panel').getByText('Came back').first().waitFor();
  const all = [carer, lead, back];
  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  await Promise.all(all.map(({ context }) => context.close()));
});

it('a verbal prescription goes to the pharmacist and waits for its document', async () => {
  const desk = await signInPage(browser, server, 'digi1', '/prescription/AdhocPrescription');
  const { page } = desk;
  await choosePatient(page, 'Anasuya Murthy');
  await page.getByText('Doctor’s word', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Who said it' }).fill('Dr. Kavitha Rao');
  await page.getByRole('textbox', { name: 'Note of the call' }).fill('Fever since yesterday, called at ten');
  await page.getByRole('textbox', { name: 'Date on the prescription' }).fill('18-11-2026');
  await page.getByRole('textbox', { name: 'Doctor as written' }).fill('Dr. Kavitha Rao');
  const line = page.locator('.rx-line').first();
  await line.getByRole('textbox', { name: 'As written' }).fill('Paracetamol 650 thrice a day');
  const product = line.getByRole('combobox', { name: 'Product' });
  await product.click();
  await product.fill('Paracet');
  await page
    .getByRole('option', { name: /Paracet/ })
    .first()
    .click();
  await line.getByRole('textbox', { name: 'Dose' }).fill('1-1-0-1');
  await line.getByRole('textbox', { name: 'Days' }).fill('3');
  await page.getByRole('checkbox', { name: /agrees/ }).check();
  await shot(page, 'adhoc');
  await button(page, 'Enter prescription').click();
  await page.getByRole('heading', { name: 'Waiting for the paper' }).waitFor();
  await page.getByText(/^By word of Dr\. Kavitha Rao/).waitFor();
  await shot(page, 'adhoc-waiting');
  expect(desk.faults).toEqual([]);
  await desk.context.close();
});

it('leaflets of a patient’s medicines are found, and missing ones are listed', async () => {
  const one = await signInPage(browser, server, 'checker2', '/prescription/pilPrint');
  const [row] = (
    await server.server.pool.query<{ name: string }>(
      `select state->>'name' as name from care_records where stream = 'patient-' || (
         select body::jsonb->'data'->>'patientId' from events where type = 'PrescriptionApproved' order by position limit 1)`,
    )
  ).rows;
  await choosePatient(one.page, row?.name ?? '');
  await one.page.locator('.pil-page').first().waitFor();
  await shot(one.page, 'pil');
  expect(one.faults).toEqual([]);
  await one.context.close();
});
