import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  goInside,
  openBrowser,
  openContext,
  signInPage,
  signupMessage,
  sendWebhook,
  webhookSecret,
} from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

/** Security properties that only a browser can show: its navigation, its inputs and its storage. */
const demo = 'Demo@1234';
const webhook = webhookSecret();
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer({ realTime: true, env: { WEBHOOK_SECRET_CUSTOMER: webhook } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function signInPageAlone(path: string): Promise<Page> {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

it('a password can be pasted, is masked, and is shown only while asked for', async () => {
  const page = await signInPageAlone('/login/default');
  const name = page.locator('input[name="username"]');
  const password = page.locator('input[name="password"]');
  const paste = async (text: string): Promise<void> => {
    await name.fill(text);
    await name.press('Control+a');
    await name.press('Control+x');
    await password.focus();
    await press(page, 'Control+v');
  };
  await paste(demo);
  await shown(async () => [await name.inputValue(), await password.inputValue()]).toEqual(['', demo]);
  await shown(() => password.getAttribute('type')).toBe('password');
  await shown(() => password.getAttribute('autocomplete')).toBe('current-password');
  const eye = page.getByRole('button', { name: 'Show the password' });
  await eye.click();
  await shown(() => password.getAttribute('type')).toBe('text');
  await eye.click();
  await shown(() => password.getAttribute('type')).toBe('password');
  await name.fill('agent1');
  await password.press('Enter');
  await shown(() => new URL(page.url()).pathname).toBe('/dashboard');
  await shown(() => page.url()).not.toContain('Demo');

  await goInside(page, '/masters/changePassword');
  const fields = page.locator('main input');
  const kinds = await fields.evaluateAll((all) =>
    all.map((one) => [(one as HTMLInputElement).type, (one as HTMLInputElement).autocomplete]),
  );
  expect(kinds).toEqual([
    ['password', 'current-password'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ]);
  for (const field of await fields.all()) {
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('textarea'), { id: 'source', value: 'seven green umbrellas' }),
      ),
    );
    await page.locator('#source').press('Control+a');
    await page.locator('#source').press('Control+x');
    await page.evaluate(() => document.querySelector('#source')!.remove());
    await field.focus();
    await press(page, 'Control+v');
    await shown(() => field.inputValue()).toBe('seven green umbrellas');
  }
});

it('signing in leads to pages of the console only, whatever the link, before and after', async () => {
  const foreign = [
    '//evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example/dashboard',
  ];
  const [first, ...others] = foreign;
  const page = await signInPageAlone(`/login/default?next=${encodeURIComponent(first!)}`);
  const requested = new Set<string>();
  page.context().on('request', (request) => requested.add(new URL(request.url()).origin));
  page.on(
    'dialog',
    (dialog) => void dialog.dismiss().then(() => requested.add(`a dialog: ${dialog.message()}`)),
  );
  await page.locator('input[name="username"]').fill('agent2');
  await page.locator('input[name="password"]').fill(demo);
  await press(page, 'Enter');
  await shown(() => page.url()).toBe(`${server.url}/dashboard`);
  for (const one of others) {
    await page.goto(`${server.url}/login/default?next=${encodeURIComponent(one)}`);
    await shown(() => page.url()).toBe(`${server.url}/dashboard`);
  }
  await page.goto(`${server.url}/login/default?next=${encodeURIComponent('/inbox?part=all')}`);
  await shown(() => page.url()).toContain(`${server.url}/inbox`);
  expect([...requested]).toEqual([server.url]);
});

/** Everything this browser keeps for the console, as text. */
async function kept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const answers: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = (await cache.match(request))!;
        const type = answer.headers.get('content-type') ?? '';
        answers.push(`${request.url} ${/json|text|script/.test(type) ? await answer.text() : type}`);
      }
    }
    return {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      databases: JSON.stringify(await indexedDB.databases()),
      cookies: document.cookie,
      caches: answers.join('\n'),
      address: location.href + JSON.stringify(history.state),
      name: window.name,
    };
  });
}

it(
  'P42: a working session leaves no row in the browser; typed input is cleared by the sign-out',
  { tags: ['gate'] },
  async () => {
    const person = 'Zuleika';
    const message = signupMessage(server, 79_001, person);
    const illness = 'Canarinum rarum';
    const data = message.data as {
      vPhone: string;
      vEmail: string;
      vAddress: string;
      patients: { diagnoses: string[] }[];
    };
    data.patients[0]!.diagnoses = [illness];
    data.vAddress = '79001, Canary Cross';
    expect((await sendWebhook(server, 'customer', webhook, message)).status).toBe(200);
    const canaries = [
      data.vPhone,
      data.vPhone.slice(-7),
      illness,
      data.vEmail,
      data.vAddress,
      `${person} Rao`,
    ];
    const hitsIn = (all: Record<string, string>): string[] =>
      Object.entries(all).flatMap(([where, text]) =>
        canaries.filter((one) => text.includes(one)).map((one) => `${where}: ${one}`),
      );

    const { page, faults } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue', {
      worker: true,
    });
    const row = page.locator('.ag-row', { hasText: `${person} Rao` });
    await row.waitFor();
    await row.dblclick();
    const panel = page.locator('.ops-panel');
    await panel.getByRole('button', { name: 'Reveal personal data' }).click();
    // The browser had shown it all on its screen.
    await panel.getByText(data.vPhone).first().waitFor();
    await panel.getByText(illness).first().waitFor();
    for (const path of [
      '/dashboard',
      '/inbox',
      '/chat',
      '/masters/customerMasterV2',
      '/outBound/signup-queue',
    ])
      await goInside(page, path);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await shown(async () => (await kept(page))['caches']!.includes('/index.html')).toBe(true);
    const working = await kept(page);
    expect(hitsIn(working)).toEqual([]);
    expect(working['databases']).toBe('[]');
    expect(working['cookies']).toBe('');
    for (const line of working['caches']!.split('\n').filter((one) => one.startsWith('http')))
      expect(line).toMatch(
        /^http:\/\/[^/]+\/(index\.html|assets\/|[\w.-]+\.(js|css|svg|woff2|webmanifest|png|html|ico))/,
      );

    // A list's search text is kept in the address and with the list's layout, until the sign-out.
    await page.goto(`${server.url}/outBound/signup-queue`);
    await row.waitFor();
    await page.getByRole('searchbox').first().fill(data.vPhone);
    await shown(async () => hitsIn(await kept(page)).some((hit) => hit.startsWith('localStorage'))).toBe(
      true,
    );
    // The server receives it in a header: no requested address holds it.
    const requested: { url: string; query: string }[] = [];
    page.on('request', (request) =>
      requested.push({ url: request.url(), query: request.headers()['x-query'] ?? '' }),
    );
    await goInside(page, '/masters/customerMasterV2');
    await page.getByRole('searchbox').first().fill(data.vPhone);
    await shown(() => requested.some(({ query }) => query.includes(data.vPhone))).toBe(true);
    expect(requested.filter(({ url }) => url.includes(data.vPhone))).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await shown(() => new URL(page.url()).pathname).toBe('/login/default');
    const after = await kept(page);
    expect(hitsIn(after)).toEqual([]);
    expect(after['sessionStorage']).toBe('{}');
    expect(after['localStorage']).not.toMatch(/draft|token|logEmpId|currentUser/);
    expect(faults).toEqual([]);
  },
);
