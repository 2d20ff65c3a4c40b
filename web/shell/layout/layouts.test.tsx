// @vitest-environment jsdom
import { act } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';
import { Providers } from '../Providers.tsx';
import { addShellTranslations } from '../translations.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { CustomerPaymentLayout } from './CustomerPaymentLayout.tsx';
import { LoadingDialog, loadingDialogWidth } from './LoadingDialog.tsx';
import { resetLayout, setLayout } from './settings.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const signedIn = vi.hoisted(() => ({ token: null as string | null, ended: null }));
vi.mock('#web/live/session.ts', async (importActual) => ({
  ...(await importActual<object>()),
  useSession: () => signedIn,
}));
vi.mock('../notices/NoticeButton.tsx', () => ({
  NoticeButton: () => <button type="button" aria-label="Notifications" />,
}));

let root: Root | null = null;
let place: HTMLElement;

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addShellTranslations();
});
afterEach(async () => {
  act(() => root?.unmount());
  root = null;
  resetLayout();
  await act(() => setLanguage('en'));
});

async function show({ Component }: { readonly Component: ComponentType }): Promise<HTMLElement> {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const router = createMemoryRouter([
    {
      Component,
      children: [
        {
          path: '/',
          handle: { page: { title: { en: 'Tax invoice', es: 'Factura' } } },
          element: <p>the document</p>,
        },
      ],
    },
  ]);
  await act(async () => root!.render(<Providers>{<RouterProvider router={router} />}</Providers>));
  return place;
}

test('in the payment layout only signed-in people have notices', async () => {
  const names = (shown: HTMLElement): (string | null)[] =>
    [...shown.querySelectorAll('header button')].map((button) => button.getAttribute('aria-label'));
  expect(names(await show({ Component: CustomerPaymentLayout })).join()).not.toContain('Notifications');
  act(() => root!.unmount());
  signedIn.token = 'token';
  expect(names(await show({ Component: CustomerPaymentLayout })).join()).toContain('Notifications');
  signedIn.token = null;
});

test('the payment layout has header, breadcrumb, page and appearance', async () => {
  const shown = await show({ Component: CustomerPaymentLayout });
  expect(shown.querySelector('nav[aria-label]')?.textContent).toBe('Tax invoice');
  expect(shown.querySelector('footer')).toBeNull();
  const open = [...shown.querySelectorAll('button')].find(
    (button) => button.getAttribute('aria-expanded') === 'false' && button.getAttribute('aria-label'),
  )!;
  await act(async () => open.click());
  expect(shown.querySelector('aside')).not.toBeNull();
  await act(() => setLanguage('es'));
  expect(shown.querySelector('nav[aria-label]')?.textContent).toBe('Factura');
});

test('the authentication layout: only the page, the language and the theme', async () => {
  const shown = await show({ Component: AuthLayout });
  expect(shown.querySelector('main')?.textContent).toContain('the document');
  expect([shown.querySelector('nav'), shown.querySelector('footer'), shown.querySelector('aside')]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the layout's direction applies to the customer's layout", async () => {
  await show({ Component: CustomerPaymentLayout });
  await act(async () => setLayout({ dir: 'rtl' }));
  expect(document.documentElement.dir).toBe('rtl');
  await act(async () => setLayout({ dir: 'ltr' }));
  expect(document.documentElement.dir).toBe('ltr');
});

test('the loading dialog is 200 px wide and shown only for slow loads', async () => {
  vi.useFakeTimers();
  try {
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    const render = (open: boolean): void =>
      act(() => root!.render(<Providers>{<LoadingDialog open={open} />}</Providers>));
    render(true);
    expect(place.querySelector('[role="status"]')).toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    const dialog = place.querySelector<HTMLElement>('[role="status"]')!;
    expect([dialog.textContent, dialog.style.width, loadingDialogWidth]).toEqual(['Loading', '200px', 200]);
    render(false);
    expect(place.querySelector('[role="status"]')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
