import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoClock } from '#server/demo/demo-clock.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer, signIn, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { freePort, startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import { press } from '#tests/kit/keys.ts';
import { absent, shown } from '#tests/kit/seen.ts';

/** P30: two versions side by side, and a console of the old one before a server of the new one. */
const root = fileURLToPath(new URL('../../', import.meta.url));
let base: TestServer;
let folder: string;
let browser: Browser;
const servers: ProcessServer[] = [];
beforeAll(async () => {
  base = await openTestServer({ clock: demoClock() });
  folder = temporaryFolder('ops-next-');
  browser = await openBrowser();
  // The next build: the same sources under another version, with a console that differs in its files.
  for (const part of ['server', 'shared', 'package.json', join('web', 'dist')])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version: '99.0.0' }));
  appendFileSync(join(folder, 'web', 'dist', 'sw.js'), '\n// the next build\n');
  writeFileSync(
    join(folder, 'web', 'dist', 'index.html'),
    readFileSync(join(folder, 'web', 'dist', 'index.html'), 'utf8').replace(
      '<head>',
      '<head><meta name="build" content="next">',
    ),
  );
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.kill();
  await base?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(which: 'old' | 'next', port: number): Promise<ProcessServer> {
  const env = { DATABASE_URL: base.databaseUrl, DEMO: '1', PORT: String(port) };
  const server = await startServer(env, which === 'next' ? join(folder, 'server', 'main.ts') : undefined);
  servers.push(server);
  return server;
}
const prompt = (page: Page) => page.locator('.sh-update');
const isNext = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('meta[name="build"]') !== null);
/** A row as the page shows it: the one claimed on the server. */
const stateShown = (page: Page, ref: string): Promise<string> =>
  page.locator('.ag-row', { hasText: ref }).locator('[col-id="state"]').innerText();

it('an old console keeps working with a new server, offers the new version once, and loads it on request', async () => {
  const port = await freePort();
  const [old, beside] = [await start('old', port), await start('next', await freePort())];

  // Side by side: each greets with its own version, each receives changes made on the other.
  const admin = await signIn(old.url, 'admin');
  const greeted = async (server: ProcessServer): Promise<{ version: string; client: FeedClient }> => {
    const client = new FeedClient(server.url, admin.at(server.url), 'queue/signup-queue');
    const version = new Promise<string>((resolve) =>
      client.socket.on('hello', (frame) => resolve(frame.version)),
    );
    await client.ready();
    return { version: await version, client };
  };
  const [here, there] = [await greeted(old), await greeted(beside)];
  expect(there.version).toBe('99.0.0');
  expect(here.version).not.toBe(there.version);
  const row = [...here.client.rows.values()].find(
    (one) =>
      one['state'] === 'waiting' && (one['submitter'] as { empId: number } | null)?.empId !== admin.empId,
  )!;
  const item = `queueitem-signup-queue-${String(row['id'])}`;
  expect((await admin.at(beside.url).command(item, 'claim')).status).toBe(200);
  await until(
    'received on the old node',
    () => here.client.rows.get(String(row['id']))?.['state'] === 'claimed',
    hung.wait,
  );
  expect((await admin.command(item, 'release')).status).toBe(200);
  await until(
    'received on the new node',
    () => there.client.rows.get(String(row['id']))?.['state'] === 'waiting',
    hung.wait,
  );
  here.client.close();
  there.client.close();

  const { page, context, faults } = await signInPage(browser, old, 'admin', '/outBound/signup-queue', {
    worker: true,
  });
  await page.locator('.ag-row').first().waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expect(await isNext(page)).toBe(false);
  let requested = 0;
  await page.exposeFunction('promptShown', () => void (requested += 1));
  await page.evaluate(() => {
    let stood = false;
    new MutationObserver(() => {
      const stands = document.querySelector('.sh-update') !== null;
      if (stands && !stood) (window as unknown as { promptShown(): void }).promptShown();
      stood = stands;
    }).observe(document.body, { childList: true, subtree: true });
  });

  // The deployment: the old one stops cleanly, the new one takes its address.
  await old.kill('SIGTERM');
  const next = await start('next', port);
  await prompt(page).waitFor();
  await shown(() => prompt(page).innerText()).toContain('New Version Available! Load New Version?');
  expect(await isNext(page)).toBe(false);

  // Not loaded: the old console is live and sends commands.
  const again = await signIn(next.url, 'admin');
  expect((await again.command(item, 'claim')).status).toBe(200);
  await shown(() => stateShown(page, String(row['ref']))).toBe('Claimed');
  expect((await again.command(item, 'release')).status).toBe(200);
  await shown(() => stateShown(page, String(row['ref']))).toBe('Waiting');
  await press(page, 'n');
  await page.locator('.ops-panel .qu-ref').waitFor();
  const mine = await page.locator('.ops-panel .qu-ref').innerText();
  await shown(() => stateShown(page, mine)).toBe('Claimed');

  // Dismissed: the offer does not return, not even after the browser was offline.
  await prompt(page).getByRole('button', { name: 'Later' }).click();
  await prompt(page).waitFor({ state: 'detached' });
  await context.setOffline(true);
  const freshness = page.locator('.ops-freshness').first();
  await freshness.filter({ hasText: /^(reconnecting|no connection)/ }).waitFor();
  await context.setOffline(false);
  await absent(prompt(page), freshness.filter({ hasText: /^live/ }));
  expect(requested).toBe(1);

  // Loaded by hand: the new console, without a further offer.
  await page.evaluate(async () => {
    const { waiting } = (await navigator.serviceWorker.getRegistration())!;
    if (!waiting) return;
    // As the console does: reload once the new worker has taken over, not while it does.
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    waiting.postMessage({ type: 'take-over' });
    await taken;
  });
  await page.reload();
  await page.locator('.ag-row').first().waitFor();
  expect(await isNext(page)).toBe(true);
  await absent(prompt(page), freshness.filter({ hasText: /^live/ }));
  expect(faults).toEqual([]);
});
