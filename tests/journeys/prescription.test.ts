import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleSheet } from '#server/demo/sample-files.ts';
import { goInside, openBrowser, openContext, signInPage } from '#tests/kit/browser.ts';
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

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

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

async function take(page: Page, ref: string): Promise<void> {
  await page.locator('.ag-row', { hasText: ref }).first().click();
  await button(page, /^Claim/).click();
  await button(page, /^Begin/).click();
}

async function fillLine(page: Page, days: string): Promise<void> {
  const line = page.locator('.rx-line').first();
  await line.getByRole('textbox', { name: 'As written' }).fill('Tab Alpra-ZD 0.25 0-0-1');
  await look(page, 'Product', 'Alpra-ZD');
  await line.getByRole('textbox', { name: 'Dose' }).fill('0-0-0-1');
  await line.getByRole('textbox', { name: 'Days' }).fill(days);
  await shown(() => line.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe(days);
}

it(
  'a photo from a phone becomes an approved prescription by two blind entries and a decision',
  { tags: ['gate'] },
  async () => {
    // The digitizer opens a session; the customer's phone takes the photo.
    const desk = await signInPage(browser, server, 'digi1', '/prescription/prescUploadOtpVerification');
    await button(desk.page, /^New upload/).click();
    await look(desk.page, 'Patient', 'Anasuya Murthy');
    await button(desk.page, 'Open session').click();
    await button(desk.page, 'From a phone').click();
    await desk.page.locator('[data-link]').first().waitFor();
    await settled(desk.page);
    const link = await desk.page.locator('[data-link]').first().getAttribute('data-link');
    const phone = await openContext(browser, { viewport: { width: 390, height: 844 } });
    const hand = await phone.newPage();
    await hand.goto(`${server.url}${new URL(link ?? '').pathname}${new URL(link ?? '').hash}`);
    await hand
      .getByLabel('Take a photo')
      .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: sampleSheet('prescription', 11) });
    await hand.getByRole('listitem').filter({ hasText: 'page.png' }).waitFor();
    await shot(hand, 'rx-phone');
    await hand.getByRole('checkbox').check();
    await hand.getByRole('button', { name: 'Finish' }).click();
    await desk.page
      .getByText(/^The phone has finished/)
      .first()
      .waitFor();
    // The link is useless to anybody else.
    const other = await phone.newPage();
    await other.goto(`${server.url}${new URL(link ?? '').pathname}${new URL(link ?? '').hash}`);
    await other.getByRole('heading').first().waitFor();
    await shown(() => other.getByLabel('Take a photo').count()).toBe(0);
    await phone.close();
    await button(desk.page, 'Send code').click();
    const typed = desk.page.getByRole('textbox', { name: 'Code from the message' });
    await typed.waitFor();
    const message = await server.server.pool.query<{ body: string }>(
      "select body from outbox_messages where body like 'Your code is%' order by at desc limit 1",
    );
    await typed.fill(/\d{6}/.exec(message.rows[0]?.body ?? '')?.[0] ?? '');
    await button(desk.page, 'Check code').click();
    await desk.page.getByText(/Code verified/).waitFor();
    await desk.page.getByRole('combobox', { name: 'Case' }).click();
    await desk.page.getByRole('option', { name: 'Acute' }).click();
    await shot(desk.page, 'rx-session');
    await button(desk.page, 'Hand over').click();
    const handed = desk.page.getByText(/Handed over as RX-\d+/).first();
    await handed.waitFor();
    await settled(desk.page);
    const done = await handed.innerText();
    const ref = /RX-\d+/.exec(done)?.[0] ?? '';

    // The first entry.
    await goInside(desk.page, '/prescription/pdList');
    await take(desk.page, ref);
    await desk.page.getByRole('textbox', { name: 'Date on the prescription' }).fill('18-11-2026');
    await desk.page.getByRole('textbox', { name: 'Patient as written' }).fill('Anasuya Murthy');
    await look(desk.page, 'Doctor', 'Kavitha Rao');
    await desk.page.getByRole('textbox', { name: 'Address of the doctor' }).fill('City Hospital, Bengaluru');
    await desk.page.getByRole('checkbox', { name: 'Signed' }).check();
    await fillLine(desk.page, '10');
    await button(desk.page, 'Mark on page').click();
    await press(desk.page, 'Enter');
    await press(desk.page, 'Enter');
    await desk.page.getByText('Marked, page 1', { exact: true }).waitFor();
    await shot(desk.page, 'rx-entry');
    await button(desk.page, 'Submit entry').click();
    await desk.page
      .getByText(/ go to a second reader$/)
      .first()
      .waitFor();

    // The second reader sees the page and the marked line, and nothing of the first entry.
    const second = await signInPage(browser, server, 'checker2', '/prescription/pdList');
    await take(second.page, ref);
    await second.page.getByText(/ You do not see what the first reader entered\.$/).waitFor();
    await shown(() => second.page.locator('.rx-form').innerText()).not.toContain('Alpra');
    await fillLine(second.page, '7');
    await shot(second.page, 'rx-second');
    await button(second.page, 'Submit second entry').click();
    await second.page
      .getByText('The entries differ; a third person decides', { exact: true })
      .first()
      .waitFor();

    // A third person decides the differences.
    const third = await signInPage(browser, server, 'admin', '/prescription/pdList');
    await take(third.page, ref);
    const differences = third.page.locator('.rx-diff tbody tr');
    await differences.first().waitFor();
    await settled(third.page);
    const toDecide = await differences.count();
    for (let at = 0; at < toDecide; at += 1) await differences.nth(at).getByRole('radio').first().check();
    await shot(third.page, 'rx-decide');
    await button(third.page, /^Set \d+ field/).click();
    await third.page.locator('.ag-row.ops-row-gone', { hasText: ref }).waitFor();

    // The pharmacist ends their break, reads the alerts and approves.
    const checker = await signInPage(browser, server, 'checker', '/prescription/prescriptionChecker');
    await button(checker.page, 'Break-Out').click();
    await button(checker.page, 'Break-In').waitFor();
    await take(checker.page, ref);
    const alerts = checker.page.locator('.rx-alerts .rx-alert');
    await checker.page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await settled(checker.page);
    const toRead = await alerts.count();
    for (let at = 0; at < toRead; at += 1) await alerts.nth(at).click();
    await shot(checker.page, 'rx-check');
    await button(checker.page, /^Approve/).click();
    await checker.page.locator('.ag-row.ops-row-gone', { hasText: ref }).waitFor();
    const id = Number(ref.slice(3));
    const seen = await (await server.signIn('checker')).get(`/feeds/case/prescription?id=${id}`);
    expect(seen.body).toMatchObject({
      stage: 'approved',
      digitizer: { name: 'Suresh Babu' },
      second: { name: 'Vinod Murthy' },
      decider: { name: 'Asha Menon' },
      checker: { name: 'Nandini Rao' },
      lines: [{ days: 10, qty: 10 }],
    });
    const all = [desk, second, third, checker];
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
    await Promise.all(all.map(({ context }) => context.close()));
  },
);

it('a question to the customer leaves the desk, is answered, and the prescription returns', async () => {
  const one = await signInPage(browser, server, 'checker2', '/prescription/pdListv2');
  const question = one.page.locator('.rx-question', { hasText: 'strength of the second medicine' });
  await question.waitFor();
  await settled(one.page);
  const ref = await question.locator('.ops-code').innerText();
  await question.getByRole('button', { name: 'Enter answer' }).click();
  await question.getByRole('textbox').fill('The box at home says 10 mg');
  await shot(one.page, 'rx-question');
  await question.getByRole('button', { name: 'Save answer' }).click();
  await one.page.getByText(`${ref} is back at the entry desk`, { exact: true }).first().waitFor();
  await question.waitFor({ state: 'hidden' });
  // The person who asked is notified, and finds the answer beside the page.
  const asker = await signInPage(
    browser,
    server,
    'digi1',
    `/prescription/pdList?row=${Number(ref.slice(3))}`,
  );
  await asker.page.getByText('Answer: The box at home says 10 mg', { exact: true }).waitFor();
  expect([...one.faults, ...asker.faults]).toEqual([]);
  await Promise.all([one.context.close(), asker.context.close()]);
});
