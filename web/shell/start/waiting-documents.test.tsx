// @vitest-environment jsdom
import { act, useEffect } from 'react';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WaitingDocuments } from '#shared/families/document-wire.ts';
import { Failure } from '#web/live/failure.ts';
import { createQueryClient, QueryClientProvider } from '#web/live/query.ts';
import type { MenuItem } from '../menu/menu.ts';
import { useWaitingDocuments, type DocumentsWaiting } from './waiting-documents.ts';

const state = '/purchaseanddispatch/indentlist';
const menu = [{ name: 'Indents', state }] as unknown as readonly MenuItem[];
const read = vi.fn<() => Promise<readonly WaitingDocuments[]>>();
let changes: readonly { id: string; position: number }[];
let condition: string;

vi.mock('#web/live/api.ts', () => ({ api: { get: () => read() } }));
vi.mock('../menu/menu.ts', () => ({ linksOf: (items: unknown) => items }));
vi.mock('#web/live/use-feed.ts', () => ({
  useFeed: () => ({ rows: null, condition }),
  useFeedRows: () => changes,
}));

let root: Root;
let waiting: DocumentsWaiting;
function Probe(): ReactNode {
  const now = useWaitingDocuments(menu);
  useEffect(() => void (waiting = now));
  return null;
}
const client = createQueryClient();
const draw = (): void =>
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const counted = (count: number): readonly WaitingDocuments[] => [
  { route: state, count, oldestAt: '2026-11-18T05:00:00.000Z' },
];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  client.clear();
  read.mockReset();
  condition = 'live';
  changes = [{ id: 'indent', position: 5 }];
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test('given a document that moves, the lists are counted again within two seconds, and not while nothing changes', async () => {
  read.mockResolvedValueOnce(counted(1)).mockResolvedValue(counted(2));
  draw();
  await pass(0);
  expect(waiting.lists.map((one) => one.waiting.count)).toEqual([1]);
  await pass(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  changes = [{ id: 'indent', position: 6 }];
  draw();
  await pass(2_000);
  expect(waiting.lists.map((one) => one.waiting.count)).toEqual([2]);
});

test('given changes that arrive with the connection, nothing is counted twice', async () => {
  read.mockResolvedValue(counted(1));
  condition = 'connecting';
  changes = [];
  draw();
  await pass(0);
  condition = 'live';
  changes = [{ id: 'indent', position: 5 }];
  draw();
  await pass(10_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('given counts that cannot be read, then it is said, nothing is known, and trying again counts', async () => {
  const wire = { code: 'notReady', message: 'Not ready.', correlationId: 'c' };
  read.mockRejectedValue(new Failure(wire, 503, true));
  draw();
  expect(waiting).toMatchObject({ known: false, failure: null });
  await pass(5_000);
  expect(waiting.known).toBe(false);
  expect(waiting.failure?.message).toBe('Not ready.');
  read.mockResolvedValue(counted(3));
  act(() => waiting.again());
  await pass(0);
  expect(waiting).toMatchObject({ known: true, failure: null });
  expect(waiting.lists.map((one) => one.waiting.count)).toEqual([3]);
});
