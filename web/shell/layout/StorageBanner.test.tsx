// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { StoreState } from '#shared/wire.ts';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';
import { addShellTranslations } from '../translations.ts';
import { StorageBanner } from './StorageBanner.tsx';

const now = vi.hoisted(() => ({ store: {}, admin: true }));
vi.mock('#web/live/use-feed.ts', () => ({ useStoreState: () => now.store }));
vi.mock('../me.ts', () => ({ useSessionStatus: () => null, knownMe: () => ({ admin: now.admin }) }));

let root: Root | null = null;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  addShellTranslations();
});
afterEach(async () => {
  act(() => root?.unmount());
  await act(() => setLanguage('en'));
});

function shown(state: Partial<StoreState>, admin = true): string | null {
  now.store = { readOnly: false, awaySince: null, chainBroken: false, setAside: false, ...state };
  now.admin = admin;
  const place = document.createElement('div');
  root = createRoot(place);
  act(() => root!.render(<StorageBanner />));
  return place.querySelector('strong')?.textContent ?? null;
}

test('admins are warned of an event set aside, in their language; others are not', async () => {
  expect(shown({})).toBeNull();
  expect(shown({ setAside: true })).toBe('An event was set aside');
  expect(shown({ setAside: true }, false)).toBeNull();
  await act(() => setLanguage('es'));
  expect(shown({ setAside: true })).toBe('Se apartó un evento');
});

test('what is graver comes first', () => {
  expect(shown({ setAside: true, chainBroken: true })).toBe('The log was changed outside of this console');
  expect(shown({ setAside: true, chainBroken: true, readOnly: true })).toBe('Read only');
  expect(shown({ setAside: true, readOnly: true, awaySince: 0 })).toBe('The database is not responding');
});
