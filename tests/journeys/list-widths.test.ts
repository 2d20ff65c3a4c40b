import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalScreens } from '#shared/access/internal-screens.ts';
import { screens } from '#shared/access/screens.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { press } from '#tests/kit/keys.ts';
import { hung } from '#tests/kit/patience.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

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

/** Goes to a screen as a link does, until it has its data; true when it is built and has a list. */
async function goToList(page: Page, path: string): Promise<boolean> {
  await page.evaluate((to) => {
    for (const child of document.querySelectorAll<HTMLElement>('.sh-screen > *')) child.dataset['left'] = '1';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  const came = await page.waitForFunction(
    (to) => {
      if (decodeURI(location.pathname) !== to) return 'no';
      const ready =
        document.querySelector('.sh-screen > *:not([data-left])') !== null &&
        document.querySelector('main .ops-skeleton') === null;
      if (!ready) return null;
      if (document.querySelector('main .ops-grid-place') === null) return 'no';
      return document.querySelector('main .ops-grid[data-identity] .ag-header-cell') ? 'yes' : null;
    },
    path,
    { polling: 50 },
  );
  return (await came.jsonValue()) === 'yes';
}

/** What of the lists on a screen does not fit, is cut or is not in sight. */
const unfitting = (page: Page): Promise<readonly string[]> =>
  page.locator('main .ops-grid[data-identity]').evaluateAll((grids) =>
    grids.flatMap((grid) => {
      const view = grid.querySelector('.ag-grid-viewport');
      if (!view) return ['the list is not drawn'];
      const found: string[] = [];
      const wider = view.scrollWidth - view.clientWidth;
      if (wider > 1) found.push(`${wider} px wider than its space`);
      const inside = view.getBoundingClientRect();
      const { identity = '', state } = (grid as HTMLElement).dataset;
      const identifying = identity.split(' ').filter(Boolean);
      for (const key of [...identifying, ...(state ? [state] : [])]) {
        const box = grid
          .querySelector(`.ag-header-cell[col-id="${CSS.escape(key)}"]`)
          ?.getBoundingClientRect();
        if (!box || box.left < inside.left - 1 || box.right > inside.right + 1)
          found.push(`the column ${key} is not in sight`);
      }
      for (const title of grid.querySelectorAll('.ag-header-cell:not(.ops-grid-choose) .ag-header-cell-text'))
        if (title.scrollWidth > title.clientWidth) found.push(`the title ${title.textContent} is cut`);
      for (const key of identifying)
        for (const cell of grid.querySelectorAll(`.ag-row [col-id="${CSS.escape(key)}"]`))
          if (cell.scrollWidth > cell.clientWidth) found.push(`${key} is cut: ${cell.textContent}`);
      return [...new Set(found)];
    }),
  );

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
