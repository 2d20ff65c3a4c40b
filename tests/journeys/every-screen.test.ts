import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';

/**
 * Every screen there is, looked at by axe; on each stands a way to sign out. In the small tier each screen is seen in one look and all looks are used;
 * `LOOKS=all` shows every screen in every look.
 */
const looks = [
  { accent: 'indigo', scheme: 'light', language: 'en', dir: 'ltr', width: 1440 },
  { accent: 'darkPurple', scheme: 'dark', language: 'es', dir: 'ltr', width: 390 },
  { accent: 'darkPink', scheme: 'light', language: 'es', dir: 'rtl', width: 1440 },
  { accent: 'blue', scheme: 'dark', language: 'en', dir: 'rtl', width: 390 },
  { accent: 'indigo', scheme: 'dark', language: 'es', dir: 'ltr', width: 1440 },
  { accent: 'darkPurple', scheme: 'light', language: 'en', dir: 'rtl', width: 1440 },
  { accent: 'darkPink', scheme: 'dark', language: 'en', dir: 'ltr', width: 1440 },
  { accent: 'blue', scheme: 'light', language: 'es', dir: 'ltr', width: 390 },
] as const;
const everyLook = process.env['LOOKS'] === 'all';

/** Where no menu leads. */
const more = ['/inbox', '/calendar', '/chat', '/charts', '/wall', '/masters', '/profile/settings', '/masters/changePassword', '/dashboard'];

let house: TestHouse;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  house = await openTestHouse({ realTime: true });
  browser = await openBrowser();
  const { page, context } = await signInPage(browser, house, 'admin', '/profile/overview');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const areas = menu.getByRole('button', { expanded: false });
  await areas.first().waitFor();
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => decodeURI(link.getAttribute('href')!.split(/[?#]/)[0]!)));
  paths = [...new Set([...links, ...more])];
  await context.close();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

it('the menu of an admin leads to all screens which this test looks at', () => {
  expect(paths.length).toBeGreaterThan(100);
});

it.each(looks)('axe finds nothing serious: $accent, $scheme, $language, $dir, $width px', { timeout: 900_000 }, async (look) => {
  const { width, scheme, language, accent, dir } = look;
  const { page, context, faults } = await signInPage(browser, house, 'admin', '/profile/overview', {
    ...{ width, scheme, language, look: { accent, scheme, dir }, still: true },
  });
  const found: string[] = [];
  const said = { en: 'Sign out', es: 'Cerrar sesión' }[language];
  const account = page.locator('header .sh-account');
  const signOut = width >= 1360 ? page.locator('header').getByRole('button', { name: said, exact: true }) : account;
  await signOut.waitFor();
  for (const [index, path] of paths.entries()) {
    if (!everyLook && index % looks.length !== looks.indexOf(look)) continue;
    await goInside(page, path);
    if (new URL(page.url()).pathname === '/sessions/404') found.push(`${path} is not there`);
    if (!(await signOut.isVisible())) found.push(`${path} has no way to sign out`);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wider > 0) found.push(`${path} is ${wider} px wider than the window`);
    for (const { id, impact, nodes } of await axeFindings(page))
      if (impact === 'serious' || impact === 'critical') found.push(`${path}: ${id}: ${nodes.join(' | ')}`);
  }
  await account.click();
  await page.getByRole('menuitem', { name: said, exact: true }).waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
