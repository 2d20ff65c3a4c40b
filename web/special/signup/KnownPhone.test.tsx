// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, expect, test, vi } from 'vitest';
import type { SearchHit } from '#shared/wire.ts';
import { Failure } from '#web/live/failure.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('#web/live/api.ts', async (original) => ({ ...(await original<object>()), api: { get: asked } }));

const hit = (kind: string, id: string, title: string): SearchHit => ({
  kind,
  id,
  label: kind,
  ref: `X-${id}`,
  title,
  hint: 'Jayanagar',
  link: `/masters/${kind}?row=${id}`,
  over: false,
});

let KnownPhone: ComponentType<{ phone: string; id: string | null }>;
beforeAll(async () => {
  stubBrowser();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  ({ KnownPhone } = await import('./KnownPhone.tsx'));
});

async function show(hits: readonly SearchHit[], phone: string): Promise<HTMLElement> {
  asked.mockResolvedValue({ hits, more: [] });
  const place = document.body.appendChild(document.createElement('div'));
  const router = createMemoryRouter([{ path: '/', element: <KnownPhone phone={phone} id="301" /> }]);
  await act(async () =>
    createRoot(place).render(<Providers>{<RouterProvider router={router} />}</Providers>),
  );
  await vi.waitFor(() => expect(place.querySelector('a')).not.toBeNull());
  return place;
}

test('given a number that a customer and this case have, when it is typed, then the customer is named with a link, the case is not', async () => {
  const shown = await show(
    [hit('customer', '44', 'Keshav Rao'), hit('signup', '301', 'Keshav Rao')],
    '5550120044',
  );
  expect(asked).toHaveBeenCalledWith('/search', expect.objectContaining({ query: { q: '5550120044' } }));
  expect([...shown.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/masters/customer?row=44',
  ]);
  expect(shown.textContent).toContain('Keshav Rao X-44 · Jayanagar');
});

test('given a number that an employee has as well, when it is typed, then only customers, leads and sign-ups are named', async () => {
  const shown = await show([hit('employee', '7', 'Ravi'), hit('lead', '12', 'Ravi Rao')], '5550120046');
  expect([...shown.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Ravi Rao']);
});

test('given that the number cannot be looked up, then it is said quietly and nothing is in the way', async () => {
  asked.mockRejectedValue(new Failure({ code: 'forbidden', message: 'No.', correlationId: 'c' }, 403, false));
  const place = document.body.appendChild(document.createElement('div'));
  const router = createMemoryRouter([{ path: '/', element: <KnownPhone phone="5550120047" id={null} /> }]);
  await act(async () =>
    createRoot(place).render(<Providers>{<RouterProvider router={router} />}</Providers>),
  );
  await vi.waitFor(() =>
    expect(place.querySelector('[role="status"]')?.textContent).toBe(
      'Could not check whether this number is already registered; you can continue.',
    ),
  );
});
