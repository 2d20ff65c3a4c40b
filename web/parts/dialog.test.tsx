// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';
import { commands } from './commands/registry.ts';
import { DialogRoom } from './DialogRoom.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

let root: Root;
const close = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
});
beforeEach(() => {
  close.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

function show(pending: boolean): void {
  act(() =>
    root.render(
      <MantineProvider env="test">
        <DialogRoom open title="Deactivate" onClose={close} pending={pending}>
          text
        </DialogRoom>
      </MantineProvider>,
    ),
  );
}
/** Every way out of a dialog but its own buttons. */
function leave(): void {
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    document.querySelector<HTMLElement>('.mantine-Modal-overlay')!.click();
    document.querySelector<HTMLElement>('.mantine-Modal-close')!.click();
    commands.byId('dialog.close')!.run();
  });
}

test('a dialog that waits for its answer cannot be closed, so that the answer meets no other one', () => {
  show(true);
  leave();
  expect(close).not.toHaveBeenCalled();
  show(false);
  leave();
  expect(close).toHaveBeenCalled();
});
