import type { AnyEvent } from '#tests/kit/any-event.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openFaultProxy } from '#tests/kit/fault-proxy.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { whole } from '#tests/kit/sampled.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { press, pressUntil } from '#tests/kit/keys.ts';

let app: TestServer;
let browser: Browser;
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

beforeAll(async () => {
  app = await openTestServer({ realTime: true, env: { SIMULATED_CALL_PERCENT: '15' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** How many items an agent is served in one go. */
const served = whole ? 12 : 4;
const bar = (page: Page) => page.locator('.cb-bar');
const outcomes = (page: Page) => page.getByRole('group', { name: 'How did the call end?' });
const eventsOf = (id: string): Promise<readonly StoredEvent[]> => app.server.log.readStream(`call-${id}`);

/**
 * Waits until the phone line has reported the result, and hangs up where somebody answered; returns the
 * call's id.
 */
async function talk(page: Page): Promise<string> {
  await bar(page).waitFor();
  await page.locator('.cb-bar[data-stage=connected], .cb-bar[data-stage=wrapUp]').waitFor();
  await pressUntil(page, 'u', () => outcomes(page).isVisible());
  await settled(page);
  return (await bar(page).getAttribute('data-call')) ?? '';
}

/** Chooses an outcome without further inputs, by its number key. */
async function disposeByKey(page: Page): Promise<void> {
  await settled(page);
  const buttons = await outcomes(page).getByRole('button').allInnerTexts();
  const plain = buttons.findIndex((text) =>
    /^(Wrong number|No answer|Rang|Busy|Switched off|Not reachable)/.test(text),
  );
  expect(plain, buttons.join(' | ')).toBeGreaterThan(-1);
  await press(page, String(plain + 1));
  await bar(page).waitFor({ state: 'detached' });
}

/** Numbers that the simulator answers and keeps until the agent hangs up. */
const patientNumber = /••\d{3}[0-4]/;

/** Takes rows of the queue and calls until somebody answers who does not hang up. */
async function reach(page: Page): Promise<void> {
  const held = page.locator('.ops-panel', { hasText: 'Claimed' });
  for (;;) {
    await press(page, 'n');
    await held.getByRole('button', { name: /^Call/ }).waitFor();
    await press(page, 'd');
    await page.locator('.cb-bar[data-stage=connected], .cb-bar[data-stage=wrapUp]').waitFor();
    await settled(page);
    const answered = patientNumber.test(await bar(page).innerText());
    if (answered) return;
    await talk(page);
    await disposeByKey(page);
  }
}

it('an agent starts once and is served items, one after the other', { tags: ['gate'] }, async () => {
  const { page, context, faults } = await signInPage(browser, app, 'agent1', '/outBound/outCall1');
  await page.getByRole('heading', { name: 'You are ready' }).waitFor();
  await press(page, 'n');
  const calls: string[] = [];
  for (let n = 0; n < served; n += 1) {
    await page.getByText('Why this one now', { exact: true }).waitFor();
    if (n === 1) await picture(page, 'served');
    await press(page, 'd');
    calls.push(await talk(page));
    if (n === 2) await picture(page, 'served-wrap-up');
    await disposeByKey(page);
  }
  expect(new Set(calls).size).toBe(served);
  for (const id of calls)
    expect((await eventsOf(id)).filter(({ type }) => type === 'CallDispositioned')).toHaveLength(1);
  await page.getByText('Why this one now', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop after this one' }).click();
  await press(page, 's');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Speaks Malayalam only');
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await page.getByText('1 of 5 skipped today', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'You are ready' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('a call survives a reload and is one call in two tabs', async () => {
  const { page, context, faults } = await signInPage(browser, app, 'agent2', '/outBound/pharmaLeadNew');
  await page.locator('.ag-row').first().waitFor();
  await reach(page);
  await settled(page);
  const id = await bar(page).getAttribute('data-call');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Asks for the price of Telmisartan');
  await shown(async () => (await eventsOf(id!)).some(({ type }) => type === 'CallNoted')).toBe(true);
  await page.reload();
  await page.locator(`.cb-bar[data-call="${id}"][data-stage=connected]`).waitFor();
  await shown(() => page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(
    'Asks for the price of Telmisartan',
  );
  const other = await context.newPage();
  await other.addInitScript(
    (token) => {
      if (token) sessionStorage.setItem('ops-authtoken', token);
    },
    await page.evaluate(() => sessionStorage.getItem('ops-authtoken')),
  );
  await other.goto(`${app.url}/dashboard`);
  await other.locator(`.cb-bar[data-call="${id}"]`).waitFor();
  await other.getByRole('button', { name: /^Hang up/ }).click();
  await outcomes(page).waitFor();
  await outcomes(page)
    .getByRole('button', { name: /^Call back/ })
    .click();
  await page.getByRole('button', { name: 'In 1 h' }).click();
  await picture(page, 'call-back');
  await page.getByRole('button', { name: /^Save and finish/ }).click();
  await bar(page).waitFor({ state: 'detached' });
  await bar(other).waitFor({ state: 'detached' });
  expect((await eventsOf(id!)).filter(({ type }) => type === 'CallDispositioned')).toHaveLength(1);
  await page.goto(`${app.url}/outBound/pharmaLeadRemainder`);
  await page.locator('.ag-row', { hasText: 'Asks for the price of Telmisartan' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('a call survives half a minute without network: one call, its notes, one disposition', async () => {
  const proxy = await openFaultProxy({ port: Number(new URL(app.url).port) });
  const { page, context, faults } = await signInPage(
    browser,
    { url: `http://127.0.0.1:${proxy.port}` },
    'agent2',
    '/outBound/pharmaLeadNew',
  );
  await page.locator('.ag-row').first().waitFor();
  await reach(page);
  await settled(page);
  const id = (await bar(page).getAttribute('data-call')) ?? '';
  proxy.faults.blackhole = true;
  const from = Date.now();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Lives alone, asks for the evening');
  await page
    .getByText(/no connection since|reconnecting, as of/)
    .first()
    .waitFor();
  await picture(page, 'call-without-network');
  await until('half a minute is over', () => Date.now() - from > 30_000);
  expect((await eventsOf(id)).map(({ type }) => type)).not.toContain('CallNoted');
  proxy.heal();
  await shown(async () => (await eventsOf(id)).some(({ type }) => type === 'CallNoted')).toBe(true);
  await page.locator(`.cb-bar[data-call="${id}"][data-stage=connected]`).waitFor();
  await page.getByRole('button', { name: /^Hang up/ }).click();
  await outcomes(page)
    .getByRole('button', { name: /^Call back/ })
    .click();
  await page.getByRole('button', { name: 'In 1 h' }).click();
  await page.getByRole('button', { name: /^Save and finish/ }).click();
  await bar(page).waitFor({ state: 'detached' });
  const events = await eventsOf(id);
  const many = (type: string): number => events.filter((event) => event.type === type).length;
  expect([many('CallPlaced'), many('CallConnected'), many('CallEnded'), many('CallDispositioned')]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(events.find(({ type }) => type === 'CallDispositioned')?.data).toMatchObject({
    notes: 'Lives alone, asks for the evening',
  });
  expect(faults).toEqual([]);
  await context.close();
  await proxy.close();
});

it('a person on the do-not-call list is called by nobody, at once', async () => {
  const [one, two] = await Promise.all([
    signInPage(browser, app, 'agent1', '/outBound/pharma-lead-queue'),
    signInPage(browser, app, 'agent2', '/outBound/outCall'),
  ]);
  await one.page.locator('.ag-row').first().waitFor();
  await reach(one.page);
  await settled(one.page);
  const ref = await bar(one.page).locator('.ops-code').innerText();
  await two.page.getByRole('textbox', { name: 'Find a lead, customer or patient' }).fill(ref);
  await two.page.locator('.oc-hits button', { hasText: ref }).click();
  await two.page.getByText(/ is calling this number now\.$/).waitFor();
  // Its key is refused, for the same reason.
  await shown(() =>
    two.page.getByRole('button', { name: 'Call', exact: true }).getAttribute('aria-disabled'),
  ).toBe('true');
  await two.page.keyboard.type('d');
  await press(one.page, 'u');
  await outcomes(one.page)
    .getByRole('button', { name: /^Do not call again/ })
    .click();
  await bar(one.page).waitFor({ state: 'detached' });
  await two.page.reload();
  await two.page.getByRole('textbox', { name: 'Find a lead, customer or patient' }).fill(ref);
  await two.page.locator('.oc-hits button', { hasText: ref }).click();
  await two.page
    .getByText(/asked not to be called/)
    .first()
    .waitFor();
  await picture(two.page, 'dnc');
  await shown(() => bar(two.page).count()).toBe(0);
  const lead = `lead-${Number(ref.slice(3))}`;
  const calls = (await app.server.log.readStream<AnyEvent>(lead)).filter(
    ({ type }) => type === 'LeadCallStarted',
  );
  expect(calls.filter(({ data }) => data.agent.empId === 102)).toEqual([]);
  const kept = await app.signIn('agent2');
  expect(await kept.command('call-new', 'placeCall', { subject: lead })).toMatchObject({ status: 422 });
  expect([...one.faults, ...two.faults]).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});
