import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage, signupMessage, webhookSecret } from '#tests/kit/browser.ts';
import { recordDeadLetter } from '#server/sources/dead-letters.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';
import { shown } from '#tests/kit/seen.ts';

let browser: Browser;
let redis: OwnRedis;
let stub: StubService;
let one: TestServer;
let two: TestServer;
const secret = webhookSecret();
beforeAll(async () => {
  browser = await openBrowser();
  redis = await ownRedis();
  stub = await openStub(serveList('/lead/api/v2/leads', () => []));
  env = {
    REDIS_URL: redis.url,
    WEBHOOK_SECRET_CUSTOMER: secret,
    SERVICE_LEAD_URL: stub.url,
    POLL_SECONDS: '1',
  };
  one = await openTestServer({ env: { ...env, ROLES: 'web,relay,services' }, realTime: true });
  two = await openTestServer({
    env: { ...env, ROLES: 'web,relay,jobs' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
});
afterAll(async () => {
  await browser?.close();
  await two?.close();
  await one?.close();
  for (const before of closing) await before.close();
  await stub?.close();
  await redis?.stop();
});
let round = 0;
/** Nodes of earlier attempts. */
const closing: TestServer[] = [];
let env: Record<string, string>;

it('an operator sees each service, each node, the queue and each view, and replays a dead letter after a dry run', async () => {
  // A message that is valid by now, dead-lettered while the store was down. A retry of this test sends
  // another one.
  round += 1;
  if (!one.server.http.listening) {
    const before = one;
    one = await openTestServer({
      env: { ...env, ROLES: 'web,relay,services' },
      databaseUrl: two.databaseUrl,
      realTime: true,
    });
    closing.push(before);
  }
  const message = signupMessage(one, 9_300 + round, 'Malati');
  const now = one.clock.now();
  const log = [{ at: new Date(now).toISOString(), error: 'the store was hurt' }];
  await recordDeadLetter(
    one.server.pool,
    {
      service: 'customer',
      reason: 'fault',
      error: 'the store was hurt',
      via: 'webhook',
      webhookId: null,
      log,
      payload: JSON.stringify(message),
      message,
    },
    now,
    'test',
  );
  const { page, faults } = await signInPage(browser, two, 'admin', '/admin/integrations');
  const nodes = page.getByRole('table', { name: 'Nodes and job queue' });
  await shown(() => nodes.locator('tbody tr').filter({ hasText: 'up' }).count()).toBe(2);
  await shown(() => nodes.innerText()).toMatch(/web, relay, services[\s\S]*polls services/);
  await shown(() => nodes.getByText('this connection').count()).toBe(1);
  await shown(() => page.locator('main').innerText()).toMatch(
    /Redis[\s\S]*(survives a power cut|a crash may corrupt data)/,
  );
  const services = page.getByRole('table', { name: 'Base services' });
  await shown(() => services.locator('tbody tr').count()).toBe(9);
  const views = page.getByRole('table', { name: 'Views' });
  await shown(() => views.locator('tbody tr').count()).toBeGreaterThan(5);

  // The lead service falls silent: stale here too, although the other node polls it.
  stub.answer = (_request, response) => json(response, 503, {});
  const lead = services.locator('tbody tr').filter({ hasText: 'external' });
  await shown(() => lead.innerText()).toMatch(/stale[\s\S]*503/);
  await shown(() => nodes.innerText()).not.toMatch(/in \d/);

  // Redis stops: the screen shows it as text, and the rest is not affected.
  await redis.kill();
  await shown(() => page.locator('main').innerText()).toContain('Nothing is lost');
  await redis.start();
  await shown(() => page.locator('main').innerText()).not.toContain('Nothing is lost');

  const letter = page
    .getByRole('table', { name: 'Dead letters' })
    .locator('tbody tr')
    .filter({ hasText: `signup ${message.id}` });
  await letter.getByRole('button', { name: 'Test' }).click();
  await page.getByText('It would be processed. Nothing has been written yet.').first().waitFor();
  const taken = async (): Promise<number> =>
    (
      await one.server.pool.query("select 1 from source_ids where service = 'customer' and outside_id = $1", [
        String(message.id),
      ])
    ).rowCount!;
  expect(await taken()).toBe(0);
  await page.getByRole('button', { name: 'Process now' }).click();
  await shown(() => letter.count()).toBe(0);
  expect(await taken()).toBe(1);

  // A stopped node leaves the table.
  await shots(page);
  await one.server.drain(0);
  await shown(() => nodes.innerText()).toContain('leaving');
  expect((await axeFindings(page)).map((one_) => `${one_.id} ${one_.nodes.join(' ')}`)).toEqual([]);
  expect(faults).toEqual([]);
});

/** Screenshots, when a folder is named. */
async function shots(page: Page): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['narrow', 390, 844],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${folder}/integrations-${name}-${scheme}.png` });
      await page.getByRole('table', { name: 'Nodes and job queue' }).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${folder}/integrations-${name}-${scheme}-nodes.png` });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}
