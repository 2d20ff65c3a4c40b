import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage, type PageOptions } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import { press } from '#tests/kit/keys.ts';
import { absent, shown } from '#tests/kit/seen.ts';

let server: TestServer;
let outside: TestServer;
let stub: StubService;
let browser: Browser;
let admin: Person;
const people: { id: number; modifiedAt: string; data: object }[] = [];
let round = 0;

beforeAll(async () => {
  browser = await openBrowser();
  server = await openTestServer({ realTime: true });
  stub = await openStub(serveList('/employee/api/v2/employees/filter', () => people));
  outside = await openTestServer({
    env: { SERVICE_EMPLOYEE_URL: stub.url, POLL_SECONDS: '3600' },
    realTime: true,
  });
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await outside?.close();
  await stub?.close();
});

async function openMaster(at: TestServer, login: string, path: string, options: PageOptions = {}) {
  const signedIn = await signInPage(browser, at, login, `/masters/${path}`, options);
  await signedIn.page.locator('.ma-screen').waitFor();
  return signedIn;
}
const stopsOf = (page: Page): Promise<string[]> =>
  page
    .locator('[name="stops.vStop"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const handle = (page: Page, n: number): Locator => page.locator('.fi-row-handle').nth(n - 1);

it('the stops of a route are sorted by mouse and by keyboard, and the log shows that only their sequence changed', async () => {
  round += 1;
  const stops = ['Market', 'Temple', 'Lake', 'School'].map((vStop, i) => ({ vStop, iMinutes: 10 + i }));
  const fields = {
    vCode: `DRAG-${round}`,
    vName: `Drag route ${round}`,
    iPooId: 1,
    weekdays: ['mon'],
    stops,
  };
  const made = await admin.command('master-customerRoute-new', 'create', { fields });
  const { page, faults } = await openMaster(
    server,
    'admin',
    `customerRouteMaster?row=${made.body.recordId}&do=edit`,
  );
  await handle(page, 4).waitFor();
  await handle(page, 4).dragTo(page.locator('.fi-row').first());
  await shown(() => stopsOf(page)).toEqual(['School', 'Market', 'Temple', 'Lake']);
  await handle(page, 2).focus();
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await shown(() => stopsOf(page)).toEqual(['School', 'Temple', 'Lake', 'Market']);
  await shown(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /^Line 4:/,
  );
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Control+s');
  await page.locator('.ops-panel').getByText('Changed by Asha Menon').waitFor();
  const log = () => server.server.log.readStream(`master-customerRoute-${made.body.recordId}`);
  await shown(async () => (await log()).map(({ type }) => type)).toEqual([
    'MasterRecordCreated',
    'RouteStopsReordered',
  ]);
  expect(faults).toEqual([]);
});

it('a full event is reported at the field of the event', async () => {
  round += 1;
  const fields = {
    vCode: `FULL-${round}`,
    vName: `Full camp ${round}`,
    iPooId: 1,
    dDate: '2027-03-03',
    vVenue: 'Hall',
    iCapacity: 1,
  };
  const { body } = await admin.command('master-campEvent-new', 'create', { fields });
  const guest = (n: number) => ({
    iEventId: body.recordId,
    vName: `Guest ${n}`,
    vPhone: `55533${String(round).padStart(2, '0')}${100 + n}`,
    dRegistered: '2026-11-18',
  });
  expect((await admin.command('master-eventAttendee-new', 'create', { fields: guest(1) })).status).toBe(200);
  const { page, faults } = await openMaster(server, 'admin', 'eventCheck');
  await page.locator('.ag-row').first().waitFor();
  await press(page, 'n');
  const box = page.getByRole('combobox', { name: 'Event', exact: true });
  await box.click();
  await box.fill(`FULL-${round}`);
  await page.getByRole('option', { name: new RegExp(`Full camp ${round}`) }).click();
  await page.locator('[name="vName"]').fill('Late guest');
  await page.locator('[name="vPhone"]').fill(`55533${String(round).padStart(2, '0')}999`);
  const day = page.getByRole('textbox', { name: 'Registered' });
  await day.fill('18-11-2026');
  await press(page, 'Control+s');
  await absent(page.locator('[name="tChecked"]'), page.getByText('The only seat is taken.'));
  expect(faults).toEqual([]);
});

it('Zoho is polled from the list of employees: its changes are in the list, with the name of the requester beside it', async () => {
  round += 1;
  const last = `Shetty ${'ABCD'[round % 4]}`;
  people.splice(0, people.length, {
    id: 152,
    modifiedAt: new Date(outside.clock.now()).toISOString(),
    data: { iEmpId: 152, vEmpFname: 'Arun', vEmpLname: last },
  });
  const { page, faults } = await openMaster(outside, 'hr', 'emplist');
  await page.locator('.ag-row').first().waitFor();
  const button = page.getByRole('button', { name: 'Sync from Zoho' });
  await button.click();
  await page.getByText(/Zoho: 1 records read, 1 changed\. Sunita Pillai/).waitFor();
  await page.locator('.ag-row', { hasText: last }).waitFor();
  await button.click();
  await page
    .getByText(/Sunita Pillai requested it a moment ago\. Try again in \d+ s\./)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

it('where the employee service is internal, the button explains that there is nothing to poll', async () => {
  const { page } = await openMaster(server, 'hr', 'emplist');
  const button = page.getByRole('button', { name: 'Sync from Zoho' });
  await shown(() => button.getAttribute('aria-disabled')).toBe('true');
  await shown(() => button.getAttribute('aria-description')).toBe(
    'The employee service is internal: there is no Zoho to sync from.',
  );
});

it('an operator polls each outside service from the integrations screen', async () => {
  const { page, faults } = await signInPage(browser, outside, 'admin', '/admin/integrations');
  const services = page.getByRole('table', { name: 'Base services' });
  const row = services.locator('tbody tr').filter({ hasText: 'external' });
  await row.waitFor();
  await shown(() => services.getByRole('button', { name: 'Read now' }).count()).toBe(1);
  await shown(async () => {
    await row.getByRole('button', { name: 'Read now' }).click();
    return row.innerText();
  }).toMatch(/records read, \d+ changed\. Asha Menon/);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
