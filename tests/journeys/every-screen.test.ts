import { existsSync, readdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { denial, goToList, offScreen, onPaper, workList } from '#tests/kit/walk.ts';

/**
 * Every screen there is, looked at by axe; on each stands a way to sign out. The gate sees one screen of each family and four of the shell's own, in
 * one look; the full run each screen in one look, all looks being used; `LOOKS=all` shows every screen in every look.
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

/** One screen of each family, as its register names the members. */
async function oneOfEach(): Promise<string[]> {
  const shared = new URL('../../shared/', import.meta.url);
  const registers = readdirSync(shared)
    .map((folder) => new URL(`${folder}/index.ts`, shared))
    .filter((register) => existsSync(register));
  const firsts = await Promise.all(
    registers.map(async ({ href }) => {
      const members = Object.values((await import(href)) as Record<string, { readonly route?: unknown }>);
      return members
        .map(({ route }) => (typeof route === 'string' ? `/${route.replace(/^\//, '')}` : ''))
        .find((path) => paths.includes(path));
    }),
  );
  return firsts.filter((path) => path !== undefined);
}

let server: TestServer;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  const { page } = await signInPage(browser, server, 'admin', '/profile/overview');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const areas = menu.getByRole('button', { expanded: false });
  await areas.first().waitFor();
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  const links = await menu
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => decodeURI(link.getAttribute('href')!.split(/[?#]/)[0]!)));
  paths = [...new Set([...links, ...more])];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('the menu of an admin leads to all screens that this test checks', { tags: ['gate'] }, () => {
  expect(paths.length).toBeGreaterThan(100);
});

it.each(appearances.slice(1, 2))(
  'axe finds nothing serious on a screen of each family: $scheme, $language, $width px',
  { tags: ['gate'] },
  async (look) => {
    const each = await oneOfEach();
    expect(each.length).toBeGreaterThan(3);
    await lookAt([...each, ...(whole ? more : more.slice(0, 4))], look);
  },
);

it(
  'a screen of each family is worked by keys and mouse, printed, and refused in words',
  { tags: ['gate'] },
  async () => {
    const all = await oneOfEach();
    const each = whole ? all : all.slice(0, 4);
    const { page, faults } = await signInPage(browser, server, 'admin', '/profile/overview');
    const outside = await signInPage(browser, server, 'field1', '/profile/overview');
    const name = server.server.access.directory.employees().find(({ admin }) => admin)!.name;
    const found: string[] = [];
    let lists = 0;
    for (const path of each) {
      const list = await goToList(page, path);
      if (list) lists += 1;
      const wrong = [
        ...(await offScreen(page)),
        ...(list ? await workList(page, path) : []),
        ...(await onPaper(page, name)),
      ];
      await goToList(outside.page, path);
      wrong.push(...((await denial(outside.page, path)) ?? []));
      found.push(...wrong.map((one) => `${path}: ${one}`));
    }
    expect(found).toEqual([]);
    expect(lists).toBeGreaterThan(1);
    expect([...faults, ...outside.faults]).toEqual([]);
  },
);

it.each(appearances)('axe finds nothing serious: $accent, $scheme, $language, $dir, $width px', (look) =>
  lookAt(
    paths.filter(
      (_path, index) => everyAppearance || index % appearances.length === appearances.indexOf(look),
    ),
    look,
  ),
);

async function lookAt(some: readonly string[], look: (typeof appearances)[number]): Promise<void> {
  const { width, scheme, language, accent, dir } = look;
  const { page, faults } = await signInPage(browser, server, 'admin', '/profile/overview', {
    width,
    scheme,
    language,
    look: { accent, scheme, dir },
  });
  const found: string[] = [];
  const label = { en: 'Sign out', es: 'Cerrar sesión' }[language];
  const notFound = { en: 'Page not found', es: 'Página no encontrada' }[language];
  const account = page.locator('header .sh-account');
  const signOut =
    width >= 1360 ? page.locator('header').getByRole('button', { name: label, exact: true }) : account;
  await signOut.waitFor();
  for (const path of some) {
    await goInside(page, path);
    if ((await page.locator('#sh-title').innerText()) === notFound) found.push(`${path} is not there`);
    if (!(await signOut.isVisible())) found.push(`${path} has no way to sign out`);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wider > 0) found.push(`${path} is ${wider} px wider than the window`);
    for (const { id, impact, nodes } of await axeFindings(page))
      if (impact === 'serious' || impact === 'critical') found.push(`${path}: ${id}: ${nodes.join(' | ')}`);
  }
  await account.click();
  await page.getByRole('menuitem', { name: label, exact: true }).waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
}
