import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { sampleSheet } from '#server/demo/sample-files.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let app: TestServer;
let browser: Browser;
const hand = { width: 390, height: 844 } as const;
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

beforeAll(async () => {
  app = await openTestServer({ realTime: true, env: { UNDO_SECONDS: '1' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

it(
  'a field executive starts by permit, makes a visit without a connection, and everything arrives in sequence',
  { tags: ['gate'] },
  async () => {
    const [lead, field] = await Promise.all([app.signIn('lead'), app.signIn('field1')]);
    const waiting = (
      (await lead.get('/feeds/approvals/lateStartEarlyStartApproval')).body as { rows: ApprovalRow[] }
    ).rows[0]!;
    expect((await lead.command(`approval-${waiting.id}`, 'approveStep', { step: 1 })).status).toBe(200);
    const stream = waiting.subject.stream;
    const task = ((await field.get('/feeds/field/day')).body as { rows: AppointmentRow[] }).rows.find(
      ({ ref }) => ref === waiting.subject.ref,
    )!;
    const stop = { latitude: task.place!.lat! + 0.0004, longitude: task.place!.lng!, accuracy: 15 };

    const { page, context, faults } = await signInPage(browser, app, 'field1', '/customerVisit', {
      ...hand,
      worker: true,
    });
    const other = await signInPage(browser, app, 'field1', '/customerVisit', hand);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(stop);
    await page.getByText(/of 8 done/).waitFor();
    await picture(page, 'day');
    await page.getByRole('button', { name: new RegExp(`^${task.slotFrom}`) }).click();
    await page.getByText(/^You may start until/).waitFor();
    await page.getByRole('button', { name: 'Update location' }).click();
    await page.getByText(/You are at the address/).waitFor();
    await picture(page, 'start');

    // Parts of the program that were not shown yet are loaded from the device.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Start visit' }).click();
    await page.getByText(/Under way for/).waitFor();
    await page
      .getByLabel('Add photo')
      .setInputFiles({ name: 'cabinet.png', mimeType: 'image/png', buffer: sampleSheet('address', 7) });
    await page.getByText('1 photo waits to be sent', { exact: true }).waitFor();
    await page.getByLabel('Systolic (mmHg)').fill('138');
    await page.getByLabel('Diastolic (mmHg)').fill('150');
    await page.getByRole('button', { name: 'Save vitals' }).click();
    await page
      .getByText('The upper figure of the blood pressure must be higher than the lower one.', { exact: true })
      .waitFor();
    await page.getByLabel('Diastolic (mmHg)').fill('86');
    await page.getByRole('button', { name: 'Save vitals' }).click();
    await page.getByText('recorded', { exact: true }).waitFor();
    await picture(page, 'visit');
    await page.getByRole('button', { name: 'Complete visit' }).click();
    await page.getByText('Not complete yet: result.', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Result' }).click();
    await page.getByRole('option', { name: 'Enrolled' }).click();
    await page.getByRole('button', { name: 'Complete visit' }).click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByText(/4 entries wait on this device/).waitFor();
    await picture(page, 'unsent');
    expect((await app.server.log.readStream(stream)).some(({ type }) => type === 'TaskStarted')).toBe(false);

    await context.setOffline(false);
    await page.getByRole('region', { name: 'Not sent yet' }).waitFor({ state: 'detached' });
    const emitted = (await app.server.log.readStream(stream)).map(({ type }) => type);
    expect(emitted.slice(-4)).toEqual([
      'TaskStarted',
      'VisitFileAdded',
      'VisitVitalsRecorded',
      'TaskCompleted',
    ]);
    await page.getByRole('button', { name: new RegExp(`^${task.slotFrom}.*Completed`) }).waitFor();
    await other.page.getByRole('button', { name: new RegExp(`^${task.slotFrom}.*Completed`) }).waitFor();
    await picture(other.page, 'other');
    expect([...faults, ...other.faults]).toEqual([]);
  },
);
