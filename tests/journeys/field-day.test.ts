import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { sampleSheet } from '#server/demo/sample-files.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { settled, shown } from '#tests/kit/seen.ts';
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

it('a rider without a connection opens the run again after a reload and in a browser that was closed, records results, and a conflict is said in words', async () => {
  const store = await app.signIn('store');
  const { page, context, faults } = await signInPage(browser, app, 'lmd', '/delivery/deleveryStatementList', {
    ...hand,
    worker: true,
  });
  const stops = page.locator('.pa-stop');
  await stops.first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const out = stops.filter({ hasText: 'Out for delivery' });
  await shown(() => out.count()).toBeGreaterThan(1);
  await settled(page);
  const [first, second] = (await out.locator('.ops-muted').allInnerTexts()) as [string, string];
  const rowOf = async (number: string): Promise<DeliveryState> =>
    ((await store.get('/feeds/delivery/parcels')).body as { rows: DeliveryState[] }).rows.find(
      (row) => row.number === number,
    )!;

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('complementary', { name: 'No connection' }).waitFor();
  await page.locator('.pa-offline', { hasText: 'This is your run as this phone last saw it' }).waitFor();
  await fails(page, first);
  // The other parcel is marked by the shop meanwhile: what the rider records about it will be a conflict.
  const { id, version, codDuePaise } = await rowOf(second);
  const cod = codDuePaise > 0 ? { paise: codDuePaise, mode: 'upi' } : null;
  const mark = { reason: 'The customer sent the signed paper', fileId: await signedPaper(), cod };
  expect((await store.command(`delivery-${id}`, 'markDelivered', mark, { version })).status).toBe(200);

  // The browser is closed: its tab, and the token in it, are gone.
  await page.close();
  const again = await context.newPage();
  await again.addInitScript(() => void (window.name = 'signed in'));
  await again.goto(`${app.url}/delivery/deleveryStatementList`);
  await again.locator('.ops-outbox-head', { hasText: '1 entry waits on this device' }).waitFor();
  await fails(again, second);
  await again.locator('.ops-outbox-head', { hasText: '2 entries wait on this device' }).waitFor();
  await picture(again, 'away');

  // Back online: the person signs in over the screen, and everything is sent in its order.
  await context.setOffline(false);
  const dialog = again.getByRole('dialog');
  await dialog.locator('p', { hasText: 'the browser was closed' }).waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('Demo@1234');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.getByRole('alert').filter({ hasText: second }).waitFor();
  await picture(again, 'conflict');
  const said = await app.server.log.readStream(`delivery-${(await rowOf(first)).id}`);
  expect(said.at(-1)).toMatchObject({ type: 'DeliveryAttemptFailed', data: { reason: 'NOT_HOME' } });
  await again.getByRole('button', { name: 'Discard' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await again.getByRole('region', { name: 'Not sent yet' }).waitFor({ state: 'detached' });
  await shown(() => again.getByRole('complementary', { name: 'No connection' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

/** Uploads a photograph of a signed paper, as the shop. */
async function signedPaper(): Promise<string> {
  const { cookie, token } = await app.signIn('store');
  const form = new FormData();
  form.append(
    'file',
    new Blob([new Uint8Array(sampleSheet('address', 9))], { type: 'image/png' }),
    'signed.png',
  );
  const headers = { cookie, authtoken: token, 'idempotency-key': randomUUID() };
  const sent = await fetch(`${app.url}/file`, { method: 'POST', body: form, headers });
  return ((await sent.json()) as { fileId: string }).fileId;
}

/** Records that nobody was at home. */
async function fails(page: Page, number: string): Promise<void> {
  await page.locator('.pa-stop').filter({ hasText: number }).click();
  await page.getByRole('radiogroup').getByText('Not delivered', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Nobody at home' }).click();
  await page.getByRole('button', { name: 'Save result' }).click();
  await page.locator('.pa-stop').filter({ hasText: number }).getByText('On this phone').waitFor();
}
