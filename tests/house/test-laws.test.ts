import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import { parseFile } from './syntax.ts';
import { compared, countsOf, laws, shrunk, sitesOf, type Counts, type Law } from './test-laws.ts';

const root = join(import.meta.dirname, '..', '..');
const path = join(import.meta.dirname, 'ratchet.json');
const grounds = ['tests/{journeys,promises,faults,house}/**/*.ts', '{server,shared,web}/**/*.test.{ts,tsx}'];

test('no test breaks a law of tests at a new place, and the ratchet counts what stands', () => {
  const files = grounds
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.includes('node_modules'))
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
  const why = [...new Set(more.map((line) => line.split(':', 1)[0] as Law))].map((law) => `${law}: ${laws[law]}`).join('\n');
  expect(more, why).toEqual([]);
  expect(fewer, 'Fewer than the ratchet says: write it down with UPDATE=1.').toEqual([]);
});

const sites = (text: string, file = 'tests/journeys/one.test.ts') => sitesOf(file, parseSync(file, text).program).map(({ law }) => law);

test.each<[Law, string]>([
  ['reads-wait', `expect(await page.locator('tr').count()).toBe(2)`],
  ['reads-wait', `expect(page.url()).toContain('x')`],
  ['reads-wait', `if (await more.isVisible()) await more.click()`],
  ['keys-by-kit', `await page.keyboard.press('Enter')`],
  ['keys-by-kit', `await box.press('Space')`],
  ['no-sleep', `await page.waitForTimeout(300)`],
  ['no-sleep', `import { setTimeout as pause } from 'node:timers/promises'; await pause(5)`],
  ['no-sleep', `await new Promise((done) => setTimeout(done, 5))`],
  ['no-own-timeout', `await row.waitFor({ timeout: 20_000 })`],
  ['no-own-timeout', `test('x', async () => {}, 2 * 60_000)`],
  ['pool-by-kit', `const pool = new pg.Pool({ connectionString })`],
  ['pool-by-kit', `const client = new Client(url)`],
  ['exact-text', `await page.getByText('Sent to').waitFor()`],
])('%s: %s', (law, text) => {
  expect(sites(text)).toEqual([law]);
});

test.each([
  `await shown(() => page.locator('tr').count()).toBe(2)`,
  `await expect.poll(() => page.url()).toContain('x')`,
  `await page.waitForFunction(() => document.querySelector('a')?.getAttribute('href') === '/')`,
  `await press(page, 'Enter')`,
  `await row.waitFor({ timeout: hung.wait })`,
  `test('x', { timeout: hung.test * 2 }, async () => {})`,
  `const pool = openPool(url)`,
  `await page.getByText('Sent to', { exact: true }).waitFor()`,
  `await page.getByText(/^Sent to/).waitFor()`,
  `await dialog.getByText('Sent to').waitFor()`,
])('nothing is wrong with %s', (text) => {
  expect(sites(text)).toEqual([]);
});

test('the laws about pages are for journeys alone', () => {
  expect(sites(`expect(await rows.count()).toBe(2)`, 'tests/promises/one.test.ts')).toEqual([]);
});

test('a ratchet shrinks, and takes no new site in', () => {
  const ratchet: Counts = { 'no-sleep': { a: 3, b: 1 } };
  const counts: Counts = { 'no-sleep': { a: 1, c: 2 } };
  expect(compared(ratchet, counts)).toEqual({ more: ['no-sleep: c: 2 instead of 0'], fewer: ['no-sleep: a: 1 instead of 3', 'no-sleep: b: 0 instead of 1'] });
  expect(shrunk(ratchet, counts)).toEqual({ 'no-sleep': { a: 1 } });
});
