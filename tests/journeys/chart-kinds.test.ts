import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay } from '#shared/core/day.ts';
import type { ReportDef } from '#shared/families/report.ts';
import { allReports } from '#server/core/registers.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** How a chart is drawn: its kind, along the days or by name, and the days of a month as a strip. */
const drawnAs = ({ chart, columns }: ReportDef): string =>
  columns.some(({ kind }) => kind === 'days')
    ? 'strip'
    : `${chart.kind} ${columns.find(({ name }) => name === chart.by)!.kind.startsWith('date') ? 'by day' : 'by name'}`;
const kinds = [...Map.groupBy(allReports(), drawnAs)].map(([kind, [first]]) => [kind, first!] as const);

it('reports draw every kind of chart', () => {
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual([
    ...['bar by day', 'bar by name', 'line by day', 'stack by day', 'stack by name', 'strip'],
  ]);
});

it.each(kinds)('%s and its table have no axe findings', { tags: ['full'] }, async (kind, def) => {
  const to = businessDay(server.clock.now());
  const period = def.filters.find((filter) => filter.kind === 'period');
  const days = period?.kind === 'period' ? Math.min(60, period.mostDays) : 0;
  const look = kind.endsWith('day') ? ({ scheme: 'dark', language: 'es' } as const) : {};
  const path =
    days > 0 && kind !== 'strip' ? `${def.route}?from=${addDays(to, 1 - days)}&to=${to}` : def.route;
  const { page, faults } = await signInPage(browser, server, 'admin', path, look);
  await page.locator('.ag-row').first().waitFor();
  const chart = page.locator('figure.ops-chart');
  await chart.locator('canvas').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await chart.getByRole('button').first().click();
  await chart.locator('tbody tr').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
