/** @module-tag gate */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openContext } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press, tabTo } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

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

/** Goes to a page or does an action by the palette. */
async function byPalette(page: Page, translations: string): Promise<void> {
  await press(page, 'Control+k');
  await shown(() =>
    page.evaluate(() => document.activeElement?.closest('[role="dialog"]') instanceof Element),
  ).toBe(true);
  await page.keyboard.type(translations);
  const wanted = page.locator('[data-action]', { hasText: translations }).first();
  await wanted.waitFor();
  for (let steps = 0; steps < 12 && (await wanted.getAttribute('data-selected')) === null; steps += 1)
    await press(page, 'ArrowDown');
  await shown(() => wanted.getAttribute('data-selected')).not.toBeNull();
  await press(page, 'Enter');
}

it('ten tasks of an agent’s day, and no pointer was used', async () => {
  // Keys are pressed while the page moves.
  const context = await openContext(browser, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
  });
  await context.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
      addEventListener(kind, (event) => event.isTrusted && sessionStorage.setItem('pointer', kind), true);
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const state = (ref: string) =>
    page.locator('.ag-row', { hasText: ref }).locator('[col-id="state"]').innerText();

  // 1: sign in
  await page.goto(`${server.url}/login/default?next=%2FoutBound%2Fsignup-queue`);
  await tabTo(page, page.locator('input[name="username"]'));
  await page.keyboard.type('verifier');
  await tabTo(page, page.locator('input[name="password"]'));
  await page.keyboard.type('Demo@1234');
  await press(page, 'Enter');
  await page.locator('.ag-row').first().waitFor();

  // 2: check in
  const header = page.locator('.sh-attendance');
  if ((await header.getByRole('button', { name: 'Check In' }).count()) > 0) await byPalette(page, 'Check In');
  await header.getByRole('button', { name: 'Break-In' }).waitFor();

  // 3: the next item, claimed and begun
  await press(page, 'n');
  const title = page.locator('.ops-panel .qu-ref');
  await title.waitFor();
  const ref = await title.innerText();
  await shown(() => state(ref)).toBe('Claimed');
  await press(page, 'b');
  await shown(() => state(ref)).toBe('In work');

  // 4: the checklist, and verified
  const boxes = page.locator('.ops-panel input[type="checkbox"]:not([disabled])');
  // The list receives the change before the panel does, and until then nothing can be ticked.
  await boxes.first().waitFor();
  for (let at = 0; at < (await boxes.count()); at += 1) {
    await tabTo(page, boxes.nth(at));
    if (!(await boxes.nth(at).isChecked())) await press(page, 'Space');
    await shown(() => boxes.nth(at).isChecked()).toBe(true);
  }
  await press(page, 'v');
  await shown(() => state(ref)).toBe('Verified');

  // 5: undone, and returned
  await press(page, 'z');
  await shown(() => state(ref)).toBe('In work');
  await press(page, 'l');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Release' }));
  await press(page, 'Enter');
  await shown(() => state(ref)).toBe('Waiting');

  // 6: a row is found and opened
  await press(page, 'Escape');
  await press(page, '/');
  await page.keyboard.type(ref);
  await shown(() => page.locator('.ag-row .ag-cell[col-id="ref"]').count()).toBe(1);
  await press(page, 'Enter');
  await press(page, 'j');
  await press(page, 'Enter');
  await title.waitFor();
  await shown(() => title.innerText()).toBe(ref);
  await press(page, 'Escape');

  // 7: a break and back
  await byPalette(page, 'Break-In');
  await header.getByRole('button', { name: 'Break-Out' }).waitFor();
  await byPalette(page, 'Break-Out');
  await header.getByRole('button', { name: 'Break-In' }).waitFor();

  // 8: a message to a colleague
  await byPalette(page, 'Chat');
  await tabTo(page, page.getByRole('combobox', { name: 'New conversation with' }));
  await page.keyboard.type('Leena');
  await page.getByRole('option', { name: /Leena/ }).waitFor();
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await tabTo(page, page.getByLabel('Write a message'));
  await page.keyboard.type(`Please look at ${ref}`);
  await press(page, 'Enter');
  await page.locator('main').getByText(`Please look at ${ref}`).first().waitFor();

  // 9: the look of the console is changed
  await byPalette(page, 'Settings');
  await tabTo(page, page.getByRole('radiogroup').filter({ has: page.locator('input[value="dark"]') }));
  await press(page, 'ArrowRight');
  await shown(() =>
    page.evaluate(() =>
      document.querySelector('[data-mantine-color-scheme]')?.getAttribute('data-mantine-color-scheme'),
    ),
  ).toMatch(/light|dark/);

  // 10: check out and sign out
  await byPalette(page, 'Check-Out');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  await press(page, 'Enter');
  await header.getByRole('button', { name: 'Break-In' }).waitFor({ state: 'detached' });
  await byPalette(page, 'Sign out');
  await shown(() => new URL(page.url()).pathname).toBe('/login/default');

  await shown(() => page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull();
  expect(faults).toEqual([]);
});
