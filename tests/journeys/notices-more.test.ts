import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
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

interface Row {
  readonly n: number;
  readonly seq: number;
  readonly readAt: string | null;
  readonly clearedAt: string | null;
}
let round = 0;
/** A room that no other notice names. */
const room = (): string => `Round ${(round += 1)} of ${Date.now()}`;
async function send(who: Person, where: string): Promise<void> {
  const handled = await server.server.handle({
    stream: `notice-${who.empId}`,
    command: 'push',
    input: {
      message: 'chatMention',
      values: { name: 'Divya Shenoy', room: where },
      icon: 'message',
      route: '/chat',
      color: 'blue',
    },
    viewer: server.server.access.systemViewer('test'),
    correlationId: 'notices-more',
  });
  expect(handled).not.toHaveProperty('refused');
}
const rowsOf = async (who: Person): Promise<Row[]> =>
  ((await who.get('/feeds/notifications/me')).body.rows as Row[]).toSorted((a, b) => b.seq - a.seq);
/** Nothing is left from the demo's day or from an earlier attempt. */
async function startEmpty(who: Person): Promise<void> {
  const upTo = (await rowsOf(who))[0]?.seq ?? 0;
  if (upTo === 0) return;
  for (const command of ['readUpTo', 'clearAll'])
    expect((await who.command(`notice-${who.empId}`, command, { upTo })).status).toBe(200);
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Notifications' });
const lines = (page: Page) => panel(page).getByRole('listitem');
/** The number at the bell, as a screen reader announces it. */
const unread = async (page: Page): Promise<number> =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);
const silenced = async (page: Page): Promise<boolean> =>
  ((await bell(page).getAttribute('aria-label')) ?? '').includes('Sound is blocked');

it('blocked sound is shown at the bell and in the panel; a touch or the button unblocks it, and it plays', async () => {
  const who = await server.signIn('checker');
  await startEmpty(who);
  const { page, faults } = await signInPage(browser, server, 'checker', '/profile/overview');
  // The browser's autoplay policy, which automation switches off: no sound before the page was touched.
  // `never`: not even then.
  await page.addInitScript(() => {
    const rule = { sound: 'never' as 'never' | 'touch' | 'on', tones: 0 };
    Object.assign(window, { rule });
    addEventListener(
      'pointerdown',
      (event) => event.isTrusted && rule.sound === 'touch' && (rule.sound = 'on'),
      { capture: true },
    );
    const real = AudioContext.prototype.resume;
    const through = new WeakSet<AudioContext>();
    Object.defineProperty(AudioContext.prototype, 'state', {
      get(this: AudioContext) {
        return through.has(this) ? 'running' : 'suspended';
      },
    });
    AudioContext.prototype.resume = async function resume(this: AudioContext) {
      if (rule.sound !== 'on') await new Promise(() => undefined);
      await real.call(this);
      through.add(this);
      this.dispatchEvent(new Event('statechange'));
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function begin(when) {
      rule.tones += 1;
      start.call(this, when);
    };
  });
  const rule = () =>
    page.evaluate(() => (window as unknown as { rule: { sound: string; tones: number } }).rule);
  const become = (sound: string) =>
    page.evaluate(
      (next) => void ((window as unknown as { rule: { sound: string } }).rule.sound = next),
      sound,
    );
  await page.reload();
  await bell(page).waitFor();
  await shown(() => page.locator('main .ops-skeleton').count()).toBe(0);
  expect(await silenced(page)).toBe(false);

  await send(who, room());
  await shown(() => silenced(page)).toBe(true);
  expect(await unread(page)).toBe(1);
  expect(
    (await axeFindings(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  ).toEqual([]);
  await bell(page).click();
  const unlock = panel(page).getByRole('button', { name: 'Sound is blocked · Allow sound' });
  await unlock.waitFor();
  await unlock.click();
  expect(await silenced(page)).toBe(true);
  expect((await rule()).tones).toBe(0);

  await become('touch');
  await unlock.click();
  await shown(() => silenced(page)).toBe(false);
  await panel(page).getByRole('button', { name: 'Sound on' }).waitFor();
  await shown(() => unlock.count()).toBe(0);
  await shown(async () => (await rule()).tones).toBeGreaterThan(0);

  // The same by an unrelated touch.
  await page.reload();
  // A notice that arrives while the page still connects is new as well.
  await bell(page).waitFor();
  await send(who, room());
  await shown(() => silenced(page)).toBe(true);
  await become('touch');
  await page.locator('.sh-profile').click({ position: { x: 4, y: 4 } });
  await shown(() => silenced(page)).toBe(false);
  const before = (await rule()).tones;
  await send(who, room());
  await shown(async () => (await rule()).tones).toBe(before + 1);
  expect(faults).toEqual([]);
});

it('notices read or cleared in one tab are so in the other at once; one that arrives during "clear all" stays', async () => {
  const who = await server.signIn('qa');
  await startEmpty(who);
  const { page: one, context, faults } = await signInPage(browser, server, 'qa', '/profile/overview');
  const two = await context.newPage();
  two.on('pageerror', (error) => faults.push(error.message));
  await two.goto(`${server.url}/profile/overview`);
  for (const page of [one, two]) await bell(page).waitFor();

  const rooms = [room(), room(), room()];
  for (const where of rooms) await send(who, where);
  for (const page of [one, two]) await shown(() => unread(page)).toBe(3);
  const [, second] = await rowsOf(who);
  expect((await who.command(`notice-${who.empId}`, 'read', { n: second!.n })).status).toBe(200);
  for (const page of [one, two]) await shown(() => unread(page)).toBe(2);

  // Shown for a moment in the panel of one tab: read in both.
  await bell(one).click();
  for (const where of rooms) await lines(one).filter({ hasText: where }).waitFor();
  for (const page of [one, two]) await shown(() => unread(page)).toBe(0);
  expect((await rowsOf(who)).slice(0, 3).every(({ readAt }) => readAt !== null)).toBe(true);
  await bell(two).click();
  await shown(() => lines(two).count()).toBe(3);
  await bell(two).click();
  await panel(two).waitFor({ state: 'detached' });

  // The command to clear is in flight when another notice arrives.
  let onItsWay: (() => void) | null = null;
  await one.route('**/commands/notice/*/clearAll', async (route) => {
    await new Promise<void>((go) => (onItsWay = go));
    await route.continue();
  });
  await panel(one).getByRole('button', { name: 'Clear all' }).click();
  await shown(() => onItsWay !== null).toBe(true);
  await bell(one).click();
  await panel(one).waitFor({ state: 'detached' });
  const late = room();
  await send(who, late);
  for (const page of [one, two]) await shown(() => unread(page)).toBe(1);
  onItsWay!();
  await shown(async () => (await rowsOf(who)).filter(({ clearedAt }) => clearedAt === null).length).toBe(1);
  for (const page of [two, one]) {
    expect(await unread(page)).toBe(page === two ? 1 : 0);
    await bell(page).click();
    await lines(page).filter({ hasText: late }).waitFor();
    await shown(() => lines(page).count()).toBe(1);
    for (const other of [one, two]) await shown(() => unread(other)).toBe(0);
  }

  // Cleared in one, gone in the open panel of the other.
  await one.unroute('**/commands/notice/*/clearAll');
  await panel(one).getByRole('button', { name: 'Clear all' }).click();
  for (const page of [one, two]) await panel(page).getByText('No new notifications').waitFor();
  expect((await rowsOf(who)).filter(({ clearedAt }) => clearedAt === null)).toEqual([]);
  expect(faults).toEqual([]);
});
