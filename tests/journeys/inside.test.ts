import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { shown } from '#tests/kit/seen.ts';

/** What the journeys that go from screen to screen rely on. */
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

it('going to a screen ends when it stands, not while the one before it does', { tags: ['gate'] }, async () => {
  const { page, faults } = await signInPage(browser, house, 'admin', '/profile/overview');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route('**/assets/**', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  let over = false;
  const going = goInside(page, '/masters/changePassword').then(() => (over = true));
  await shown(() => asked).toBeGreaterThan(0);
  await shown(() => new URL(page.url()).pathname).toBe('/masters/changePassword');
  await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
  for (let turns = 0; turns < 20; turns += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(over).toBe(false);
  release();
  await going;
  expect(await page.locator('main input').count()).toBe(3);
  expect(faults).toEqual([]);
});

it('so it is with another record of one screen, an address that leads on, and one that may not be seen', async () => {
  const { page } = await signInPage(browser, house, 'agent1', '/profile/overview');
  const title = page.locator('#sh-title');
  await goInside(page, '/calendar?view=month');
  expect(await page.locator('.cal-month').count()).toBe(1);
  await goInside(page, '/calendar?view=agenda');
  expect(await page.locator('.cal-month').count()).toBe(0);
  await goInside(page, '/calendar?view=agenda');
  for (const path of ['/masters/rolemasterv2', '/admin/integrations']) {
    await goInside(page, path);
    expect(await page.locator('main .ops-state').count()).toBe(1);
    expect(await title.innerText()).not.toBe('Calendar');
  }
  await goInside(page, '/no/such/page');
  expect(new URL(page.url()).pathname).toBe('/sessions/404');
});
