import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

async function openList(login: string, path: string, width = 1440) {
  const signedIn = await signInPage(browser, server, login, path, { width });
  await signedIn.page.locator('.ag-row').first().waitFor();
  return signedIn;
}
const rowOf = (page: Page, text: string): Locator => page.locator('.ag-row', { hasText: text });
const cellOf = (page: Page, text: string, column: string): Locator =>
  rowOf(page, text).locator(`[col-id="${column}"]`);
const editor = (page: Page): Locator => page.locator('.ma-cell-edit');
/** The pinned columns in their sequence, without the check boxes. */
const pinnedOf = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .locator('.ag-header .ag-grid-pinned-left-cells .ag-header-cell:not(.ops-grid-choose)')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('col-id')));
/** Names whose text is wider than its cell. */
const cutIn = (page: Page, column: string): Promise<readonly string[]> =>
  page
    .locator(`.ag-row [col-id="${column}"]`)
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent ?? ''] : [])),
    );
const overflowOf = (page: Page): Promise<number> =>
  page.locator('.ag-grid-viewport').evaluate((view) => view.scrollWidth - view.clientWidth);

const price = 'nReferenceMrpPaise';

it('a list fits its window and its names are whole; the columns that do not fit are one click away', async () => {
  const wide = await openList('admin', '/masters/productMaster');
  await shown(() => overflowOf(wide.page)).toBeLessThanOrEqual(0);
  expect(await pinnedOf(wide.page)).toEqual(['vCode', 'vName']);
  expect(await cutIn(wide.page, 'vName')).toEqual([]);
  expect(await cutIn(wide.page, 'vCode')).toEqual([]);
  await wide.context.close();

  const tight = await openList('admin', '/masters/productMaster', 1100);
  const more = tight.page.getByRole('button', { name: /more column/ });
  await more.waitFor();
  await shown(() => overflowOf(tight.page)).toBeLessThanOrEqual(0);
  const composition = tight.page.locator('.ag-header-cell[col-id="composition"]');
  const status = tight.page.locator('.ag-header-cell[col-id="iStatus"]');
  await shown(() => composition.count()).toBe(0);
  await shown(() => status.isVisible()).toBe(true);
  await tight.page.setViewportSize({ width: 1920, height: 900 });
  await composition.waitFor();
  await shown(() => more.count()).toBe(0);
  await tight.page.setViewportSize({ width: 1100, height: 900 });
  await composition.waitFor({ state: 'detached' });

  await more.click();
  await shown(() => overflowOf(tight.page)).toBeGreaterThan(0);
  await shown(() => pinnedOf(tight.page)).toEqual(['vCode', 'vName', 'iStatus']);
  await tight.page.reload();
  await tight.page.locator('.ag-row').first().waitFor();
  await shown(() => overflowOf(tight.page)).toBeGreaterThan(0);
  await shown(() => cutIn(tight.page, 'vName')).toEqual([]);
  await tight.page.locator('.ag-grid-viewport').evaluate((view) => (view.scrollLeft = 300));
  const name = await cellOf(tight.page, 'Amlo-ZD 5', 'vName').boundingBox();
  const view = await tight.page.locator('.ag-grid-viewport').boundingBox();
  expect(name!.x).toBeGreaterThanOrEqual(view!.x);
  expect((await axeFindings(tight.page)).map(({ id }) => id)).toEqual([]);
  await tight.page.getByRole('button', { name: 'Fewer columns' }).click();
  await shown(() => overflowOf(tight.page)).toBeLessThanOrEqual(0);
  await tight.context.close();

  const phone = await openList('admin', '/masters/productMaster', 390);
  expect(await pinnedOf(phone.page)).toEqual([]);
  expect(wide.faults.concat(tight.faults, phone.faults)).toEqual([]);
  await phone.context.close();
});

it('a width set by hand survives a reload, the others are measured again', async () => {
  const { page, context } = await openList('admin', '/masters/productMaster');
  const head = page.locator(`.ag-header-cell[col-id="${price}"]`);
  const widthOf = async (): Promise<number> => (await head.boundingBox())!.width;
  const before = await widthOf();
  const box = (await head.locator('.ag-header-cell-resize').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + 5, { steps: 3 });
  await page.mouse.up();
  await shown(widthOf).toBeGreaterThan(before + 40);
  const after = await widthOf();
  await page.reload();
  await page.locator('.ag-row').first().waitFor();
  await shown(widthOf).toBe(after);
  await shown(() => cutIn(page, 'vName')).toEqual([]);
  await context.close();
});

it('a price is changed in the list by keyboard, and Esc leaves it', async () => {
  const { page, context, faults } = await openList('admin', '/masters/productMaster');
  const cell = cellOf(page, 'Amlo-ZD 5', price);
  await cell.click();
  await press(page, 'F2');
  await editor(page).locator('input').waitFor();
  expect((await axeFindings(page)).map(({ id }) => id)).toEqual([]);
  await press(page, 'Control+a');
  await page.keyboard.type('41.50');
  await press(page, 'Enter');
  await editor(page).waitFor({ state: 'detached' });
  await shown(() => cell.innerText()).toContain('41.50');
  await shown(() => page.evaluate(() => document.activeElement?.getAttribute('col-id'))).toBe(price);

  await press(page, 'F2');
  await editor(page).locator('input').waitFor();
  await press(page, 'Control+a');
  await page.keyboard.type('99');
  await press(page, 'Escape');
  await editor(page).waitFor({ state: 'detached' });
  await shown(() => cell.innerText()).toContain('41.50');
  expect(faults).toEqual([]);
  await context.close();
});

it('a colleague who changes the same price is shown, and the refusal has their value', async () => {
  const one = await openList('admin', '/masters/productMaster');
  const other = await openList('admin', '/masters/productMaster');
  await cellOf(one.page, 'Azi-ZD 500', price).click();
  await press(one.page, 'F2');
  await editor(one.page).locator('input').fill('75');

  await cellOf(other.page, 'Azi-ZD 500', price).click();
  await press(other.page, 'F2');
  await editor(other.page).locator('input').fill('77');
  await press(other.page, 'Enter');
  await editor(other.page).waitFor({ state: 'detached' });

  await editor(one.page)
    .getByRole('status')
    .getByText(/Asha Menon changed it to ₹77/)
    .waitFor();
  await press(one.page, 'Enter');
  await editor(one.page)
    .getByRole('alert')
    .getByText(/Not saved: Asha Menon changed it to ₹77/)
    .waitFor();
  await shown(() => editor(one.page).locator('input').inputValue()).toMatch(/^77/);
  await press(one.page, 'Escape');
  await shown(() => cellOf(one.page, 'Azi-ZD 500', price).innerText()).toContain('77.00');
  await one.context.close();
  await other.context.close();
});

it('a status is changed in the list; a refusal is shown at the cell', async () => {
  const { page, context, faults } = await openList('admin', '/masters/reasonmaster');
  const first = page.locator('.ag-row').first();
  const cell = first.locator('[col-id="iStatus"]');
  await shown(() => cell.innerText()).toBe('Active');
  await cell.click();
  await press(page, 'F2');
  await editor(page).getByRole('menuitem', { name: 'Deactivate' }).waitFor();
  await press(page, 'Enter');
  await editor(page).waitFor({ state: 'detached' });
  await shown(() => cell.innerText()).toBe('Inactive');
  await press(page, 'F2');
  await editor(page).getByRole('menuitem', { name: 'Activate' }).waitFor();
  await press(page, 'Enter');
  await shown(() => cell.innerText()).toBe('Active');
  expect(faults).toEqual([]);
  await context.close();

  const zones = await openList('admin', '/masters/manufacturerMaster');
  const used = zones.page.locator('.ag-row').first().locator('[col-id="iStatus"]');
  await used.hover();
  await used.locator('.ops-cell-pencil').click();
  await editor(zones.page).getByRole('menuitem', { name: 'Deactivate' }).click();
  await editor(zones.page).getByRole('alert').waitFor();
  await shown(() => used.innerText()).toBe('Active');
  await press(zones.page, 'Escape');
  await zones.context.close();
});

it('people who may not change a record are offered nothing', async () => {
  const { page, context } = await openList('stockhead', '/masters/productMaster');
  const cell = page.locator('.ag-row').first().locator('[col-id="iStatus"]');
  await shown(() => cell.locator('.ops-cell-pencil').count()).toBe(0);
  await cell.click();
  await press(page, 'F2');
  await shown(() => editor(page).count()).toBe(0);
  await context.close();
});
