import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goInside, openBrowser, screenReady, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { tier } from '#tests/kit/tiers.ts';
import { press, pressUntil } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let opened: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await openTestServer({ realTime: true, env: { UNDO_SECONDS: '600' } }); // no decision of the demo's day becomes final while its keys are pressed
  browser = await openBrowser();
  opened = await overlays();
  ({ page } = await signInPage(browser, server, 'admin', '/profile/overview'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Section {
  readonly name: string;
  readonly lines: readonly {
    readonly label: string;
    readonly off: boolean;
    readonly keys: readonly string[];
  }[];
}

/** The current content of the sheet of keys. */
async function sheet(on = page): Promise<readonly Section[]> {
  await on.locator('#sh-title').focus();
  await press(on, '?');
  const dialog = on.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  const sections = await dialog.locator('section').evaluateAll((all) =>
    all.map((section) => ({
      name: section.querySelector('h3')!.textContent,
      lines: [...section.querySelectorAll('dt')].map((line) => ({
        label: line.textContent,
        off: line.hasAttribute('data-off'),
        keys: [...line.nextElementSibling!.children].map((hint) =>
          [...hint.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' '),
        ),
      })),
    })),
  );
  await press(on, 'Escape');
  await dialog.waitFor({ state: 'hidden' });
  return sections;
}

/** Keys with two meanings in one section of the sheet. */
function twice(sections: readonly Section[]): string[] {
  return sections.flatMap(({ name, lines }) => {
    const all = lines.flatMap(({ label, keys }) => keys.map((key) => ({ label, key })));
    return all
      .filter((one) => all.some((other) => other.key === one.key && other.label !== one.label))
      .map(({ label, key }) => `${name}: ${key} ${label}`);
  });
}

it('no key has two meanings on one screen', async () => {
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const areas = menu.getByRole('button', { expanded: false });
  await areas.first().waitFor();
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  const links = await menu
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => decodeURI(link.getAttribute('href')!.split(/[?#]/)[0]!)));
  const paths = [
    ...new Set([
      ...links,
      '/inbox',
      '/calendar',
      '/chat',
      '/charts',
      '/approvals',
      '/profile/settings',
      '/masters/changePassword',
    ]),
  ];
  expect(paths.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  // Screens of one family share their keys: the small tier checks every third, the larger ones all.
  for (const path of paths.filter((_one, index) => tier() !== 'small' || index % 3 === 0)) {
    await goInside(page, path);
    wrong.push(...twice(await sheet()).map((line) => `${path} ${line}`));
  }
  expect(wrong).toEqual([]);
});

/** One screen of each family, with its panel open. */
async function overlays(): Promise<Readonly<Record<string, string>>> {
  const admin = await server.signIn('admin');
  const first = async (feed: string): Promise<string> =>
    ((await admin.get(`/feeds/${feed}`)).body.rows as { id: string }[])[0]!.id;
  return {
    queue: `/outBound/signup-queue?row=${await first('queue/signup-queue')}`,
    approval: `/approvals?id=${await first('approvals/inbox')}`,
    master: '/masters/brandMaster?row=1',
    employee: '/masters/emplist?row=101',
    appointment: `/outBound/pharamLeadFixSalesApp?id=${await first('appointments/list')}`,
    form: '/outBound/customerSingup?id=new',
  };
}

it('no key has two meanings beside an open panel, in any family', { tags: ['gate'] }, async () => {
  const wrong: string[] = [];
  for (const [family, path] of Object.entries(opened)) {
    await goInside(page, path);
    let all = await sheet();
    await shown(async () => (all = await sheet()).length, family).toBeGreaterThan(1);
    wrong.push(...twice(all).map((line) => `${path} ${line}`));
  }
  expect(wrong).toEqual([]);
});

const caps: Readonly<Record<string, string>> = {
  Ctrl: 'Control',
  '↵': 'Enter',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  Esc: 'Escape',
};
/** The sheet writes every letter large; the page offers it small, unless Shift is held. */
const plain = (key: string): string => {
  const parts = key.split(' ').map((cap) => caps[cap] ?? cap);
  return parts
    .map((part) => (part.length === 1 && !parts.includes('Shift') ? part.toLowerCase() : part))
    .join('+');
};

/** Every observable effect of a key: the page, the address, the focus, a file, a printout. */
async function state(on: Page): Promise<string> {
  return on.evaluate(() =>
    [
      location.href,
      document.activeElement?.outerHTML.slice(0, 300),
      document.body.innerHTML,
      document.body.dataset['printed'],
    ]
      .join('\n')
      .replace(/\b\d+ (s|min|h)\b|\d{1,2}:\d{2}(:\d{2})?/g, ''),
  );
}

it.each([
  ['queue', 'verifier'],
  ['approval', 'lead'],
  ['master', 'admin'],
  ['form', 'agent1'],
] as const)('every key in the sheet of a %s screen does something', async (family, login) => {
  const path = opened[family]!;
  const { page: own } = await signInPage(browser, server, login, path);
  await own.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  const fresh = async (): Promise<void> => {
    await own.goto(`${server.url}${path}`);
    await screenReady(own);
    await own.locator('#sh-title').focus();
  };
  await fresh();
  const named = (await sheet(own))
    .filter(({ name }) => !['Everywhere', 'List'].includes(name))
    .flatMap(({ lines }) => lines.filter(({ off }) => !off));
  expect(named.length).toBeGreaterThan(1);
  for (const { label, keys } of named) {
    await fresh();
    const before = await state(own);
    let file = false;
    own.once('download', () => (file = true));
    await press(own, plain(keys[0]!));
    await shown(async () => file || (await state(own)) !== before, `${keys[0]} ${label} does something`).toBe(
      true,
    );
  }
});

it('navigation keys lead to their pages', async () => {
  await goInside(page, '/profile/overview');
  const everywhere = (await sheet()).find(({ name }) => name === 'Everywhere')!;
  const goes = everywhere.lines.filter(
    ({ label, keys }) => label.startsWith('Go to ') && keys[0]!.startsWith('G '),
  );
  expect(goes.length).toBeGreaterThan(4);
  for (const { label, keys } of goes) {
    await goInside(page, '/profile/settings');
    await page.locator('#sh-title').focus();
    const wanted = label.replace('Go to ', '');
    await pressUntil(
      page,
      keys[0]!.toLowerCase(),
      async () => (await page.locator('#sh-title').innerText()) === wanted,
    );
  }
});
