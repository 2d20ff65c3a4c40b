import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage, signupMessage } from '#tests/kit/browser.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer, signIn } from '#tests/kit/server.ts';
import { freePort, startServer } from '#tests/kit/process-server.ts';
import { openStub, serveList } from '#tests/kit/stub-service.ts';
import type { SourceMessage } from '#shared/wire.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const patient = { timeout: 20_000 };

it('the poll finds what a webhook lost, and the row is painted', async () => {
  const list: SourceMessage[] = [];
  const customers = await openStub(serveList('/customer/api/v2/signup', () => list));
  const server = await openTestServer({
    env: { SERVICE_CUSTOMER_URL: customers.url, POLL_SECONDS: '1' },
    realTime: true,
  });
  try {
    const { page, context } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
    await page.getByRole('gridcell', { name: 'Anita Ramesh' }).waitFor();
    // The service made a case, and its webhook never arrived anywhere.
    list.push(signupMessage(server, 9_001, 'Yamini'));
    await page.getByRole('gridcell', { name: /Yamini/ }).waitFor(patient);
    const emitted = (await server.server.log.readAfter(0, 100_000)).filter(
      (event) => event.actor.kind === 'source' && JSON.stringify(event.data).includes('Yamini'),
    );
    expect(new Set(emitted.map((event) => event.stream)).size).toBe(1);
    await context.close();
  } finally {
    await server.close();
    await customers.close();
  }
});

it('a wall survives a restart of the server without help', async () => {
  const DATA_DIR = await fillStore(temporaryFolder('ops-wall-'));
  const PORT = String(await freePort());
  let server = await startServer({ DATA_DIR, PORT });
  try {
    const admin = await signIn(server.url, 'admin');
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Floor' })).body as {
      code: string;
    };
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/wall/floor`);
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    const tile = page.locator('.wall-tile').filter({ hasText: 'Sign-up queue' });
    const number = tile.locator('.wall-number');
    const shown = async (): Promise<number> => Number.parseInt(await number.innerText(), 10);
    await expect.poll(shown, patient).toBeGreaterThan(0);
    const held = tile.locator('dd').first();
    expect(await held.innerText()).toBe('0');
    expect(await page.content()).not.toMatch(/555\d{7}|Anita|Prakash/);

    await server.kill();
    server = await startServer({ DATA_DIR, PORT });
    // One case is taken after the restart: the wall must be live again to know of it.
    const verifier = await signIn(server.url, 'verifier2');
    const rows = (await verifier.get('/feeds/queue/signup-queue')).body.rows as {
      id: string;
      state: string;
      submitter: { empId: number } | null;
    }[];
    const row = rows.find((one) => one.state === 'waiting' && one.submitter?.empId !== verifier.empId)!;
    expect((await verifier.command(`queueitem-signup-queue-${row.id}`, 'claim')).status).toBe(200);
    await expect.poll(() => held.innerText(), { timeout: 45_000 }).toBe('1');
    await context.close();
  } finally {
    await server.kill('SIGTERM');
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
