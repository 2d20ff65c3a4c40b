// @vitest-environment jsdom
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { text } from '#shared/core/fields.ts';
import { translations } from '#shared/core/translations.ts';
import { defineForm } from '#shared/families/form.ts';
import { api } from '#web/live/api.ts';
import { setPerson } from '#web/live/person.ts';
import { addTranslations, startTranslations } from '#web/locales/translations.ts';
import { FormScreen } from './FormScreen.tsx';
import { addFormTranslations } from './translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const form = defineForm({
  name: 'note-form',
  route: '/outBound/note',
  group: 'Out Bound',
  entity: 'note',
  guard: 'entity',
  subject: 'note',
  submit: 'write',
  empty: { subject: '', remark: '' },
  steps: [
    {
      name: 'what',
      fields: [{ name: 'subject', kind: 'text', required: true }],
      schema: z.object({ subject: text(40) }),
    },
    { name: 'more', fields: [{ name: 'remark', kind: 'text' }], schema: z.object({}) },
  ],
  translations: translations({
    en: {
      title: 'Note',
      'step.what': 'What it is about',
      'step.more': 'More',
      'field.subject': 'Subject',
      'field.remark': 'Remark',
      'action.submit': 'Write',
    },
    es: {
      title: 'Nota',
      'step.what': 'De qué trata',
      'step.more': 'Más',
      'field.subject': 'Asunto',
      'field.remark': 'Observación',
      'action.submit': 'Escribir',
    },
  }),
});
vi.mock('./declaration.ts', () => ({ loadForm: () => loaded }));
const loaded = Promise.resolve(form);

let root: Root;
const send = vi.spyOn(api, 'command');

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addFormTranslations();
  addTranslations(form.name, form.translations);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  send.mockReset().mockResolvedValue({ id: '7', stream: 'note-7', version: 1, position: 1 });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

async function open(rights: readonly string[]): Promise<void> {
  setPerson({
    ...{
      empId: 1,
      name: 'Meera',
      admin: false,
      permissionVersion: 1,
      primaryPooId: 1,
      poos: [],
      languages: [],
    },
    rights: new Set(rights),
  });
  const router = createMemoryRouter([{ path: '/', element: <FormScreen name={form.name} /> }]);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Suspense fallback="loading">
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
async function type(value: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('[data-path="subject"] input')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const press = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent!.includes(label))!.click(),
  );

test('a form that keeps no draft opens at its first step and stores nothing while it is filled in', async () => {
  await open(['Out Bound/note:create']);
  expect(document.body.textContent).toContain('What it is about');
  expect(document.body.textContent).not.toContain('All drafts');
  await type('Delivery');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await press('Next');
  expect(document.querySelector('#fo-heading')!.textContent).toBe('More');
  expect(send).not.toHaveBeenCalled();
});

test('it is submitted by one command, which creates its record', async () => {
  await open(['Out Bound/note:create']);
  await type('Delivery');
  await press('Next');
  await press('Write');
  expect(send.mock.calls.map((call) => call.slice(0, 4))).toEqual([
    ['note', 'new', 'write', { subject: 'Delivery' }],
  ]);
  expect(document.querySelector('#fo-heading')!.textContent).toBe('What it is about');
});

test('a person without the right to create its record is refused', async () => {
  await open([]);
  expect(document.body.textContent).toContain('You don’t have permission to fill in this form.');
});
