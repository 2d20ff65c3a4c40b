// @vitest-environment jsdom
import { act, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#web/live/failure.ts';
import { setPerson } from '#web/live/person.ts';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { ReasonDialogProps } from './ReasonDialog.tsx';
import type { Sending } from './SendDialog.tsx';
import '../DialogRoom.tsx';

let ReasonDialog: (props: ReasonDialogProps<boolean>) => ReactNode;
let root: Root;
/** Every reason that was sent, with the way to answer it. */
let sent: { reason: string; answer: (done: boolean, failure?: Failure) => Promise<void> }[];
const retried = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  ({ ReasonDialog } = await import('./ReasonDialog.tsx'));
  setPerson({
    empId: 131,
    name: 'Farhan Ali',
    admin: false,
    permissionVersion: 1,
    rights: new Set(),
    primaryPooId: 1,
    poos: [],
    languages: [],
  });
});
beforeEach(async () => {
  localStorage.clear();
  sent = [];
  retried.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Screen />
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

/** A screen with one button that opens the dialog. */
function Screen(): ReactNode {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending: Sending<boolean> = {
    pending,
    failure,
    retry: async () => {
      retried();
      return true;
    },
  };
  const send = (reason: string): Promise<boolean> =>
    new Promise((done) => {
      setPending(true);
      setFailure(null);
      sent.push({
        reason,
        answer: async (ok, refusal) =>
          act(async () => {
            setPending(false);
            if (refusal) setFailure(refusal);
            done(ok);
          }),
      });
    });
  return (
    <>
      <button onClick={() => setOpen(true)}>Deactivate</button>
      {open && (
        <ReasonDialog
          about={['thing.deactivate', 7]}
          title="Deactivate it?"
          verb="Yes, deactivate"
          sending={sending}
          send={send}
          done="Deactivated."
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const opener = (): HTMLElement => document.querySelector('button')!;
const area = (): HTMLTextAreaElement | null => document.querySelector('[role="dialog"] textarea');
const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]');
const button = (label: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;

async function open(): Promise<void> {
  opener().focus();
  await act(async () => opener().click());
  await vi.waitFor(() => expect(area()).not.toBeNull());
}
async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area(), text);
    area()!.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function press(key: string, init: KeyboardEventInit = {}): Promise<void> {
  await act(
    async () =>
      void area()!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
      ),
  );
}
const refusal = (more: object = {}): Failure =>
  new Failure({ code: 'inUse', message: 'Two orders use it.', correlationId: 'abc', ...more }, 422, false);

test('given a reason that is too short, then nothing is sent, its rule is said and it has the focus', async () => {
  await open();
  await type('no');
  button('Cancel').focus();
  await act(async () => button('Yes, deactivate').click());
  expect(sent).toEqual([]);
  expect(dialog()!.textContent).toContain('Give a reason of at least 5 characters.');
  expect(document.activeElement).toBe(area());
});

test('given a reason, when Ctrl+Enter is pressed twice, then it is sent once, trimmed, and nothing closes it meanwhile', async () => {
  await open();
  await type('  wrong product  ');
  await press('Enter', { ctrlKey: true });
  await press('Enter', { ctrlKey: true });
  await press('Escape');
  expect(sent.map(({ reason }) => reason)).toEqual(['wrong product']);
  expect(button('Cancel').disabled).toBe(true);
  expect(dialog()).not.toBeNull();
});

test('given the focus on the button that sends, when Ctrl+Enter is pressed, then it is sent once', async () => {
  await open();
  await type('wrong product');
  const send = button('Yes, deactivate');
  send.focus();
  await act(async () => {
    send.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
    );
  });
  expect(sent.map(({ reason }) => reason)).toEqual(['wrong product']);
});

test('given Enter alone in the text, then it is a new line and nothing is sent', async () => {
  await open();
  await type('wrong product');
  await press('Enter');
  expect(sent).toEqual([]);
});

test('given a refusal, then it is shown in words, the text stays, and it can be sent again', async () => {
  await open();
  await type('wrong product');
  await act(async () => button('Yes, deactivate').click());
  await sent[0]!.answer(false, refusal());
  expect(dialog()!.querySelector('[role="alert"]')!.textContent).toContain('Two orders use it.');
  expect(area()!.value).toBe('wrong product');
  await act(async () => button('Yes, deactivate').click());
  expect(sent).toHaveLength(2);
});

test('given a refusal of the reason itself, then it is shown at the input, not above it', async () => {
  await open();
  await type('wrong product');
  await act(async () => button('Yes, deactivate').click());
  await sent[0]!.answer(false, refusal({ field: 'reason', message: 'Name the order.' }));
  expect(dialog()!.querySelector('.ops-inline-error')).toBeNull();
  expect(area()!.getAttribute('aria-invalid')).toBe('true');
  expect(dialog()!.textContent).toContain('Name the order.');
  expect(document.activeElement).toBe(area());
});

test('given no answer, then the same is sent again under its key, and success closes the dialog', async () => {
  await open();
  await type('wrong product');
  await act(async () => button('Yes, deactivate').click());
  await sent[0]!.answer(
    false,
    new Failure({ code: 'offline', message: 'No connection.', correlationId: '' }, 0, true),
  );
  await act(async () => button('Try again').click());
  expect(retried).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(dialog()).toBeNull());
});

test('given a typed text, when Esc closes the dialog, then the focus is back and the text is there again', async () => {
  await open();
  await type('wrong product');
  await press('Escape');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(opener()));
  await open();
  expect(area()!.value).toBe('wrong product');
});

test('given success, then the dialog closes, the focus is back and no draft is left', async () => {
  await open();
  await type('wrong product');
  await press('Enter', { metaKey: true });
  await sent[0]!.answer(true);
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(opener()));
  await open();
  expect(area()!.value).toBe('');
});

test('given Spanish, then the rule is Spanish', async () => {
  await act(async () => setLanguage('es'));
  await open();
  await act(async () => button('Yes, deactivate').click());
  expect(dialog()!.textContent).toContain('Indique un motivo de al menos 5 caracteres.');
  await act(async () => setLanguage('en'));
});
