// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, QueryClientProvider } from '#web/live/query.ts';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { Panel } from './Panel.tsx';

const now = vi.hoisted(() => ({ setAside: false, incomplete: [] as string[], asked: [] as string[] }));
vi.mock('#web/live/use-feed.ts', () => ({ useStoreState: () => ({ setAside: now.setAside }) }));
vi.mock('#web/live/api.ts', () => ({
  api: {
    get: async (path: string, { query }: { query: { streams: string } }) => {
      now.asked.push(`${path} ${query.streams}`);
      return { incomplete: query.streams.split(',').some((stream) => now.incomplete.includes(stream)) };
    },
  },
}));

let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
});
beforeEach(() => {
  Object.assign(now, { setAside: false, incomplete: [], asked: [] });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  act(() => root.unmount());
  await act(() => setLanguage('en'));
});

async function noteIn(streams: readonly string[]): Promise<string | null> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <Panel title="A record" onClose={() => undefined} streams={streams} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(now.asked.length > 0 || !now.setAside).toBe(true)));
  return place.querySelector('.ops-incomplete')?.textContent ?? null;
}

test('the panel of an incomplete record names an administrator as the person to ask, in both languages', async () => {
  Object.assign(now, { setAside: true, incomplete: ['queueitem-signup-queue-7'] });
  expect(await noteIn(['signup-7', 'queueitem-signup-queue-7'])).toMatch(/Tell an administrator/);
  expect(now.asked).toEqual(['/operations/incomplete signup-7,queueitem-signup-queue-7']);
  await act(() => setLanguage('es'));
  expect(place.querySelector('.ops-incomplete')!.textContent).toMatch(/Avise a un administrador/);
});

test('the panel of another record says nothing', async () => {
  Object.assign(now, { setAside: true, incomplete: ['signup-7'] });
  expect(await noteIn(['signup-8'])).toBeNull();
});

test('nothing is asked while no event is set aside', async () => {
  now.incomplete = ['signup-7'];
  expect(await noteIn(['signup-7'])).toBeNull();
  expect(now.asked).toEqual([]);
});
