import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalScreens } from '#shared/access/internal-screens.ts';
import { screens } from '#shared/access/screens.ts';
import { allMasters } from '#server/core/registers.ts';
import { goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { hung } from '#tests/kit/patience.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { denial, goToList, missingRecord, unfitting } from '#tests/kit/walk.ts';

/** Screens with a list that the demo shows to an admin; fewer means that the walk has missed some. */
const atLeast = 200;
const paths = [...screens, ...internalScreens]
  // The entry page has no menu and no list.
  .filter(({ layout, path }) => layout === 'main' && path !== '/home' && !path.includes(':'))
  .map(({ path }) => path);

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

/** Looks at these screens' lists, one after the other in one page. */
async function walk(part: readonly string[]): Promise<{ found: string[]; lists: number; faults: string[] }> {
  const { page, context, faults } = await signInPage(browser, server, 'admin', '/profile/overview');
  const found: string[] = [];
  let lists = 0;
  for (const path of part) {
    const list = await goToList(page, path).catch((cause: unknown) => {
      throw new Error(`${path} did not come`, { cause });
    });
    if (!list) continue;
    lists += 1;
    // A list is laid out anew for its first rows and for its totals.
    let wrong: readonly string[] = [];
    await expect
      .poll(async () => (wrong = await unfitting(page)), { timeout: hung.wait / 20 })
      .toEqual([])
      .catch(() => found.push(...wrong.map((one) => `${path}: ${one}`)));
  }
  await context.close();
  return { found, lists, faults };
}

/** Each eighth report: their lists are made of one family's columns. */
const reports = paths.filter((path) => path.startsWith('/reports/')).filter((_, at) => at % 8 === 0);

it('the lists of reports fit 1440 px', async () => {
  const { found, lists, faults } = await walk(reports);
  expect(found).toEqual([]);
  expect(lists).toBeGreaterThan(reports.length / 2);
  expect(faults).toEqual([]);
});

it('every list fits 1440 px: nothing scrolls sideways, who and in which state is in sight and whole', async () => {
  const half = Math.ceil(paths.length / 2);
  const walks = await Promise.all([walk(paths.slice(0, half)), walk(paths.slice(half))]);
  expect(walks.flatMap(({ found }) => found)).toEqual([]);
  expect(walks.reduce((sum, { lists }) => sum + lists, 0)).toBeGreaterThan(atLeast);
  expect(walks.flatMap(({ faults }) => faults)).toEqual([]);
});

it('every screen that may not be seen is named, with whom to ask, under its own address; no key of a right is shown', async () => {
  const { page, faults } = await signInPage(browser, server, 'field1', '/profile/overview');
  const found: string[] = [];
  let denied = 0;
  for (const path of paths) {
    await goToList(page, path);
    const wrong = await denial(page, path);
    if (wrong === null) continue;
    denied += 1;
    found.push(...wrong.map((one) => `${path}: ${one}`));
  }
  expect(found).toEqual([]);
  expect(denied).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

it('a record that is not there is said not to be, in every list of masters, beside the list', async () => {
  const { page, faults } = await signInPage(browser, server, 'admin', '/profile/overview');
  const found: string[] = [];
  // Those who are late today have a screen of their own in place of the master's list.
  const lists = allMasters().filter(
    ({ route }) => route !== 'masters/allowdayStart' && paths.includes(`/${route}`),
  );
  for (const { route } of lists) {
    await goInside(page, `/${route}?row=99999999`);
    let wrong: readonly string[] = [];
    await expect
      .poll(async () => (wrong = await missingRecord(page)), { timeout: hung.wait / 20 })
      .toEqual([])
      .catch(() => found.push(...wrong.map((one) => `/${route}: ${one}`)));
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

it.each(['en', 'es'] as const)(
  'the lines of an order form fit a phone, also while a cell is typed: %s',
  async (language) => {
    const { page, faults } = await signInPage(
      browser,
      server,
      'store',
      '/purchaseanddispatch/purchase/orderFormList',
      { width: 390, height: 844, language },
    );
    await page
      .locator('.ag-row')
      .filter({ hasText: language === 'en' ? /Form$/ : /Formulario$/ })
      .last()
      .click();
    const cell = page.locator('.ops-lines td[data-typed]').first();
    await cell.waitFor();
    const wider = () => page.locator('.ops-lines').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    await expect.poll(wider).toBeLessThanOrEqual(0);
    await cell.click();
    await press(page, 'Enter');
    await page.keyboard.type('1234567');
    await cell.locator('input').waitFor();
    await expect.poll(wider).toBeLessThanOrEqual(0);
    await press(page, 'Escape');
    expect(faults).toEqual([]);
  },
);
