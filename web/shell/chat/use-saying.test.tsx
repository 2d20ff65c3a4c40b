// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPerson } from '#web/live/person.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { useSaying } from './use-saying.ts';
import type { Saying } from './use-saying.ts';

let saying: Saying;
let root: Root | null = null;
let answers: PromiseWithResolvers<Response>[];
let over: Promise<void>;

function Probe(): null {
  const now = useSaying('12');
  useEffect(() => void (saying = now));
  return null;
}
function open(): void {
  close();
  root = createRoot(document.createElement('div'));
  act(() => root!.render(<Probe />));
}
function close(): void {
  act(() => root?.unmount());
  root = null;
}
const type = (text: string): void => act(() => saying.setText(text));
const send = (): void => act(() => void (over = saying.send()));
const retry = (): void => act(() => void (over = saying.retry()));
const answered = (give: (answer: PromiseWithResolvers<Response>) => void): Promise<void> =>
  act(async () => {
    give(answers.shift()!);
    await over;
  });
const said = (): Promise<void> =>
  answered(({ resolve }) =>
    resolve(Response.json({ id: '12', stream: 'chatroom-12', version: 5, position: 9 })),
  );
const unsaid = (): Promise<void> => answered(({ reject }) => reject(new TypeError('Failed to fetch')));

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
});
beforeEach(() => {
  localStorage.clear();
  act(() =>
    setPerson({
      empId: 7,
      name: 'x',
      admin: false,
      permissionVersion: 1,
      rights: new Set(),
      primaryPooId: null,
      poos: [],
      languages: [],
    }),
  );
  answers = [Promise.withResolvers(), Promise.withResolvers()];
  const replies = answers.map(({ promise }) => promise);
  vi.stubGlobal('fetch', () => replies.shift());
  open();
});
afterEach(close);

test('the field is empty once its message is in the room', async () => {
  type('hello');
  send();
  expect(saying.text).toBe('hello');
  await said();
  expect(saying.text).toBe('');
  expect(localStorage).toHaveLength(0);
});

test('what is typed while a message is on its way stays', async () => {
  type('hello');
  send();
  type('hello and goodbye');
  await said();
  expect(saying.text).toBe('hello and goodbye');
  expect(localStorage).toHaveLength(1);
});

test('a message that arrives after its room was closed is no draft of that room', async () => {
  type('hello');
  send();
  close();
  await said();
  open();
  expect(saying.text).toBe('');
});

test('a message sent again takes away only itself', async () => {
  type('hello');
  send();
  await unsaid();
  expect(saying.failure).not.toBeNull();
  type('and goodbye');
  retry();
  await said();
  expect(saying.text).toBe('and goodbye');
});
