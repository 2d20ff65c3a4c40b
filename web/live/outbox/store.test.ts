import { afterEach, expect, test, vi } from 'vitest';
import { fakeIndexedDb } from '#tests/kit/fake-indexed-db.ts';
import type { OutboxEntry } from './entry.ts';
import { indexedStore } from './store.ts';

afterEach(() => void vi.unstubAllGlobals());

const entry: OutboxEntry = {
  seq: 0,
  empId: 151,
  key: 'k',
  aggregate: 'delivery',
  id: '1',
  command: 'deliver',
  body: {},
  version: null,
  files: [],
  typedAt: '2026-11-18T08:30:00.000Z',
  refusal: null,
};

test('given a device that is full, when it takes back what it had accepted, then the entry is not said to be kept', async () => {
  const device = fakeIndexedDb();
  vi.stubGlobal('indexedDB', device.indexedDB);
  const store = indexedStore();
  await store.add(entry);
  device.full = true;
  await expect(store.add({ ...entry, id: '2' })).rejects.toThrow('QuotaExceededError');
  const [kept] = await store.all(151);
  await expect(store.put({ ...kept!, body: { changed: true } })).rejects.toThrow('QuotaExceededError');
  expect(await store.all(151)).toEqual([{ ...entry, seq: 1 }]);
});
