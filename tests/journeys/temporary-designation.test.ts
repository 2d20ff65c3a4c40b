import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, showDay } from '#shared/core/day.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
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

const section = (page: Page) => page.getByRole('region', { name: 'Temporary designations' });

it('a temporary designation is requested, approved, shown and cancelled in the panel of the employee', async () => {
  const lead = await signInPage(browser, server, 'lead', '/masters/emplist?row=101');
  await section(lead.page).getByText('None now.').waitFor();
  await section(lead.page).getByRole('button', { name: 'Request temporary designation' }).click();
  const form = lead.page.getByRole('dialog', { name: /^Temporary designation for/ });
  await form.getByRole('combobox', { name: 'Designation' }).click();
  await lead.page.getByRole('option').nth(8).click();
  const today = businessDay(Date.now());
  await form.getByLabel('First day').fill(showDay(addDays(today, 1)));
  await press(lead.page, 'Tab');
  await form.getByLabel('Last day').fill(showDay(addDays(today, 3)));
  await press(lead.page, 'Tab');
  await form.getByLabel('Reason').fill('Covers the team lead');
  expect(await axeFindings(lead.page)).toEqual([]);
  await form.getByRole('button', { name: 'Send request' }).click();
  await section(lead.page).getByText('To approve').waitFor();
  await shown(() => section(lead.page).getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const hr = await signInPage(browser, server, 'hr', '/masters/emplist?row=101');
  await section(hr.page).getByText('To approve').waitFor();
  await section(hr.page).getByRole('button', { name: 'Approve' }).click();
  // The team lead sees it without a reload, and cancels it.
  await section(lead.page).getByText('Approved').waitFor();
  await section(lead.page).getByRole('button', { name: 'Cancel designation' }).click();
  const dialog = lead.page.getByRole('dialog', { name: 'Cancel the temporary designation?' });
  await dialog.getByRole('textbox').fill('Back early');
  await dialog.getByRole('button', { name: 'Cancel designation' }).click();
  await section(lead.page).getByText('None now.').waitFor();
  await section(hr.page).getByText('Approved').waitFor({ state: 'detached' });
  expect([lead.faults, hr.faults].flat()).toEqual([]);
  await Promise.all([lead.context.close(), hr.context.close()]);
});
