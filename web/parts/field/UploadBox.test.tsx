// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sending } from '#web/live/send-file.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { UploadBox as Box } from './UploadBox.tsx';

type Send = (file: File, sending: Sending) => Promise<string>;
let UploadBox: typeof Box;
let root: Root;
const sent = vi.fn<(sent: string, nth: number) => void>();

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  ({ UploadBox } = await import('./UploadBox.tsx'));
});
beforeEach(() => {
  sent.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

async function choose(send: Send, ...files: File[]): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <UploadBox label="Papers" most={3} held={0} maxBytes={100} send={send} onSent={sent}>
          {null}
        </UploadBox>
      </MantineProvider>,
    ),
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}
const file = (name: string, type = 'image/png', bytes = 1): File =>
  new File([new Uint8Array(bytes)], name, { type });
const failures = (): readonly (string | null)[] =>
  [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);

test('each file that is refused stays with its reason, and the others are sent', async () => {
  const send = vi.fn<Send>(async ({ name }) => name);
  await choose(send, file('notes.txt', 'text/plain'), file('large.png', 'image/png', 101), file('good.png'));
  expect(failures()).toEqual([
    expect.stringContaining('notes.txt is not one of'),
    expect.stringContaining('large.png is larger than'),
  ]);
  expect(sent.mock.calls).toEqual([['good.png', 2]]);
  expect(send).toHaveBeenCalledOnce();
});

test('an upload that is cancelled leaves nothing behind', async () => {
  await choose(
    (_file, { signal }) =>
      new Promise((_done, fail) => signal!.addEventListener('abort', () => fail(signal!.reason))),
    file('slow.png'),
  );
  const cancel = document.querySelector<HTMLButtonElement>('button[aria-label="Cancel slow.png"]')!;
  await act(async () => cancel.click());
  expect([failures(), sent.mock.calls, document.body.textContent?.includes('slow.png')]).toEqual([
    [],
    [],
    false,
  ]);
});
