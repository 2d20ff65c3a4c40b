// @vitest-environment jsdom
import { act, Suspense, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { setPerson } from '#web/live/person.ts';
import { FeedRows } from '#web/live/rows.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { commands } from '#web/parts/commands/registry.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const feed = vi.hoisted(() => ({ rows: null as unknown }));
vi.mock('#web/live/use-feed.ts', async (original) => ({
  ...(await original<object>()),
  useFeed: () => ({
    rows: feed.rows,
    condition: 'live',
    message: '',
    freshness: { condition: 'live', since: 0, sources: [] },
  }),
  useOnline: () => true,
  usePresence: () => undefined,
  usePresences: () => new Map(),
}));

const at = '2026-11-18T05:00:00.000Z';
const rows = [1, 2, 3].map((id): MasterRow => ({
  id,
  version: 1,
  iStatus: 1,
  iCancelFlag: 0,
  stage: null,
  stageAt: at,
  mergedInto: null,
  fields: { vCode: `C${id}`, vName: `Colour ${id}`, vHex: '#1F2A44' },
  createdAt: at,
  updatedBy: 'Asha Rao',
  updatedAt: at,
}));

/** Does something and lets the screen draw what follows. */
async function done(work: () => void): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => work());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
}

let Screen: ComponentType<{ name: string }>;
let root: Root;
let container: HTMLElement;
let router: ReturnType<typeof createMemoryRouter>;

beforeAll(async () => {
  stubBrowser();
  await startTranslations();
  ({ MasterScreen: Screen } = await import('./MasterScreen.tsx'));
  setPerson({
    empId: 1,
    name: 'Asha Rao',
    admin: true,
    permissionVersion: 1,
    rights: new Set(),
    primaryPooId: 1,
    poos: [],
    languages: [],
  });
});
beforeEach(async () => {
  feed.rows = new FeedRows();
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(
        url.includes('masters-list')
          ? { rows, labels: {}, total: 3, pageNo: 0, records: 100, cut: false, limit: 100, position: 1 }
          : { code: 'notFound', message: 'Not found.', correlationId: 'c' },
        { status: url.includes('masters-list') ? 200 : 404 },
      ),
    ),
  );
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  router = createMemoryRouter(
    [{ path: '/masters/colourMaster', element: <Suspense>{<Screen name="colourMaster" />}</Suspense> }],
    { initialEntries: ['/masters/colourMaster'] },
  );
  await done(() => root.render(<Providers>{<RouterProvider router={router} />}</Providers>));
  await expect.poll(() => container.querySelectorAll('.ag-row[row-id]').length).toBe(3);
});
afterEach(async () => {
  await done(() => root.unmount());
  document.body.replaceChildren();
});

const cell = (id: number): HTMLElement =>
  container.querySelector<HTMLElement>(`.ag-row[row-id="${id}"] [col-id="vName"]`)!;
const openId = (): string | null => new URLSearchParams(router.state.location.search).get('row');
const ticked = (): number => container.querySelectorAll('.ag-row .ag-checkbox-input:checked').length;
const press = (key: string): Promise<void> => done(() => commands.byKey(key)!.run());

test('a click opens the record and ticks nothing; J goes on with the panel', async () => {
  await done(() => cell(2).click());
  expect([openId(), ticked()]).toEqual(['2', 0]);
  await expect.poll(() => container.querySelector('.ops-row-open')).not.toBeNull();
  await press('j');
  await expect.poll(() => [openId(), ticked()]).toEqual(['3', 0]);
});

test('a box ticks and opens nothing', async () => {
  await done(() => container.querySelector<HTMLElement>('.ag-row[row-id="1"] .ag-checkbox-input')!.click());
  expect([openId(), ticked()]).toEqual([null, 1]);
});
