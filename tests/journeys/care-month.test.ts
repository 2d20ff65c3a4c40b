import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { settled, shown } from '#tests/kit/seen.ts';

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

async function reading(page: Page, vital: string, value: string, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Vital', exact: true }).first().click();
  await page.getByRole('option', { name: vital }).first().click();
  await page.getByRole('textbox', { name: label }).first().fill(value);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
}

it('a month of care goes from the call through the doctor to the kit', { tags: ['gate'] }, async () => {
  // Tukaram Shetty, tier 2: the doctor reviews the month.
  const carer = await signInPage(browser, server, 'cc1', '/prescription/careConnectV2?patient=39');
  const { page } = carer;
  await button(page, /^Begin case/).click();
  await button(page, /^Call \(D\)/).click();
  await page.locator('.cb-bar[data-call]').waitFor();
  await button(page, 'Personal history done').click();
  await reading(page, 'Blood pressure', '136/84', 'Upper/lower');
  await page
    .getByText(/Systolic blood pressure 136/)
    .first()
    .waitFor();
  await shot(page, 'care-vitals');
  await reading(page, 'Glucose', '128', 'Value');
  await page
    .getByText(/Glucose, capillary 128/)
    .first()
    .waitFor();
  await button(page, 'Vitals done').click();
  await button(page, 'Labs done').click();
  await page
    .getByRole('textbox', { name: 'Note', exact: true })
    .fill('Takes everything, the box is empty on the day');
  await button(page, 'Adherence done').click();
  const sections = page.locator('.care-section');
  await sections.first().waitFor();
  await shown(() => sections.count()).toBe(10);
  // A colleague is faster with the first section: what was typed stays, beside what they wrote.
  await sections.first().locator('textarea').fill('Slept badly.');
  const { body: before } = await (await server.signIn('cc1')).get('/care/patients/39/month');
  const stream = `assessment-${before.case.id}`;
  const theirs = { section: 'healthrewind', text: 'Slept well again.' };
  expect(await (await server.signIn('cc1')).command(stream, 'writeSection', theirs)).toMatchObject({
    status: 200,
  });
  await sections.first().getByText('Slept well again.').waitFor();
  await shot(page, 'care-moved');
  await shown(() => sections.first().locator('textarea').inputValue()).toBe('Slept badly.');
  await sections.first().getByRole('button', { name: 'Take this one' }).click();
  await shown(() => sections.first().locator('textarea').inputValue()).toBe('Slept well again.');
  for (let at = 1; at < 10; at += 1) {
    const section = sections.nth(at);
    await section.locator('textarea').fill(`A steady month, part ${at + 1}.`);
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('v1').waitFor();
  }
  await shot(page, 'care-assessment');
  await button(page, 'Submit to doctor').click();
  await page.locator('.care-steps [aria-current]', { hasText: 'With the doctor' }).waitFor();

  // The doctor sees what changed and approves.
  const doctor = await signInPage(browser, server, 'doctor', '/prescription/DoctorView?patient=39');
  await button(doctor.page, 'Approve assessment').waitFor();
  await shot(doctor.page, 'care-doctor');
  await button(doctor.page, 'Approve assessment').click();
  await button(doctor.page, 'Approve assessment').waitFor({ state: 'hidden' });

  // Back at care connect, the kit is decided and sent.
  await page.reload();
  await button(page, /^Begin case/).click();
  await button(page, 'Finalize kit').waitFor();
  await shot(page, 'care-kit');
  await button(page, 'Finalize kit').click();
  await button(page, 'Send kit').click();
  await page.locator('.care-steps [aria-current]', { hasText: 'Closed' }).waitFor();
  await button(page, 'Returned').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Nobody at home');
  await button(page, 'Returned').click();
  await button(page, 'Reissue').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Sent once more');
  await button(page, 'Reissue').click();
  await button(page, 'Send this version').click();
  await page.locator('.care-part').getByText('version 2').waitFor();
  await button(page, 'Received').waitFor();
  await shot(page, 'care-kit-again');
  const { body } = await (await server.signIn('cc1')).get('/care/patients/39/month');
  expect(body.case.state).toMatchObject({ stage: 'closed', closedWhy: 'sent' });
  expect([...carer.faults, ...doctor.faults]).toEqual([]);
  await Promise.all([carer.context.close(), doctor.context.close()]);
});

it('an impossible reading is refused, and a critical one alerts until somebody takes it', async () => {
  const carer = await signInPage(browser, server, 'cc1', '/prescription/vitalStats?patient=39');
  const { page } = carer;
  await reading(page, 'Blood pressure', '84/136', 'Upper/lower');
  await page.locator('.ops-inline-error').first().waitFor();
  await page.getByRole('textbox', { name: 'Upper/lower' }).first().fill('192/124');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  // Where the month's reading was taken less than two minutes ago, both are kept.
  const both = page.getByRole('button', { name: 'Keep both' });
  const critical = page.getByText(/Critical, not acknowledged/);
  await shown(async () => {
    if (await both.isVisible()) await both.click();
    return critical.isVisible();
  }).toBe(true);
  await shot(page, 'care-critical');
  const doctor = await signInPage(browser, server, 'doctor', '/prescription/careConnect?patient=39');
  await button(doctor.page, /^Acknowledge/).click();
  await page.getByText(/Critical, not acknowledged/).waitFor({ state: 'hidden' });
  expect([...carer.faults, ...doctor.faults]).toEqual([]);
  await Promise.all([carer.context.close(), doctor.context.close()]);
});

it('a lab report is digitized by one and verified by another, and is on the patient’s page', async () => {
  const one = await signInPage(browser, server, 'digi1', '/prescription/labReportsDigitization');
  const row = one.page.locator('.ag-row', { hasText: 'LR-000007' }).first();
  await row.click();
  await button(one.page, /^Claim/).click();
  await button(one.page, /^Digitize/).click();
  await one.page.getByRole('combobox', { name: 'Assay' }).first().click();
  await one.page
    .getByRole('option', { name: /^Potassium/ })
    .first()
    .click();
  await one.page.getByRole('textbox', { name: 'Value' }).first().fill('4.4');
  await shot(one.page, 'lab-digitize');
  await button(one.page, 'Submit for checking').click();
  await one.page.getByText('To verify', { exact: true }).first().waitFor();
  const other = await signInPage(browser, server, 'checker2', '/prescription/labReportsDigitization');
  await other.page.locator('.ag-row', { hasText: 'LR-000007' }).first().click();
  await button(other.page, /^Claim/).click();
  await other.page
    .locator('.ops-panel')
    .getByRole('button', { name: /^Check/ })
    .click();
  await shot(other.page, 'lab-verify');
  await button(other.page, 'Verify').click();
  await other.page.locator('.ag-row.ops-row-gone', { hasText: 'LR-000007' }).waitFor();
  expect([...one.faults, ...other.faults]).toEqual([]);
  await Promise.all([one.context.close(), other.context.close()]);
});

it('an orientation visit is closed by both comments, the team lead’s and the doctor’s', async () => {
  const lead = await signInPage(browser, server, 'lead', '/prescription/orientationReview/reviewerType/1');
  const first = lead.page.locator('.ag-row[row-index="0"]').first();
  await first.waitFor();
  await settled(lead.page);
  const ref = await first.locator('[col-id="ref"]').innerText();
  await first.click();
  await shot(lead.page, 'orientation');
  await button(lead.page, /^Comment/).click();
  await lead.page.getByRole('dialog').getByRole('textbox').first().fill('The family knows the programme now');
  await lead.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Comment/ })
    .click();
  await lead.page.locator('.ag-row.ops-row-gone', { hasText: ref }).waitFor();
  expect(lead.faults).toEqual([]);
  await lead.context.close();
});

it('a death ends the month and its row, and is said on the page', async () => {
  const api = await server.signIn('cc1');
  const found = (await api.get('/care/patients?q=')).body.rows as readonly { id: number; name: string }[];
  const heads = await Promise.all(
    found.map(async ({ id }) => (await api.get(`/care/patients/${id}/head`)).body),
  );
  const head = heads.find(({ id, openCase }) => openCase?.stage === 'due' && id !== 39);
  const doctor = await signInPage(browser, server, 'doctor', `/prescription/vitalStats?patient=${head.id}`);
  await doctor.page.getByRole('heading', { name: 'Ranges of this patient' }).waitFor();
  const ranges = doctor.page.locator('section', { hasText: 'Ranges of this patient' }).last();
  await ranges.getByRole('combobox', { name: 'Vital' }).click();
  await doctor.page.getByRole('option', { name: /Oxygen saturation/ }).click();
  await ranges.getByRole('textbox', { name: 'Usual from' }).fill('88');
  await ranges.getByRole('textbox', { name: 'Usual to' }).fill('92');
  await ranges.getByRole('textbox', { name: 'Reason' }).fill('COPD for years');
  await ranges.getByRole('button', { name: 'Set range' }).click();
  await ranges.getByText('88–92').waitFor();
  await shot(doctor.page, 'care-ranges');

  const carer = await signInPage(browser, server, 'cc1', `/prescription/careConnect?patient=${head.id}`);
  const { page } = carer;
  await button(page, 'Mark as deceased').click();
  const dialog = page.getByRole('dialog', { name: `Mark ${head.name} as deceased` });
  await dialog.getByText(/leaves the queue/).waitFor();
  await shot(page, 'care-death');
  await dialog.getByRole('textbox', { name: 'Reported by, and how' }).fill('The son, by phone');
  const today = '18-11-2026';
  await dialog.getByRole('textbox', { name: 'Died on' }).fill(today);
  await press(page, 'Tab');
  await dialog.getByRole('button', { name: 'Mark as deceased' }).click();
  await page.getByRole('main').getByText(`Died on ${today}. Nothing more is planned.`).waitFor();
  await page.locator('.care-steps [aria-current]', { hasText: 'Closed' }).waitFor();
  // A colleague who looks at the same patient sees it without a reload.
  await doctor.page.getByRole('main').getByText(`Died on ${today}. Nothing more is planned.`).waitFor();
  const { body } = await api.get(`/care/patients/${head.id}/month`);
  expect(body.case.state).toMatchObject({ stage: 'closed', closedWhy: 'deceased' });
  expect([...carer.faults, ...doctor.faults]).toEqual([]);
  await Promise.all([carer.context.close(), doctor.context.close()]);
});
