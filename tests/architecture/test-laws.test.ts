import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { parseFile } from './syntax.ts';
import { compared, countsOf, laws, shrunk, sitesOf, type Counts, type Law, type Site } from './test-laws.ts';

const root = join(import.meta.dirname, '..', '..');
const path = join(import.meta.dirname, 'ratchet.json');
const grounds = [
  'tests/{journeys,promises,faults,attacks,architecture}/**/*.ts',
  'tests/**/*.test.ts',
  '{server,shared,web}/**/*.test.{ts,tsx}',
];
const kit = /^tests\/kit\//;

test('no test breaks a law of tests at a new place, and the ratchet counts what stands', () => {
  const files = [...new Set(grounds.flatMap((pattern) => globSync(pattern, { cwd: root })))]
    .filter((file) => !file.includes('node_modules') && !kit.test(file))
    .toSorted();
  expect(files.length).toBeGreaterThan(300);
  const found = files.map((file) => ({ file, sites: sitesOf(file, parseFile(join(root, file))) }));
  const counts = countsOf(found);
  let ratchet = JSON.parse(readFileSync(path, 'utf8')) as Counts;
  if (process.env['UPDATE'] === '1') {
    ratchet = shrunk(ratchet, counts);
    writeFileSync(path, `${JSON.stringify(ratchet, null, 2)}\n`);
  }
  const { more, fewer } = compared(ratchet, counts);
  const why = [...new Set(more.map((line) => line.split(':', 1)[0] as Law))]
    .map((law) => `${law}: ${laws[law]}`)
    .join('\n');
  expect(
    more.map((line) => `${line}, in the lines ${linesOf(found, line).join(', ')}`),
    why,
  ).toEqual([]);
  expect(fewer, 'Fewer than the ratchet says: write it down with UPDATE=1.').toEqual([]);
});

/** Where the sites stand that a line of `compared` counts. */
function linesOf(found: readonly { file: string; sites: readonly Site[] }[], line: string): number[] {
  const [law, file] = line.split(': ') as [Law, string];
  const text = readFileSync(join(root, file), 'utf8');
  const sitesThere = found.find((one) => one.file === file)?.sites.filter((one) => one.law === law) ?? [];
  return sitesThere.map(({ node }) => text.slice(0, node.start).split('\n').length);
}

const sites = (text: string, file = 'tests/journeys/one.test.ts') =>
  sitesOf(file, parseSync(file, text).program).map(({ law }) => law);

test.each<[Law, string]>([
  ['reads-wait', `expect(await page.locator('tr').count()).toBe(2)`],
  ['reads-wait', `expect(page.url()).toContain('x')`],
  ['reads-wait', `const { page: second } = await doorPage(); expect(second.url()).toContain('x')`],
  ['reads-wait', `if (await more.isVisible()) await more.click()`],
  ['reads-wait', `await shown(() => page.url()).toBe(await link.getAttribute('href'))`],
  ['reads-wait', `await shown(await rows.count())`],
  [
    'reads-wait',
    `const state = () => row.innerText(); await shown(() => state()).toBe('Held'); expect(await state()).toBe('Held')`,
  ],
  ['reads-wait', `const state = () => row.innerText(); const it = () => state(); await it()`],
  ['reads-wait', `const state = () => row.innerText(); keep(state)`],
  ['reads-wait', `await settled(page); await row.click(); expect(await rows.count()).toBe(2)`],
  [
    'reads-wait',
    `await settled(page); for (const one of all) { await one.click(); found.push(await rows.count()) }`,
  ],
  ['keys-by-kit', `await page.keyboard.press('Enter')`],
  ['keys-by-kit', `await box.press('Space')`],
  ['no-sleep', `await page.waitForTimeout(300)`],
  ['no-sleep', `import { setTimeout as pause } from 'node:timers/promises'; await pause(5)`],
  ['no-sleep', `import * as timers from 'timers/promises'; await timers.setTimeout(5)`],
  ['no-sleep', `import { scheduler } from 'node:timers/promises'; await scheduler.wait(5)`],
  ['no-sleep', `await new Promise((done) => setTimeout(done, 5))`],
  ['no-sleep', `await new Promise((done) => { wake = done; globalThis.setTimeout(() => done(1), 5); })`],
  ['no-own-timeout', `await row.waitFor({ timeout: 20_000 })`],
  ['no-own-timeout', `test('x', async () => {}, 2 * 60_000)`],
  ['no-own-timeout', `test.each([1, 2])('x', async () => {}, (60_000))`],
  ['no-own-timeout', `test.concurrent('x', async () => {}, 60_000)`],
  ['no-own-timeout', `const longMs = 60_000; afterAll(async () => {}, 2 * longMs)`],
  ['no-own-timeout', `await vi.waitFor(() => seen(), 5_000)`],
  ['no-own-timeout', `vi.setConfig({ testTimeout: 60_000 })`],
  ['no-own-timeout', `page.setDefaultTimeout(30_000)`],
  ['pool-by-kit', `const pool = new pg.Pool({ connectionString })`],
  ['pool-by-kit', `const client = new Client(url)`],
  ['pool-by-kit', `import { Pool as Many } from 'pg'; const pool = new Many({ connectionString })`],
  ['exact-text', `await page.getByText('Sent to').waitFor()`],
  ['exact-text', 'await page.getByText(`Sent to ${who}`).waitFor()'],
  ['exact-text', `await page.getByText('Sent to', { exact: false }).waitFor()`],
  ['exact-text', `await other.page.getByText('Sent to').waitFor()`],
  ['exact-text', `const blank = await context.newPage(); await blank.getByText('Sent to').waitFor()`],
  ['exact-text', `const open = async (tab: Page) => tab.getByText('Sent to').waitFor()`],
])('%s: %s', (law, text) => {
  expect(sites(text)).toEqual([law]);
});

test.each([
  `await shown(() => page.locator('tr').count()).toBe(2)`,
  `await expect.poll(() => page.url()).toContain('x')`,
  `await page.waitForFunction(() => document.querySelector('a')?.getAttribute('href') === '/')`,
  `const state = () => row.innerText(); await shown(state).toBe('Held'); await shown(() => state()).toBe('Held')`,
  `const read = () => row.innerText(); const state = async () => (await read()).trim(); await shown(state).toBe('Held')`,
  `async function state() { return await row.innerText() } await shown(async () => (await state()).trim()).toBe('Held')`,
  `await settled(page); expect(await rows.count()).toBe(2)`,
  `expect(request.url()).toContain('x')`,
  `await press(page, 'Enter')`,
  `const late = new Promise((_, fail) => setTimeout(() => fail(new Error('late')), hung.wait))`,
  `import { setImmediate as turn } from 'node:timers/promises'; await turn()`,
  `await row.waitFor({ timeout: hung.wait })`,
  `test('x', { timeout: hung.test * 2 }, async () => {})`,
  `test.each([1, 2])('x', async () => {}, hung.test)`,
  `it.over.set('x', 5)`,
  `const pool = openPool(url)`,
  `await page.getByText('Sent to', { exact: true }).waitFor()`,
  `await page.getByText(/^Sent to/).waitFor()`,
  `await page.getByText(said).waitFor()`,
  `await dialog.getByText('Sent to').waitFor()`,
])('nothing is wrong with %s', (text) => {
  expect(sites(text)).toEqual([]);
});

test('reads wait in journeys alone', () => {
  expect(sites(`expect(await rows.count()).toBe(2)`, 'tests/promises/one.test.ts')).toEqual([]);
});

test('keys and texts of a page are for tests across boundaries; sleeps, limits and connections for every test', () => {
  const text = `await page.keyboard.press('Enter'); await page.getByText('Sent').click(); await page.waitForTimeout(5); new Pool(); row({ timeout: 5 })`;
  const everywhere: Law[] = ['no-sleep', 'pool-by-kit', 'no-own-timeout'];
  expect(sites(text, 'web/live/one.test.tsx')).toEqual(everywhere);
  expect(sites(text, 'tests/faults/one.test.ts')).toEqual(['keys-by-kit', 'exact-text', ...everywhere]);
});

test('a ratchet shrinks, and takes no new site in', () => {
  const ratchet: Counts = { 'no-sleep': { a: 3, b: 1 } };
  const counts: Counts = { 'no-sleep': { a: 1, c: 2 }, 'pool-by-kit': { a: 1 } };
  expect(compared(ratchet, counts)).toEqual({
    more: ['no-sleep: c: 2 instead of 0', 'pool-by-kit: a: 1 instead of 0'],
    fewer: ['no-sleep: a: 1 instead of 3', 'no-sleep: b: 0 instead of 1'],
  });
  expect(shrunk(ratchet, counts)).toEqual({ 'no-sleep': { a: 1 } });
  expect(shrunk({ 'no-sleep': { a: 1 } }, { 'no-sleep': { a: 2 } })).toEqual({ 'no-sleep': { a: 1 } });
});

test('what a file has is counted by law', () => {
  const found = (file: string, text: string) => ({
    file,
    sites: sitesOf(file, parseSync(file, text).program),
  });
  const counts = countsOf([
    found('tests/faults/a.test.ts', 'new Pool(); new Pool()'),
    found('tests/faults/b.test.ts', 'openPool()'),
  ]);
  expect(Object.keys(counts)).toEqual(Object.keys(laws));
  expect(Object.entries(counts).filter(([, files]) => Object.keys(files).length > 0)).toEqual([
    ['pool-by-kit', { 'tests/faults/a.test.ts': 2 }],
  ]);
});
