import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await openTestServer();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it.each([
  ['cc1', '/prescription/careConnect'],
  ['doctor', '/prescription/DoctorView'],
  ['agent1', '/outBound/outCall'],
])('%s finds sections with names of their own and headings in order on %s', async (login, path) => {
  const { page, faults } = await signInPage(browser, server, login, path);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
