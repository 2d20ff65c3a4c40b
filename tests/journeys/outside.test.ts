import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openContext, signInPage, signupMessage } from '#tests/kit/browser.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer, signIn } from '#tests/kit/server.ts';
import { freePort, startServer } from '#tests/kit/process-server.ts';
import { openStub, serveList } from '#tests/kit/stub-service.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { press } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';
import { waitingCase } from '#tests/kit/waiting-case.ts';

let browser: Browser;
/** A store that a server has filled and left. */
let filled: string;
beforeAll(async () => {
  browser = await openBrowser();
  filled = await fillStore(temporaryFolder('ops-wall-'));
});
afterAll(async () => {
  await browser?.close();
  rmSync(filled, { recursive: true, force: true });
});

it('the poll finds what a webhook lost, and the row is painted', async () => {
  const list: SourceMessage[] = [];
  const customers = await openStub(serveList('/customer/api/v2/signup', () => list));
  const server = await openTestServer({
    env: { SERVICE_CUSTOMER_URL: customers.url, POLL_SECONDS: '1' },
    realTime: true,
  });
  try {
    const { page } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
    await page.getByRole('gridcell', { name: 'Anita Ramesh' }).waitFor();
    // The service made a case, and its webhook never arrived anywhere.
    list.push(signupMessage(server, 9_001, 'Yamini'));
    await page.getByRole('gridcell', { name: /Yamini/ }).waitFor();
    const emitted = (await server.server.log.readAfter(0, 100_000)).filter(
      (event) => event.actor.kind === 'source' && JSON.stringify(event.data).includes('Yamini'),
    );
    expect(new Set(emitted.map((event) => event.stream)).size).toBe(1);
  } finally {
    await server.close();
    await customers.close();
  }
});

it('a wall survives a restart of the server without help', async () => {
  const DATA_DIR = filled;
  const PORT = String(await freePort());
  let server = await startServer({ DATA_DIR, PORT });
  try {
    const admin = await signIn(server.url, 'admin');
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Floor' })).body as {
      code: string;
    };
    const context = await openContext(browser, { viewport: { width: 1920, height: 1080 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/wall/floor`);
    await page.getByLabel('Code').fill(code);
    await press(page, 'Enter');
    const tile = page.locator('.wall-tile').filter({ hasText: 'Sign-up queue' });
    const number = tile.locator('.wall-number');
    const figure = async (): Promise<number> => Number.parseInt(await number.innerText(), 10);
    await shown(figure).toBeGreaterThan(0);
    const held = tile.locator('dd').first();
    await shown(() => held.innerText()).toBe('0');
    expect(await page.content()).not.toMatch(/555\d{7}|Anita|Prakash/);

    await server.kill();
    server = await startServer({ DATA_DIR, PORT });
    // One case is taken after the restart: the wall must be live again to know of it.
    const verifier = await signIn(server.url, 'verifier2');
    const row = await waitingCase(verifier);
    expect((await verifier.command(`queueitem-signup-queue-${row.id}`, 'claim')).status).toBe(200);
    await shown(() => held.innerText()).toBe('1');
  } finally {
    await server.kill('SIGTERM');
  }
});
