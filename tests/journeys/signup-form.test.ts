import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press, pressUntil } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

const path = '/outBound/customerSingup';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
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

const field = (page: Page, name: string) =>
  page.locator(`[data-path="${name}"] :is(input, textarea)`).first();
const step = (page: Page) => page.locator('#fo-heading');
const onward = (page: Page) => press(page, 'Control+Enter');
async function choose(page: Page, name: string, label: string): Promise<void> {
  await field(page, name).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}
async function begin(page: Page, name: string, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'New case' }).first().click();
  await field(page, 'applicant.name').fill(name);
  await field(page, 'applicant.phone').fill(phone);
}

/** By the key, unless the form has saved by itself, as it does every ten seconds. */
const save = (page: Page, said: string) =>
  pressUntil(page, 'Control+s', () => page.locator('.fo-saved', { hasText: said }).isVisible());

it(
  'a case is filled in, its phone proven, its papers sent, and it waits in the queue',
  { tags: ['gate'] },
  async () => {
    const { page, context, faults } = await signInPage(browser, server, 'agent1', path);
    await begin(page, 'Meera Joshi', '5550177001');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Sent to ••••••7001.', { exact: true }).waitFor();
    const outbox = await (await server.signIn('agent1')).get('/outbox?recipient=5550177001');
    const code = /\b(\d{6})\b/.exec(JSON.stringify(outbox.body))![1]!;
    await page.getByLabel('Code from the message').fill(code);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Phone verified').first().waitFor();
    await onward(page);
    await shown(() => step(page).innerText()).toBe('Address');
    await field(page, 'address.line').fill('12, 4th Cross, 9th Block');
    await field(page, 'address.pincode').fill('560069');
    await onward(page);
    await shown(() => step(page).innerText()).toBe('Patients');
    await choose(page, 'patients.0.relation', 'Self');
    await shown(() => field(page, 'patients.0.name').inputValue()).toBe('Meera Joshi');
    await field(page, 'patients.0.dob').fill('02-04-1961');
    await press(page, 'Tab');
    await choose(page, 'patients.0.gender', 'Female');
    await onward(page);
    await shown(() => step(page).innerText()).toBe('Documents');
    await page.locator('input[type="file"]').setInputFiles([
      { name: 'card.png', mimeType: 'image/png', buffer: png },
      { name: 'not-a-picture.png', mimeType: 'image/png', buffer: Buffer.from('MZ hello') },
    ]);
    await page.locator('.fi-doc', { hasText: 'card.png' }).waitFor();
    await page
      .locator('.fi-doc [role="alert"], .fi-doc[role="alert"]', { hasText: 'not-a-picture.png' })
      .waitFor();
    await field(page, 'prescriptionWaiver').fill('Follow-up, the prescription is with the clinic');
    await onward(page);
    await shown(() => step(page).innerText()).toBe('Consents');
    for (const consent of ['care', 'calling', 'dataProcessing'])
      await page.locator(`[data-path="consents.${consent}.given"] input`).check();
    await onward(page);
    await page.locator('.ops-toast', { hasText: 'submitted' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();

    const verifier = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
    const row = verifier.page.locator('.ag-row', { hasText: 'Meera Joshi' });
    await row.waitFor();
    await shown(() => row.locator('[col-id="checked"]').innerText()).toBe('1/6');
    await row.dblclick();
    const check = verifier.page.locator('[data-check="identityReadable"]');
    await check.getByText('Not opened yet').waitFor();
    await press(verifier.page, 'f');
    await verifier.page.locator('.ev-glass canvas[data-drawn]').waitFor();
    await shown(() => verifier.page.evaluate(() => document.activeElement?.className)).toBe('ev-glass');
    await check.getByText('Not opened yet').waitFor({ state: 'detached' });
    // It stands beside the checklist, not over it, and Escape leads back to its check.
    const [paper, boxes] = [
      (await verifier.page.locator('.su-viewer').boundingBox())!,
      (await check.boundingBox())!,
    ];
    expect(paper.x + paper.width).toBeLessThanOrEqual(boxes.x);
    const scrolled = () =>
      verifier.page
        .locator('.ops-panel')
        .evaluate((panel) =>
          [panel, ...panel.querySelectorAll('*')].reduce((sum, { scrollTop }) => sum + scrollTop, 0),
        );
    await shown(scrolled, 'the panel stays where it was').toBe(0);
    await press(verifier.page, 'Escape');
    await shown(() => check.locator(':focus').getAttribute('aria-label')).toBe('Open card.png');
  },
);

it('an error is shown at its field and does not prevent the draft', async () => {
  const { page } = await signInPage(browser, server, 'agent1', path);
  await begin(page, 'Draft Person', '55501');
  await onward(page);
  await page
    .locator('[data-path="applicant.phone"]', { hasText: 'Phone number must be 10 or 11 digits.' })
    .waitFor();
  await shown(() => step(page).innerText()).toBe('Applicant');
  await save(page, 'Phone not yet');
  await page.getByRole('button', { name: 'All drafts' }).first().click();
  await page.locator('.fo-list button', { hasText: 'Draft Person' }).click();
  await shown(() => field(page, 'applicant.name').inputValue()).toBe('Draft Person');
});

it('the session ends while typing; after signing in again nothing is lost', async () => {
  const { page } = await signInPage(browser, server, 'agent2', path);
  await begin(page, 'Session Person', '5550177003');
  const agent = await server.signIn('agent2');
  const sessions = await agent.get('/access/sessions');
  for (const session of (sessions.body as { items?: { id: string; current?: boolean }[] }).items ??
    (sessions.body as { id: string; current?: boolean }[]))
    if (!session.current) await agent.send('DELETE', `/access/sessions/${session.id}`);
  await page.locator('input[name="password"]').waitFor();
  await page.locator('input[name="password"]').fill('Demo@1234');
  await press(page, 'Enter');
  await page.locator('input[name="password"]').waitFor({ state: 'detached' });
  await shown(() => field(page, 'applicant.name').inputValue()).toBe('Session Person');
  await shown(() => field(page, 'applicant.phone').inputValue()).toBe('5550177003');
  await save(page, 'Saved at');
});

it('axe has nothing to say: en, 1440 px, light', () => nothingToSay('en', 1440, 'light'));
it('axe finds nothing: es, 390 px, dark', () => nothingToSay('es', 390, 'dark'));

async function nothingToSay(language: 'en' | 'es', width: number, scheme: 'light' | 'dark'): Promise<void> {
  const { page } = await signInPage(browser, server, 'agent1', path, {
    language,
    width,
    height: 844,
    scheme,
  });
  await page.locator('.fo-list button').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('.fo-drafts-head button').click();
  for (let index = 0; index < 5; index += 1) {
    await page.locator('.fo-steps li button').nth(index).click();
    await page.locator('.fo-steps li').nth(index).locator('[aria-current="step"]').waitFor();
    await page.locator('.fo-fields').first().waitFor();
    expect(await axeFindings(page), `step ${index + 1}`).toEqual([]);
  }
}
