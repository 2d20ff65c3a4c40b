// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { colour } from '#shared/masters/colour.ts';
import { setPerson } from '#web/live/person.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { Speech } from './columns.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import '#web/parts/DialogRoom.tsx';

const at = '2026-11-18T05:00:00.000Z';
const row = (id: number, vName: string): MasterRow =>
  ({ id, version: 3, fields: { vCode: `C${id}`, vName }, stage: null, stageAt: at }) as unknown as MasterRow;
const speech = { t: (key: string) => key, own: (key: string) => key, language: 'en' } as unknown as Speech;

let root: Root;
let sent: { readonly url: string; readonly body: unknown }[];
let listed: () => Promise<Response>;
const done = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
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
beforeEach(() => {
  sent = [];
  done.mockReset();
  localStorage.clear();
  listed = () => Promise.resolve(Response.json({ rows: [row(1, 'Navy'), row(2, 'Navy blue')], total: 2 }));
  vi.stubGlobal('fetch', (url: string, init: { method: string; body: string }) => {
    if (init.method !== 'POST') return listed();
    sent.push({ url, body: JSON.parse(init.body) });
    return Promise.resolve(
      Response.json({ code: 'inUse', message: 'Two orders use it.', correlationId: 'c' }, { status: 422 }),
    );
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

async function open(name = 'Navy'): Promise<void> {
  await act(async () =>
    root.render(
      <Providers>
        <MergeDialog
          def={colour}
          row={row(1, name)}
          speech={speech}
          onDone={done}
          onClose={() => undefined}
        />
      </Providers>,
    ),
  );
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"] textarea')).not.toBeNull());
}
const dialog = (): HTMLElement => document.querySelector('[role="dialog"]')!;
const press = (): Promise<void> =>
  act(async () =>
    [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent === 'merge')!.click(),
  );

test('given no record to keep, then nothing is sent and it is said', async () => {
  await open();
  await press();
  expect(sent).toEqual([]);
  expect(dialog().textContent).toContain('mergeMissing');
});

test('given a refusal, then it is shown and both the choice and the reason stay', async () => {
  await open();
  await vi.waitFor(() => expect(dialog().querySelector('input[type="radio"]')).not.toBeNull());
  await act(async () => dialog().querySelector<HTMLElement>('input[type="radio"]')!.click());
  await act(async () => {
    const area = dialog().querySelector('textarea')!;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, 'entered twice');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press();
  await vi.waitFor(() =>
    expect(dialog().querySelector('[role="alert"]')?.textContent).toContain('Two orders'),
  );
  expect(sent).toEqual([
    { url: '/commands/master/colour-1/merge', body: { into: 2, reason: 'entered twice' } },
  ]);
  expect(dialog().querySelector('textarea')!.value).toBe('entered twice');
  expect(dialog().querySelector<HTMLInputElement>('input[type="radio"]')!.checked).toBe(true);
  expect(done).not.toHaveBeenCalled();
});

test('given records that cannot be read, then it is said', async () => {
  listed = () =>
    Promise.resolve(
      Response.json(
        { code: 'forbidden', message: 'You may not see them.', correlationId: 'c' },
        { status: 403 },
      ),
    );
  await open('Teal');
  await vi.waitFor(() =>
    expect(dialog().querySelector('[role="alert"]')?.textContent).toContain('may not see'),
  );
});
