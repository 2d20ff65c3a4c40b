import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { settled } from '#tests/kit/seen.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

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

const path = '/outBound/delivery-remainder';
const panel = (page: Page) => page.locator('.ops-panel');
const rowOf = (page: Page, ref: string) => page.locator('.ag-row', { hasText: ref });
/** What has left a list stays there for some seconds, struck through. */
const leaves = (page: Page, ref: string) =>
  page.locator('.ag-row:not(.ops-row-gone)', { hasText: ref }).waitFor({ state: 'hidden' });

/** Takes the next call by keyboard; returns its order's number. */
async function next(page: Page): Promise<string> {
  await press(page, 'n');
  const found = panel(page)
    .getByText(/BLR01\/F26\/\d{6}/)
    .first();
  await found.waitFor();
  await settled(page);
  return (await found.innerText()).match(/BLR01\/F26\/\d{6}/)![0];
}
/** One call, chosen in the list. */
async function take(page: Page, ref: string): Promise<void> {
  await rowOf(page, ref).click();
  await panel(page).getByText(ref).first().waitFor();
  await panel(page)
    .getByRole('button', { name: /^Claim/ })
    .click();
}

it(
  'customers are called before their delivery: confirmed, rescheduled, refused',
  { tags: ['gate'] },
  async () => {
    const agent = await signInPage(browser, server, 'agent1', path);
    const other = await signInPage(browser, server, 'agent2', path);
    await rowOf(agent.page, 'BLR01').first().waitFor();

    const confirmed = await next(agent.page);
    await rowOf(other.page, confirmed).getByText('Ravi Kulkarni').first().waitFor();
    await panel(agent.page)
      .getByRole('button', { name: /^Confirmed/ })
      .click();
    await leaves(other.page, confirmed);

    // Not billed yet: a billed order is cancelled at the shop first.
    const [moved, refused] = ['BLR01/F26/000035', 'BLR01/F26/000036'] as const;
    await take(agent.page, moved);
    await panel(agent.page)
      .getByRole('button', { name: /^Reschedule/ })
      .click();
    const dialog = agent.page.getByRole('dialog');
    await dialog.getByLabel('New day').fill('22-11-2026');
    await press(agent.page, 'Tab');
    await dialog.getByText(/Sunday/).waitFor();
    await dialog.getByLabel('New day').fill('24-11-2026');
    await press(agent.page, 'Tab');
    await dialog.getByRole('combobox', { name: 'Slot' }).click();
    await agent.page.getByRole('option', { name: 'Evening' }).click();
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await leaves(other.page, moved);
    // Until it has left the agent's own list too, rows may move under a click.
    await leaves(agent.page, moved);

    await take(agent.page, refused);
    await panel(agent.page)
      .getByRole('button', { name: /^Reschedule/ })
      .waitFor();
    await press(agent.page, 'x');
    await dialog.getByLabel('Reason').fill('no');
    await dialog.getByRole('button', { name: 'Delivery refused' }).click();
    await dialog
      .getByText(/at least|characters/i)
      .first()
      .waitFor();
    await dialog.getByLabel('Reason').fill('Bought it at a shop near home');
    await dialog.getByRole('button', { name: 'Delivery refused' }).click();
    await leaves(other.page, refused);

    // The order reflects it: its slot moved, or its cancellation waits for a decision.
    const head = await signInPage(browser, server, 'stockhead', '/purchaseanddispatch/orderCancellation');
    await rowOf(head.page, refused).getByText('Bought it at a shop near home').waitFor();
    await rowOf(head.page, moved).getByText('24-11-2026').waitFor();
    expect([agent.faults, other.faults, head.faults].flat()).toEqual([]);
    await Promise.all([agent.context.close(), other.context.close(), head.context.close()]);
  },
);
