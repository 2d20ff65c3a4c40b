import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { whole } from '#tests/kit/sampled.ts';
import { settled, shown } from '#tests/kit/seen.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

const many = whole ? 5_000 : 2_000;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  for (let n = 30_000; n < 30_000 + many; n += 100)
    await Promise.all(Array.from({ length: 100 }, (_, i) => signupArrives(server, n + i)));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Sample {
  readonly ms: number;
  readonly waiting: string;
  readonly rows: number;
}

it('a long queue over 400 kbps shows its first rows before the rest, and no count before it is known', async () => {
  const { page, context, faults } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
  await page.locator('.ag-row').first().waitFor();
  await page.goto(`${server.url}/`);
  await settled(page);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const opened: string[] = [];
  network.on('Network.webSocketFrameSent', ({ response }) => {
    if (response.payloadData.includes('queue/signup-queue') && response.payloadData.includes('feed:open'))
      opened.push(response.payloadData);
  });
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400 },
    ...{ downloadThroughput: 50_000, uploadThroughput: 50_000 },
  });
  await page.evaluate(() => {
    const from = performance.now();
    const samples: { ms: number; waiting: string; rows: number }[] = [];
    Object.assign(window, { samples });
    setInterval(() => {
      const waiting = document.querySelector('.qu-strip b')?.textContent;
      if (waiting)
        samples.push({
          ...{ ms: performance.now() - from, waiting },
          rows: document.querySelectorAll('.ag-row .ag-cell[col-id="ref"]').length,
        });
    }, 20);
  });
  await page.evaluate(() => {
    history.pushState(null, '', '/outBound/signup-queue');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await shown(() => page.locator('.ops-grid-foot').innerText()).toMatch(/^\d,\d{3} rows/);
  await shown(() => page.locator('.qu-strip b').first().innerText()).toMatch(/^\d,\d{3}$/);

  const samples = await page.evaluate(() => (window as unknown as { samples: readonly Sample[] }).samples);
  const first = samples.find(({ rows }) => rows > 0)!;
  const known = samples.find(({ waiting }) => waiting !== '–')!;
  expect(first.rows).toBeGreaterThan(10);
  expect(first.waiting).toBe('–');
  expect(first.ms).toBeLessThan(known.ms);
  expect(Number(known.waiting.replace(',', ''))).toBeGreaterThanOrEqual(many);
  expect(opened).toHaveLength(1);
  await shown(() => page.getByRole('button', { name: 'Check-In' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
