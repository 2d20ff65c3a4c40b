import { expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import type { Viewer } from '../core/permission.ts';
import { indent } from '../documents/indent.ts';
import { stockTransfer } from '../documents/stock-transfer.ts';
import { documentChangesFeed } from './document-changes.ts';

const feed = documentChangesFeed([indent, stockTransfer]);
const event = (stream: string, position: number): StoredEvent =>
  ({ stream, position, type: 'Any', data: {} }) as unknown as StoredEvent;
const viewer = (...rights: string[]): Viewer =>
  ({ kind: 'person', admin: false, rights: new Set(rights) }) as unknown as Viewer;

it('given an event of a document, its kind changed at that position, and nothing else', () => {
  const one = event(`${stockTransfer.stream.name}-7`, 9);
  expect(feed.view.ids(one)).toEqual([stockTransfer.name]);
  expect(feed.view.row(undefined, one, stockTransfer.name)).toEqual({ id: stockTransfer.name, position: 9 });
  expect(feed.view.ids(event('employee-7', 4))).toEqual([]);
});

it('given somebody who may open some lists, they get the changes of those kinds', () => {
  const row = { id: indent.name, position: 3 };
  expect(feed.see(row, feed.scope(viewer(String(indent.need[0]))), row.id)).toBe(row);
  expect(feed.see(row, feed.scope(viewer(String(stockTransfer.need[0]))), row.id)).toBeNull();
  expect(feed.see(row, feed.scope(viewer()), row.id)).toBeNull();
});
