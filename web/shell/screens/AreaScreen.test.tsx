// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { startTranslations } from '#web/locales/translations.ts';
import type { MenuItem } from '../menu/menu.ts';
import { addPage } from '../pages.ts';
import { Providers } from '../Providers.tsx';
import { addShellTranslations } from '../translations.ts';
import { AreaScreen } from './AreaScreen.tsx';

const granted = vi.hoisted(() => ({ menu: [] as unknown[] }));
vi.mock('../menu/use-menu.ts', () => ({ useMenu: () => granted.menu }));

const page = (name: string): MenuItem =>
  ({ name, type: 'link', state: `/masters/${name.toLowerCase()}`, tooltip: '' }) as unknown as MenuItem;
const section = (name: string, pages: readonly string[]): MenuItem =>
  ({ name, type: 'dropDown', state: `Masters/${name}`, sub: pages.map(page) }) as unknown as MenuItem;

let root: Root | null = null;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addShellTranslations();
  addPage({
    path: '/masters',
    title: { en: 'Masters', es: 'Datos maestros' },
    screen: {} as never,
    feed: null,
    load: async () => AreaScreen,
  });
});
afterEach(() => act(() => root?.unmount()));

async function show(sections: readonly MenuItem[]): Promise<HTMLElement> {
  granted.menu =
    sections.length === 0
      ? []
      : [{ name: 'Masters', type: 'dropDown', icon: 'Masters', state: 'Masters', sub: sections }];
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const router = createMemoryRouter([{ path: '*', element: <AreaScreen /> }], {
    initialEntries: ['/masters'],
  });
  await act(async () => root!.render(<Providers>{<RouterProvider router={router} />}</Providers>));
  return place;
}
const many = (start: string): string[] => Array.from({ length: 15 }, (_, n) => `${start} ${n + 1}`);
const names = (place: HTMLElement): (string | null)[] =>
  [...place.querySelectorAll('a')].map((link) => link.textContent);

async function type(place: HTMLElement, text: string): Promise<void> {
  const box = place.querySelector<HTMLInputElement>('input[type="search"]')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('given many pages, when part of a name is typed, then only the pages and sections of it are shown', async () => {
  const place = await show([section('Product', many('Molecule')), section('Customer', many('Religion'))]);
  expect(names(place)).toHaveLength(30);
  await type(place, 'religion 12');
  expect(names(place)).toEqual(['Religion 12']);
  expect([...place.querySelectorAll('h2')].map((one) => one.textContent)).toEqual(['Customer']);
});

test('given a text that no page has, then that is said, and one step shows all pages again', async () => {
  const place = await show([section('Product', many('Molecule')), section('Customer', many('Religion'))]);
  await type(place, 'zebra');
  expect(place.textContent).toContain('Nothing matches the filters');
  await act(async () => place.querySelector('button')!.click());
  expect(names(place)).toHaveLength(30);
});

test('few pages are not searched', async () => {
  const place = await show([section('Product', ['Molecule', 'Brand'])]);
  expect([names(place).length, place.querySelector('input')]).toEqual([2, null]);
});

test('given an area with no page granted, then the area is named, with whom to ask', async () => {
  const place = await show([]);
  expect(place.textContent).toContain('No pages in Masters are available to you');
  expect(place.textContent).toContain('A team lead or an administrator can grant you pages in this area.');
});
