import { mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import { treeOf } from '#tests/kit/processes.ts';

/**
 * P26 on the screen: every page shows a frozen or missing store as soon as it is noticed, until it is back.
 */
let browser: Browser;
let folder: string;
let server: ProcessServer;
const frozen: number[] = [];
const thaw = (): void => {
  for (const one of frozen.splice(0)) process.kill(one, 'SIGCONT');
};
beforeAll(async () => {
  folder = temporaryFolder('ops-away-');
  const DATA_DIR = join(folder, 'data');
  mkdirSync(DATA_DIR, { mode: 0o711 });
  await fillStore(DATA_DIR);
  server = await startServer({ DATA_DIR });
  browser = await openBrowser();
});
afterAll(async () => {
  thaw();
  await browser?.close();
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const servers = (): number[] =>
  treeOf(server.child.pid!).filter((one) => {
    try {
      return basename(readlinkSync(`/proc/${one}/exe`)) === 'postgres';
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  });

it('a store that does not answer has a banner on every page with the time of the shown data, in both languages, which disappears by itself', async () => {
  const { page, faults } = await signInPage(browser, server, 'verifier', '/outBound/signup-queue');
  const spanish = await signInPage(browser, server, 'lead', '/dashboard', {
    language: 'es',
    look: { scheme: 'dark' },
  });
  const [banner, aviso] = [page.locator('.sh-storage'), spanish.page.locator('.sh-storage')];
  expect(await banner.count()).toBe(0);
  for (const one of servers()) {
    process.kill(one, 'SIGSTOP');
    frozen.push(one);
  }
  expect(frozen.length).toBeGreaterThan(5);
  const from = Date.now();
  await banner.waitFor();
  const waited = Date.now() - from;
  await aviso.waitFor();
  expect(await banner.innerText()).toMatch(
    /The database is not responding\s+You are seeing data as of \d\d:\d\d:\d\d\. Changes are refused until the database is back/,
  );
  expect(await aviso.innerText()).toMatch(
    /La base de datos no responde\s+Está viendo los datos de las \d\d:\d\d:\d\d\. No se admiten cambios hasta que vuelva la base de datos/,
  );
  // No panel is marked live meanwhile; the rows stay.
  expect(await page.locator('.ops-freshness').innerText()).toMatch(/^not live, as of \d\d:\d\d:\d\d/);
  for (const output of await spanish.page.locator('.ops-freshness').allInnerTexts())
    expect(output).toMatch(/^no en vivo, datos de las \d\d:\d\d:\d\d/);
  expect(await page.locator('.ag-row').count()).toBeGreaterThan(0);
  thaw();
  const back = Date.now();
  await banner.waitFor({ state: 'detached' });
  await aviso.waitFor({ state: 'detached' });
  console.log(
    `the banner stood after ${waited} ms and was gone ${Date.now() - back} ms after the store went on`,
  );
  expect([...faults, ...spanish.faults]).toEqual([]);
  expect(await page.locator('.ops-freshness').innerText()).toMatch(/^live/);
});
