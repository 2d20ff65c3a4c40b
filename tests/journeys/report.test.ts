import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press } from '#tests/kit/keys.ts';
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

const address = '/reports/leadStatusReport?from=2026-01-01&to=2026-12-31';
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const refCells = '.ag-row [col-id="ref"]:not(.ag-header-cell)';
const refs = (page: Page): Promise<string[]> => page.locator(refCells).allInnerTexts();

async function choose(page: Page, filter: string, ...values: readonly string[]): Promise<void> {
  for (const value of values) {
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
    await press(page, 'Escape');
  }
}

it(
  'a reader filters, sorts, groups, compares and checks leads, passes the link on, opens one and exports the list',
  { tags: ['full'] },
  async () => {
    const { page, faults } = await signInPage(browser, server, 'admin', address);
    await page.locator('.ag-row').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await choose(page, 'Stage', 'Queued', 'Lost');
    await shown(() => decodeURIComponent(page.url())).toContain('"stage":["Queued","Lost"]');
    await head(page, 'Stage').click();
    await head(page, 'Created').click({ modifiers: ['Shift'] });
    await shown(() => new URL(page.url()).searchParams.get('sort')).toBe('stage,createdAt');
    await head(page, 'Created').click({ modifiers: ['Shift'] });
    await shown(() => new URL(page.url()).searchParams.get('sort')).toBe('stage,-createdAt');

    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Stage', exact: true }).click();
    const groups = page.getByRole('region', { name: 'By Stage' });
    await shown(() => groups.locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.locator('.ops-list-note', { hasText: 'Compared with' }).waitFor();

    // The link shows the same list to somebody else.
    await settled(page);
    const mine = await page.locator(refCells).allInnerTexts();
    expect(mine.length).toBeGreaterThan(3);
    await settled(page);
    const url = new URL(page.url());
    const other = await signInPage(browser, server, 'admin', `${url.pathname}${url.search}`);
    await shown(() => refs(other.page)).toEqual(mine);
    await shown(() => head(other.page, 'Created').getAttribute('aria-sort')).toBe('descending');
    await other.page.locator('.ops-list-note', { hasText: 'Compared with' }).waitFor();

    await page.getByRole('button', { name: 'Check figures' }).click();
    const dialog = page.getByRole('dialog', { name: 'Figures and their events' });
    await dialog.getByText(/^All figures and .* agree with/).waitFor();
    await shown(() => dialog.getByText('Equal', { exact: true }).count()).toBeGreaterThan(4);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('menuitem', { name: /^Export as CSV/ }).click();
      })(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n');
    await settled(page);
    const total = Number((await page.locator('.rp-figures dd').first().innerText()).replaceAll(',', ''));
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toContain('Created');
    expect(lines[1]).toContain(mine[0]!);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('Exports of the last day', { exact: true }).waitFor();
    await press(page, 'Escape');

    await page.locator('.ag-row').first().dblclick();
    await shown(() => new URL(page.url()).pathname).not.toBe(url.pathname);
    await page.goBack();
    await shown(() => refs(page)).toEqual(mine);
    expect([faults, other.faults].flat()).toEqual([]);
    await other.context.close();
  },
);

it(
  'an open report follows its leads: a row in place, a new lead when asked',
  { tags: ['full'] },
  async () => {
    const agent = await server.signIn('admin');
    const { page, faults } = await signInPage(browser, server, 'admin', `${address}&sort=-createdAt`);
    await page.locator('.ag-row').first().waitFor();
    await settled(page);
    const chosen = page.locator('.ag-row').filter({ hasText: 'Queued' }).first();
    await chosen.waitFor();
    await settled(page);
    const ref = (await chosen.locator('[col-id="ref"]').innerText()).trim();
    const row = page.locator('.ag-row').filter({ hasText: ref });
    await row.locator('[col-id="ref"]').click();
    await settled(page);
    const before = await page.locator(refCells).allInnerTexts();

    const create = async (phone: string): Promise<void> => {
      const input = { name: 'Meena Iyer', phone, source: 'web', pincode: '560001' };
      const made = await agent.command('lead-new', 'createLead', input);
      expect(made.status, JSON.stringify(made.body)).toBe(200);
    };
    const lost = await agent.command(`lead-${Number(ref.replace(/\D/g, ''))}`, 'markDnc', {
      reason: 'Asked not to be called',
    });
    expect(lost.status, JSON.stringify(lost.body)).toBe(200);
    await create('9812300471');

    // The row changes where it stands; the new one waits, so that nothing moves under the reader.
    await row.getByText('Do not call again').waitFor();
    const pill = page.getByRole('button', { name: /^1 new/ });
    await pill.waitFor();
    await shown(() => refs(page)).toEqual(before);
    await shown(() => page.evaluate(() => document.activeElement?.closest('.ag-row')?.textContent)).toContain(
      ref,
    );

    await pill.click();
    await shown(async () => (await refs(page))[0]).not.toBe(before[0]);
    await pill.waitFor({ state: 'detached' });

    // Nobody uses the list: the next one comes by itself.
    await page.mouse.move(5, 5);
    await page.reload();
    await page.locator('.ag-row').first().waitFor();
    await settled(page);
    const [top] = await page.locator(refCells).allInnerTexts();
    await create('9812300472');
    await shown(async () => (await refs(page))[0]).not.toBe(top);
    expect(faults).toEqual([]);
  },
);
