// @vitest-environment jsdom
import { act, type ComponentProps, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ListRow } from '#web/families/document/list-columns.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { TogetherOrder as Part } from './TogetherOrder.tsx';
import '#web/parts/DialogRoom.tsx';

interface Sent {
  readonly url: string;
  readonly key: string;
  readonly body: { readonly lines: readonly { readonly id: string }[] };
}
let sent: Sent[];
let replies: (() => Promise<Response>)[];
let root: Root;
let TogetherOrder: ComponentType<ComponentProps<typeof Part>>;
const done = vi.fn();

const line = (id: string, pooId: number): ListRow =>
  ({
    id: `${id}.1`,
    documentId: id,
    lineId: '1',
    number: `IN-${id}`,
    product: 'Paracetamol 500',
    productId: 4,
    pooId,
    packSize: 10,
    open: 30,
  }) as unknown as ListRow;
const offer = { supplierId: 9, supplier: 'Medline', moq: 1, packMultiple: 1, buy: 1, free: 0 };
const created = (id: string) => () =>
  Promise.resolve(Response.json({ id, stream: `po-${id}`, version: 1, position: 9 }));

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  ({ TogetherOrder } = await import('./TogetherOrder.tsx'));
});
beforeEach(async () => {
  sent = [];
  replies = [];
  done.mockReset();
  vi.stubGlobal(
    'fetch',
    (url: string, init: { method: string; headers: Record<string, string>; body: string }) => {
      if (init.method !== 'POST')
        return Promise.resolve(
          Response.json(url.includes('offers') ? { offers: { 4: [offer] } } : { rows: [] }),
        );
      sent.push({ url, key: init.headers['idempotency-key']!, body: JSON.parse(init.body) as Sent['body'] });
      return replies.shift()!();
    },
  );
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Providers>
        <MemoryRouter>
          <TogetherOrder rows={[line('1', 1), line('2', 2)]} onDone={done} onClose={() => undefined} />
        </MemoryRouter>
      </Providers>,
    ),
  );
  await vi.waitFor(() => expect(document.querySelectorAll('.ol-table tbody tr')).toHaveLength(2));
});
afterEach(() => act(() => root.unmount()));

const press = (label: string): Promise<void> =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click(),
  );

test('given two presses, then each order is sent once', async () => {
  replies.push(created('31'), created('32'));
  await act(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Draft orders',
    )!;
    button.click();
    button.click();
  });
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(sent).toHaveLength(2);
});

test('given the second order is refused, then it is said, and another press repeats the first under its key and lines', async () => {
  replies.push(created('31'), () =>
    Promise.resolve(
      Response.json(
        { code: 'notActive', message: 'Medline is not active.', correlationId: 'c' },
        { status: 422 },
      ),
    ),
  );
  await press('Draft orders');
  await vi.waitFor(() =>
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('Medline is not active.'),
  );
  expect(done).not.toHaveBeenCalled();
  replies.push(created('31'), created('32'));
  await press('Draft orders');
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  const [first, refused, again, other] = sent;
  expect(again).toEqual(first);
  expect(other!.key).not.toBe(refused!.key);
  expect(other!.body).toEqual(refused!.body);
});
