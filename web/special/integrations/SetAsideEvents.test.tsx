// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SetAside } from '#shared/operations.ts';
import { createQueryClient, QueryClientProvider } from '#web/live/query.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { SetAsideEvents } from './SetAsideEvents.tsx';
import { addIntegrationTranslations } from './translations.ts';

const now = vi.hoisted(() => ({
  items: [] as object[],
  answer: {} as object,
  sent: [] as unknown[],
  said: [] as unknown[],
}));
vi.mock('#web/live/api.ts', () => ({
  api: {
    get: async () => ({ items: now.items, total: now.items.length }),
    post: async (path: string, body: unknown) => {
      now.sent.push([path, body]);
      return now.answer;
    },
  },
}));
vi.mock('#web/parts/toast.tsx', () => ({ toast: (said: { text: string }) => now.said.push(said.text) }));

const item = (more: Partial<SetAside>): SetAside => ({
  ...{ consumer: 'policy notify-breach', position: 4711, stream: 'signup-7', type: 'SignupStarted' },
  ...{ reason: 'nothing in it', at: '2026-11-18T05:00:00.000Z', again: true },
  ...more,
});
let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addIntegrationTranslations();
});
beforeEach(() => {
  Object.assign(now, {
    items: [item({})],
    answer: { done: false, reason: 'still nothing' },
    sent: [],
    said: [],
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

async function shown(): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <SetAsideEvents />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(place.querySelector('tbody tr')).not.toBeNull()));
}
const again = (): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');

test('an event set aside stands with its record and reason, and is tried again', async () => {
  await shown();
  expect(place.textContent).toMatch(/SignupStarted.*signup-7.*4,711.*policy notify-breach.*nothing in it/);
  await act(async () => again()!.click());
  expect(now.sent).toEqual([
    ['/operations/set-aside/retry', { consumer: 'policy notify-breach', position: 4711 }],
  ]);
  expect(now.said).toEqual(['It still fails: still nothing']);
  Object.assign(now, { items: [], answer: { done: true, reason: null } });
  await act(async () => again()!.click());
  expect(now.said.at(-1)).toBe('The event was taken');
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('No events set aside')));
});

test('an event that a view could not take waits for its rebuild', async () => {
  now.items = [item({ consumer: 'masterRows', again: false })];
  await shown();
  expect(again()).toBeUndefined();
  expect(place.textContent).toContain('masterRows');
});
