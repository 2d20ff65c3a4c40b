import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { absent, shown } from '#tests/kit/seen.ts';

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
const panel = (page: Page) => page.locator('.ops-panel');

interface Customer {
  readonly id: number;
  readonly iStatus: 0 | 1;
  readonly fields: Readonly<Record<string, any>>;
}
const customers = async (): Promise<readonly Customer[]> =>
  (await (await server.signIn('admin')).get('/masters-list/customerMasterV2?records=200')).body
    .rows as Customer[];

it('the city head merges two records of one person; the duplicate leads to the survivor, who has the patients of both', async () => {
  // One pair for each attempt.
  const found = (await customers()).filter(
    ({ iStatus, fields }) => iStatus === 1 && fields['iPooId'] === 1 && !fields['vDoubles'],
  );
  const [stays, goes] = found.toSorted((a, b) => a.id - b.id).slice(0, 2) as [Customer, Customer];
  const { page } = await signInPage(browser, server, 'manager', `/masters/customerMaster?row=${goes.id}`);
  await panel(page).getByRole('button', { name: 'Merge with its duplicate' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox', { name: 'The other record' });
  await box.click();
  await box.fill(stays.fields['vName']);
  await page.getByRole('option', { name: new RegExp(stays.fields['vCode']) }).click();
  await dialog.getByRole('button', { name: 'Merge with its duplicate', exact: true }).click();
  const emitted = panel(page).getByText(
    `${goes.fields['vName']} (${goes.fields['vCode']}) was merged into this record.`,
  );
  await emitted.waitFor();
  await panel(page).getByText(stays.fields['vCode'], { exact: true }).waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(stays.id));
  expect(await axeFindings(page)).toEqual([]);
  await emitted.getByRole('button', { name: 'Show its history' }).click();
  await panel(page).getByText('Merged', { exact: true }).first().waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(goes.id));
  expect(await axeFindings(page)).toEqual([]);
  await panel(page)
    .getByRole('button', { name: new RegExp(stays.fields['vCode']) })
    .click();
  await emitted.waitFor();
  // The old address, as bookmarked by a colleague, leads to the surviving record; Back does not return to it.
  await page.goto(`${server.url}/masters/customerMasterV2?row=${goes.id}`);
  await emitted.waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(stays.id));

  await page.goto(`${server.url}/masters/customerMasterV2?row=${stays.id}`);
  await panel(page).getByText(goes.fields['vCode'], { exact: true }).waitFor();
  const people = panel(page).getByRole('region', { name: 'Patients' });
  for (const { fields } of [stays, goes])
    await people.getByRole('cell', { name: fields['vName'], exact: true }).waitFor();
  // From one to the other and back: the duplicate keeps its addresses and consents, its documents are at the
  // survivor.
  await panel(page).getByRole('link', { name: goes.fields['vCode'], exact: true }).click();
  await panel(page).getByText('Duplicate of').waitFor();
  await panel(page).getByText(goes.fields['addresses'][0].line).waitFor();
  await panel(page).getByText('These documents moved with the merge').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel(page).getByRole('link', { name: stays.fields['vCode'], exact: true }).click();
  await panel(page)
    .getByText(/^Merged into this record\./)
    .waitFor();
  await panel(page).getByText(goes.fields['addresses'][0].line).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('a former customer shows since when, is filtered, and offers no change except withdrawing a consent', async () => {
  const gone = (await customers()).find(({ fields }) => fields['iExitFlag'] === 1)!;
  const filter = encodeURIComponent(JSON.stringify({ iExitFlag: { op: 'in', value: [1] } }));
  const { page } = await signInPage(
    browser,
    server,
    'verifier',
    `/masters/customerMasterV2?row=${gone.id}&filter=${filter}`,
  );
  await panel(page).getByText('Exited on').waitFor();
  await absent(
    panel(page).getByRole('button', { name: 'Edit details' }),
    panel(page).getByRole('button', { name: 'Withdraw a consent' }),
  );
});
