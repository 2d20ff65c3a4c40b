import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * Every screen is checked by axe and offers a way to sign out. In the small tier each screen is shown in one
 * look and all looks are used; `LOOKS=all` shows every screen in every look.
 */
const appearances = [
  { accent: 'indigo', scheme: 'light', language: 'en', dir: 'ltr', width: 1440 },
  { accent: 'darkPurple', scheme: 'dark', language: 'es', dir: 'ltr', width: 390 },
  { accent: 'darkPink', scheme: 'light', language: 'es', dir: 'rtl', width: 1440 },
  { accent: 'blue', scheme: 'dark', language: 'en', dir: 'rtl', width: 390 },
  { accent: 'indigo', scheme: 'dark', language: 'es', dir: 'ltr', width: 1440 },
  { accent: 'darkPurple', scheme: 'light', language: 'en', dir: 'rtl', width: 1440 },
  { accent: 'darkPink', scheme: 'dark', language: 'en', dir: 'ltr', width: 1440 },
  { accent: 'blue', scheme: 'light', language: 'es', dir: 'ltr', width: 390 },
] as const;
const everyAppearance = process.env['LOOKS'] === 'all';

/** Screens outside the menu. */
const more = [
  '/inbox',
  '/calendar',
  '/chat',
  '/charts',
  '/wall',
  '/masters',
  '/profile/settings',
  '/masters/changePassword',
  '/dashboard',
];

let server: TestServer;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  const { page, context } = await signInPage(browser, server, 'admin', '/profile/overview');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const areas = menu.getByRole('button', { expanded: false });
  await areas.first().waitFor();
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  const links = await menu
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => decodeURI(link.getAttribute('href')!.split(/[?#]/)[0]!)));
  paths = [...new Set([...links, ...more])];
  await context.close();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('the menu of an admin leads to all screens that this test checks', () => {
  expect(paths.length).toBeGreaterThan(100);
});

it.each(appearances)(
  'axe finds nothing serious: $accent, $scheme, $language, $dir, $width px',
  { timeout: 900_000 },
  async (look) => {
    const { width, scheme, language, accent, dir } = look;
    const { page, context, faults } = await signInPage(browser, server, 'admin', '/profile/overview', {
      ...{ width, scheme, language, look: { accent, scheme, dir }, still: true },
    });
    const found: string[] = [];
    const output = { en: 'Sign out', es: 'Cerrar sesión' }[language];
    const account = page.locator('header .sh-account');
    const signOut =
      width >= 1360 ? page.locator('header').getByRole('button', { name: output, exact: true }) : account;
    await signOut.waitFor();
    for (const [index, path] of paths.entries()) {
      if (!everyAppearance && index % appearances.length !== appearances.indexOf(look)) continue;
      await goInside(page, path);
      if (new URL(page.url()).pathname === '/sessions/404') found.push(`${path} is not there`);
      if (!(await signOut.isVisible())) found.push(`${path} has no way to sign out`);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wider > 0) found.push(`${path} is ${wider} px wider than the window`);
      for (const { id, impact, nodes } of await axeFindings(page))
        if (impact === 'serious' || impact === 'critical') found.push(`${path}: ${id}: ${nodes.join(' | ')}`);
    }
    await account.click();
    await page.getByRole('menuitem', { name: output, exact: true }).waitFor();
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  },
);
