import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goInside, openBrowser, openContext, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press, tick } from '#tests/kit/keys.ts';
import { absent, settled, shown } from '#tests/kit/seen.ts';

/** What every journey relies on: that the kit waits for what it says it waits for. */
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

/** At this instant: what these tests are about is that nothing need be asked again. */
const there = (page: Page, selector: string) =>
  page.evaluate((one) => document.querySelectorAll(one).length, selector);
/** Long enough for what does not wait to be over. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });

it('going to a screen ends when it stands, not while the one before it does', async () => {
  const { page, faults } = await signInPage(browser, server, 'admin', '/profile/overview');
  const before = page.getByRole('heading', { name: 'Active sessions' });
  await before.waitFor();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route('**/assets/**', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  // The console leaves the one before it there for a moment only: on this page that moment does not end by itself.
  await page.evaluate(() => {
    const { setTimeout: start } = window;
    window.setTimeout = ((run: TimerHandler, ms = 0) =>
      ms > 0 && ms < 1_000 ? 0 : start(run, ms)) as typeof setTimeout;
  });
  let over = false;
  const going = goInside(page, '/masters/changePassword').then(() => (over = true));
  await shown(() => asked).toBeGreaterThan(0);
  await shown(() => new URL(page.url()).pathname).toBe('/masters/changePassword');
  await before.waitFor();
  await frames(page);
  expect(over).toBe(false);
  release();
  await going;
  expect(await there(page, 'main input')).toBe(3);
  expect(faults).toEqual([]);
});

it(
  'so it is with another record of one screen, an address that leads on, and one that may not be seen',
  { tags: ['gate'] },
  async () => {
    const { page } = await signInPage(browser, server, 'agent1', '/profile/overview');
    await goInside(page, '/calendar?view=month');
    expect(await there(page, '.cal-month')).toBe(1);
    await goInside(page, '/calendar?view=agenda');
    expect(await there(page, '.cal-month')).toBe(0);
    await goInside(page, '/calendar?view=agenda');
    for (const path of ['/masters/rolemasterv2', '/admin/integrations']) {
      await goInside(page, path);
      expect(await there(page, 'main .ops-state')).toBe(1);
      expect(await there(page, '.cal-agenda')).toBe(0);
    }
    await goInside(page, '/no/such/page');
    expect(await page.evaluate(() => location.pathname)).toBe('/no/such/page');
    expect(await there(page, 'main .ops-state')).toBe(1);
    expect(await there(page, 'nav.sh-nav')).toBe(1);
  },
);

/** A page of its own that counts what is pressed on it. */
async function plainPage(html: string): Promise<Page> {
  const page = await (await openContext(browser)).newPage();
  await page.setContent(html);
  await page.evaluate(() => {
    document.body.dataset['pressed'] = '';
    window.addEventListener('keydown', ({ key }) => (document.body.dataset['pressed'] += key));
  });
  return page;
}
const pressed = (page: Page) => page.evaluate(() => document.body.dataset['pressed']);
const ticked = (page: Page) => page.evaluate(() => document.querySelector('input')!.checked);
const offer = (page: Page, keys: string) =>
  page.evaluate((all) => void (document.documentElement.dataset['keys'] = all), keys);

it(
  'a key is pressed when the page offers it, and no dialog and no field would take it',
  { tags: ['gate'] },
  async () => {
    const page = await plainPage('<input><div role="dialog" aria-modal="true"></div>');
    const pressing = press(page, 'n');
    await frames(page);
    expect(await pressed(page)).toBe('');
    await offer(page, 'e|n');
    await frames(page);
    expect(await pressed(page)).toBe('');
    await page.evaluate(() => {
      document.querySelector('[role="dialog"]')!.remove();
      document.querySelector('input')!.focus();
    });
    await frames(page);
    expect(await pressed(page)).toBe('');
    await page.evaluate(() => document.querySelector('input')!.blur());
    await pressing;
    expect(await pressed(page)).toBe('n');
    await offer(page, 'g i');
    await press(page, 'g i');
    expect(await pressed(page)).toBe('ngi');
  },
);

it(
  'a box is ticked once it can be, a page is still when nothing moves any more, and nothing is absent before its time',
  { tags: ['gate'] },
  async () => {
    const page = await plainPage(
      '<input type="checkbox" disabled><main><p class="ops-skeleton">…</p></main>',
    );
    const box = page.getByRole('checkbox');
    const ticking = tick(box);
    await frames(page);
    expect(await ticked(page)).toBe(false);
    await page.evaluate(() => (document.querySelector('input')!.disabled = false));
    await ticking;
    expect(await ticked(page)).toBe(true);

    let still = false;
    const settling = settled(page).then(() => (still = true));
    await frames(page);
    expect(still).toBe(false);
    await page.evaluate(() => {
      document.querySelector('.ops-skeleton')!.remove();
      document.querySelector('main')!.animate({ opacity: [0, 1] }, { duration: 1_500, id: 'coming' });
    });
    await frames(page);
    expect(still).toBe(false);
    await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    await settling;

    let gone = false;
    const missing = absent(page.locator('i'), page.locator('main', { hasText: 'Enough' })).then(
      () => (gone = true),
    );
    await frames(page);
    expect(gone).toBe(false);
    await page.evaluate(() => document.querySelector('main')!.append('Enough'));
    await missing;
  },
);
