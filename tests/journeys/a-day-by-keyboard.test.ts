import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;
const patient = { timeout: 20_000 };

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Presses Tab until the element has the focus, as a person without a mouse would; an unreachable element
 * fails.
 */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let steps = 0; steps < 150; steps += 1) {
    if (
      await target
        .first()
        .evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return;
    await page.keyboard.press(key);
  }
  throw new Error(
    `No number of Tabs leads there; the last one led to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))}`,
  );
}

/** Opens a page or runs an action by the palette. */
async function byPalette(page: Page, translations: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect
    .poll(
      () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') instanceof Element),
      patient,
    )
    .toBe(true);
  await page.keyboard.type(translations);
  const wanted = page.locator('[data-action]', { hasText: translations }).first();
  await wanted.waitFor();
  for (let steps = 0; steps < 12 && (await wanted.getAttribute('data-selected')) === null; steps += 1)
    await page.keyboard.press('ArrowDown');
  expect(await wanted.getAttribute('data-selected')).not.toBeNull();
  await page.keyboard.press('Enter');
}

it('ten tasks of an agent’s day, and no pointer was used', { timeout: 300_000 }, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
      addEventListener(kind, (event) => event.isTrusted && sessionStorage.setItem('pointer', kind), true);
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const press = (key: string) => page.keyboard.press(key);
  const state = (ref: string) =>
    page.locator('.ag-row', { hasText: ref }).locator('[col-id="state"]').innerText();

  // 1: sign in
  await page.goto(`${server.url}/login/default?next=%2FoutBound%2Fsignup-queue`);
  await tabTo(page, page.locator('input[name="username"]'));
  await page.keyboard.type('verifier');
  await tabTo(page, page.locator('input[name="password"]'));
  await page.keyboard.type('Demo@1234');
  await press('Enter');
  await page.locator('.ag-row').first().waitFor();

  // 2: check in
  const header = page.locator('.sh-attendance');
  if ((await header.getByRole('button', { name: 'Check In' }).count()) > 0) await byPalette(page, 'Check In');
  await header.getByRole('button', { name: 'Break-In' }).waitFor();

  // 3: the next item, claimed and begun
  await press('n');
  const title = page.locator('.ops-panel .qu-ref');
  await title.waitFor();
  const ref = await title.innerText();
  await expect.poll(() => state(ref), patient).toBe('Claimed');
  await press('b');
  await expect.poll(() => state(ref), patient).toBe('In work');

  // 4: the checklist, and verified
  const boxes = page.locator('.ops-panel input[type="checkbox"]:not([disabled])');
  // The list receives the change before the panel does, and until then nothing can be ticked.
  await boxes.first().waitFor();
  for (let at = 0; at < (await boxes.count()); at += 1) {
    await tabTo(page, boxes.nth(at));
    if (!(await boxes.nth(at).isChecked())) await press('Space');
    await expect.poll(() => boxes.nth(at).isChecked(), patient).toBe(true);
  }
  await press('v');
  await expect.poll(() => state(ref), patient).toBe('Verified');

  // 5: undone, and returned
  await press('z');
  await expect.poll(() => state(ref), patient).toBe('In work');
  await press('l');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Release' }));
  await press('Enter');
  await expect.poll(() => state(ref), patient).toBe('Waiting');

  // 6: a row is found and opened
  await press('Escape');
  await press('/');
  await page.keyboard.type(ref);
  await expect.poll(() => page.locator('.ag-row .ag-cell[col-id="ref"]').count(), patient).toBe(1);
  await press('Enter');
  await press('j');
  await press('Enter');
  await title.waitFor();
  expect(await title.innerText()).toBe(ref);
  await press('Escape');

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
  await press('ArrowDown');
  await press('Enter');
  await tabTo(page, page.getByLabel('Write a message'));
  await page.keyboard.type(`Please look at ${ref}`);
  await press('Enter');
  await page.locator('main').getByText(`Please look at ${ref}`).first().waitFor();

  // 9: the look of the console is changed
  await byPalette(page, 'Settings');
  await tabTo(page, page.getByRole('radiogroup').filter({ has: page.locator('input[value="dark"]') }));
  await press('ArrowRight');
  await expect
    .poll(
      () =>
        page.evaluate(() =>
          document.querySelector('[data-mantine-color-scheme]')?.getAttribute('data-mantine-color-scheme'),
        ),
      patient,
    )
    .toMatch(/light|dark/);

  // 10: check out and sign out
  await byPalette(page, 'Check-Out');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  await press('Enter');
  await header.getByRole('button', { name: 'Break-In' }).waitFor({ state: 'detached' });
  await byPalette(page, 'Sign out');
  await expect.poll(() => new URL(page.url()).pathname, patient).toBe('/login/default');

  expect(await page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull();
  expect(faults).toEqual([]);
  await context.close();
});
