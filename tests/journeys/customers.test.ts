/** @module-tag gate */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { absent, shown } from '#tests/kit/seen.ts';

let house: TestHouse;
let browser: Browser;

beforeAll(async () => {
  house = await openTestHouse({ realTime: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
});
const panel = (page: Page) => page.locator('.ops-panel');

interface Customer {
  readonly id: number;
  readonly iStatus: 0 | 1;
  readonly fields: Readonly<Record<string, any>>;
}
const customers = async (): Promise<readonly Customer[]> =>
  (await (await house.signIn('admin')).get('/masters-list/customerMasterV2?records=200')).body.rows as Customer[];

it('the city head merges two records of one person; the double leads to who is left, whose patients are those of both', async () => {
  // One pair for each try.
  const found = (await customers()).filter(({ iStatus, fields }) => iStatus === 1 && fields['iPooId'] === 1 && !fields['vDoubles']);
  const [stays, goes] = found.toSorted((a, b) => a.id - b.id).slice(0, 2) as [Customer, Customer];
  const { page } = await signInPage(browser, house, 'manager', `/masters/customerMaster?row=${goes.id}`);
  await panel(page).getByRole('button', { name: 'Merge with its double' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox', { name: 'The other record' });
  await box.click();
  await box.fill(stays.fields['vName']);
  await page.getByRole('option', { name: new RegExp(stays.fields['vCode']) }).click();
  await dialog.getByRole('button', { name: 'Merge with its double', exact: true }).click();
  const told = panel(page).getByText(`${goes.fields['vName']} (${goes.fields['vCode']}) was merged into this record.`);
  await told.waitFor();
  await panel(page).getByText(stays.fields['vCode'], { exact: true }).waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(stays.id));
  expect(await axeFindings(page)).toEqual([]);
  await told.getByRole('button', { name: 'Show its history' }).click();
  await panel(page).getByText('Merged', { exact: true }).first().waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(goes.id));
  expect(await axeFindings(page)).toEqual([]);
  await panel(page)
    .getByRole('button', { name: new RegExp(stays.fields['vCode']) })
    .click();
  await told.waitFor();
  // The old address, as a colleague kept it, leads to the record that stands for it; the way back does not end there.
  await page.goto(`${house.url}/masters/customerMasterV2?row=${goes.id}`);
  await told.waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(stays.id));

  await page.goto(`${house.url}/masters/customerMasterV2?row=${stays.id}`);
  await panel(page).getByText(goes.fields['vCode'], { exact: true }).waitFor();
  const people = panel(page).getByRole('region', { name: 'Patients' });
  for (const { fields } of [stays, goes]) await people.getByRole('cell', { name: fields['vName'], exact: true }).waitFor();
  // From one to the other and back: the double keeps its addresses and consents, its papers are with who is left.
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

it('who left says since when, is filtered, and is offered nothing that would change them but a withdrawn consent', async () => {
  const gone = (await customers()).find(({ fields }) => fields['iExitFlag'] === 1)!;
  const filter = encodeURIComponent(JSON.stringify({ iExitFlag: { op: 'in', value: [1] } }));
  const { page } = await signInPage(browser, house, 'verifier', `/masters/customerMasterV2?row=${gone.id}&filter=${filter}`);
  await panel(page).getByText('Exited on').waitFor();
  await absent(panel(page).getByRole('button', { name: 'Edit details' }), panel(page).getByRole('button', { name: 'Withdraw a consent' }));
});
