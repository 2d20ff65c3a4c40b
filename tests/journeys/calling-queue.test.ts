import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, isSunday, showDay } from '#shared/core/day.ts';
import type { LeadState } from '#shared/streams/leads/lead/state.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press, pressUntil } from '#tests/kit/keys.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let app: TestServer;
let browser: Browser;
beforeAll(async () => {
  app = await openTestServer({ realTime: true, env: { SIMULATED_CALL_PERCENT: '15' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const bar = (page: Page) => page.locator('.cb-bar');
const outcome = (page: Page, name: string) =>
  page.getByRole('group', { name: 'How did the call end?' }).getByRole('button', { name });
const leadOf = async (id: number): Promise<LeadState> =>
  (await app.server.states.load(`lead-${id}`)).state as LeadState;

/** A new lead with that number, whose last digit says how it behaves when it is called. */
async function made(name: string, phone: string, more: object = {}): Promise<number> {
  const admin = await app.signIn('admin');
  const input = { name, phone, source: 'web', pincode: '560041', consent: 'explicit', ...more };
  const { status, body } = await admin.command('lead-new', 'createLead', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body.id);
}

/** Opens a lead of the queue, claims it and calls, until it is known how the call ended. */
async function call(page: Page, id: number): Promise<void> {
  await page.goto(`${app.url}/outBound/pharma-lead-queue?row=${id}`);
  await page
    .locator('.ops-panel')
    .getByRole('button', { name: /^Claim/ })
    .waitFor();
  await press(page, 'c');
  await page.locator('.ops-panel').getByRole('button', { name: /^Call/ }).waitFor();
  await press(page, 'd');
  await page.locator('.cb-bar[data-stage=connected], .cb-bar[data-stage=wrapUp]').waitFor();
  await pressUntil(page, 'u', () => page.getByText('How did the call end?', { exact: true }).isVisible());
  await settled(page);
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await bar(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
}

it(
  'an agent takes three leads: a visit is fixed, one does not answer, one is not called again',
  { tags: ['full'] },
  async () => {
    const ids = [
      await made('Meera Joshi', '5550118801'),
      await made('Kiran Rao', '5550118807'),
      await made('Asha Nair', '5550118802'),
    ] as const;
    const { page, context, faults } = await signInPage(browser, app, 'agent1', '/outBound/pharma-lead-queue');
    await page.locator('.ag-row').first().waitFor();

    await call(page, ids[0]);
    await outcome(page, 'Setup visit fixed').click();
    await choose(page, 'Employee', /./);
    const today = businessDay(app.clock.now());
    const day = [2, 3].map((n) => addDays(today, n)).find((one) => !isSunday(one))!;
    const when = bar(page).getByRole('textbox', { name: 'Day' });
    await when.fill(showDay(day));
    await press(page, 'Tab');
    await choose(page, 'Time', /\d\d:\d\d/);
    await page.getByRole('button', { name: /^Save and finish/ }).click();
    await bar(page).waitFor({ state: 'detached' });
    await shown(async () => (await leadOf(ids[0])).stage).toBe('Appointment');

    await call(page, ids[1]);
    await outcome(page, 'No answer').click();
    await bar(page).waitFor({ state: 'detached' });
    await shown(async () => (await leadOf(ids[1])).lastCall?.code).toBe('RNR');
    expect(await leadOf(ids[1])).toMatchObject({ stage: 'Queued', attempts: 1 });

    await call(page, ids[2]);
    await outcome(page, 'Do not call again').click();
    await bar(page).waitFor({ state: 'detached' });
    await shown(async () => (await leadOf(ids[2])).stage).toBe('Dnc');
    expect(faults).toEqual([]);
    await context.close();
  },
);

it('two agents call one number in the same second: one of them talks', { tags: ['full'] }, async () => {
  const admin = await app.signIn('admin');
  const { body } = await admin.get('/calls/find?q=CU-000005');
  const { subject } = (body as readonly { readonly subject: string }[])[0]!;
  const path = `/outBound/outCall?who=${subject}`;
  const both = await Promise.all([
    signInPage(browser, app, 'agent1', path),
    signInPage(browser, app, 'agent2', path),
  ]);
  const buttons = both.map(({ page }) => page.getByRole('button', { name: 'Call', exact: true }));
  for (const one of buttons) await shown(() => one.isEnabled()).toBe(true);
  await Promise.all(buttons.map((one) => one.click()));
  let refused = -1;
  const talks = async () => {
    const bars = await Promise.all(both.map(({ page }) => bar(page).count()));
    refused = bars.indexOf(0);
    return bars.toSorted();
  };
  await shown(talks).toEqual([0, 1]);
  await both[refused]!.page.getByText(/ is calling this number now\.$/)
    .first()
    .waitFor();
  await shown(talks).toEqual([0, 1]);
  await Promise.all(both.map(({ context }) => context.close()));
});
