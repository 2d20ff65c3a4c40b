import { expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import type { Viewer } from '../core/permission.ts';
import { dcReports } from '../reports/dc-reports.ts';
import { leadStatusReport } from '../reports/lead-status.ts';
import { salesFunnel } from '../reports/sales-funnel.ts';
import { visualApiLog } from '../reports/visual-api-log.ts';
import { reportFeed } from './report-feed.ts';

const defs = [leadStatusReport, salesFunnel, dcReports, visualApiLog];
const feed = reportFeed(defs);
const event = (stream: string, position: number): StoredEvent =>
  ({ stream, position, type: 'Any', data: {} }) as unknown as StoredEvent;
const viewer = (...rights: string[]): Viewer =>
  ({ kind: 'person', admin: false, rights: new Set(rights) }) as unknown as Viewer;

it('names each model once for an event of its streams, and none for other events', () => {
  expect(feed.view.ids(event('lead-7', 3))).toEqual([leadStatusReport.model.name]);
  expect(feed.view.ids(event('employee-7', 4))).toEqual([]);
  expect(feed.view.row({ id: 'leads', position: 3 }, event('lead-7', 9), 'leads')).toEqual({
    id: 'leads',
    position: 9,
  });
});

it('follows no rows that the server keeps beside the log', () => {
  expect(feed.need).not.toContain(visualApiLog.need);
  expect(feed.need).toContain(leadStatusReport.need);
});

it('shows the changes of those models whose reports a viewer may open', () => {
  const row = { id: leadStatusReport.model.name, position: 3 };
  const scope = feed.scope(viewer(String(leadStatusReport.need)));
  expect(scope).toEqual({ models: [row.id] });
  expect(feed.see(row, scope, row.id)).toBe(row);
  expect(feed.see(row, feed.scope(viewer(String(dcReports.need))), row.id)).toBeNull();
});
