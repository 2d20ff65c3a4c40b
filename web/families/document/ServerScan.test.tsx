// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentDef } from '#shared/families/document.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import { Failure } from '#web/live/failure.ts';
import { startTranslations } from '#web/locales/translations.ts';
import type { ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { ServerScan } from './ServerScan.tsx';
import { addDocumentTranslations } from './translations.ts';
import type { OpenRecord } from './use-record.ts';

const server = vi.hoisted(() => ({
  ids: [] as string[],
  fails: null as unknown,
}));
const field = vi.hoisted(() => ({ scan: null as unknown }));
vi.mock('#web/live/api.ts', () => ({
  api: {
    command: async (_of: string, _id: string, _name: string, { scanId }: { scanId: string }) => {
      server.ids.push(scanId);
      if (server.fails) throw server.fails;
      return { version: 2, product: 'Dolo 650', batch: 'B1', qty: 10, left: 0 };
    },
  },
}));
vi.mock('#web/live/person.ts', () => ({ usePerson: () => ({}) }));
vi.mock('./offer.ts', () => ({ holdsAny: () => true }));
vi.mock('#web/parts/scan/ScanField.tsx', () => ({
  ScanField: ({ onScan }: { onScan: unknown }) => {
    field.scan = onScan;
    return null;
  },
}));

const def = {
  stream: { name: 'pick' },
  scans: [{ command: 'scan', label: 'scan', need: ['Inventory/pickList:edit'], stages: ['picking'] }],
} as unknown as DocumentDef;
const lost = (status: number): Failure =>
  new Failure({ code: 'offline', message: 'No answer.', correlationId: 'c' }, status, true);
const refused = new Failure({ code: 'overScan', message: 'Enough.', correlationId: 'c' }, 409, false);
let root: Root;

const scan = (code: string): Promise<ScanAnswer> =>
  (field.scan as (code: string) => Promise<ScanAnswer>)(code);
const shows = (id: string): void =>
  act(() =>
    root.render(
      <ServerScan
        def={def}
        own={((key: string) => key) as never}
        state={{ id, stage: 'picking' } as unknown as DocumentState}
        open={{ reload: async () => {} } as unknown as OpenRecord}
      />,
    ),
  );

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  addDocumentTranslations();
});
beforeEach(() => {
  Object.assign(server, { ids: [], fails: null });
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

test('a scan whose answer was lost keeps its id until it is answered, even where the screen was left', async () => {
  shows('7');
  server.fails = lost(0);
  expect((await scan('BC1')).ok).toBe(false);
  act(() => root.unmount());
  root = createRoot(document.createElement('div'));
  shows('7');
  server.fails = lost(503);
  await scan('BC1');
  server.fails = null;
  expect((await scan('BC1')).ok).toBe(true);
  await scan('BC1');
  const [first, second, third, next] = server.ids;
  expect([second, third]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

test('a refused scan is answered; another code and another list have ids of their own', async () => {
  shows('8');
  server.fails = refused;
  await scan('BC1');
  server.fails = lost(0);
  await scan('BC1');
  await scan('BC2');
  shows('9');
  await scan('BC1');
  expect(new Set(server.ids).size).toBe(4);
});
