// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inputKinds, type Field } from '#shared/families/field.ts';
import { api } from '#web/live/api.ts';
import { setPerson } from '#web/live/person.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { hung } from '#tests/kit/patience.ts';
import type { FieldInputProps } from './field-input.ts';
import { FieldInput } from './FieldInput.tsx';

let root: Root;
const get = vi.spyOn(api, 'get');
const change = vi.fn<(value: unknown) => void>();

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  // jsdom has no fonts, on which a paragraph waits to measure its lines.
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  await startTranslations();
  await import('./RareField.tsx');
  await import('./DateField.tsx');
  setPerson({
    ...{ empId: 1, name: 'Meera', admin: false, permissionVersion: 1, primaryPooId: 1, languages: [] },
    poos: [{ id: 4, name: 'Jayanagar', city: 'Bengaluru', pincode: '560041' }],
    rights: new Set(),
  });
});
beforeEach(() => {
  change.mockReset();
  get.mockReset().mockResolvedValue([]);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

async function show(field: Field, more: Partial<FieldInputProps> = {}): Promise<void> {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <FieldInput field={field} label="The label" value={null} onChange={change} {...more} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
async function type(text: string, into = 'input'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(into)!;
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const pick = (label: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role="option"]')]
      .find((one) => one.textContent?.includes(label))!
      .click(),
  );

test.each(inputKinds)('a field of the kind %s has its input and its label', async (kind) => {
  await show({ name: 'it', kind, options: ['a', 'b'], lookup: 'patient', fields: [] });
  expect(document.body.textContent).toContain('The label');
  expect(document.querySelector('input:not([readonly]), textarea, fieldset button')).not.toBeNull();
});

test('a reference is picked by its name, in whatever family', async () => {
  const hits = [
    { kind: 'patient', id: '7', title: 'Asha Rao', ref: 'PT-7', hint: '', over: false },
    { kind: 'lead', id: '8', title: 'Asha Rao', ref: 'LD-8', hint: '', over: false },
  ];
  get.mockImplementation(async (path, options) =>
    path === '/search'
      ? { hits: hits.filter(({ kind }) => kind === options?.query?.['kind']), more: [] }
      : [],
  );
  await show({ name: 'patientId', kind: 'reference', lookup: 'patient' });
  await type('Asha');
  await vi.waitFor(() => expect(document.body.textContent).toContain('PT-7'), hung.wait);
  expect(document.body.textContent).not.toContain('LD-8');
  await pick('PT-7');
  expect(change).toHaveBeenCalledWith(7);
});

test('a place is one of the person, and its id is the value', async () => {
  await show({ name: 'pooId', kind: 'place' });
  await act(async () => document.querySelector<HTMLInputElement>('input')!.click());
  await pick('Jayanagar, Bengaluru');
  expect(change).toHaveBeenCalledWith(4);
});

test('a percentage is typed as such and kept in basis points, money in paise', async () => {
  await show({ name: 'rate', kind: 'percent' });
  await type('12.5');
  expect(change).toHaveBeenLastCalledWith(1_250);
  await show({ name: 'amount', kind: 'money' });
  await type('12.5');
  expect(change).toHaveBeenLastCalledWith(1_250);
});

test('an instant is blank until day and time are there, then in UTC', async () => {
  const time = 'input[placeholder="HH:MM"]';
  await show({ name: 'at', kind: 'datetime' }, { value: '2026-11-17T04:30:00.000Z' });
  expect(document.querySelector<HTMLInputElement>(time)!.value).toBe('10:00');
  await type('1', time);
  expect(change).toHaveBeenLastCalledWith('2026-11-16T19:30:00.000Z');
  await type('25:00', time);
  expect(change).toHaveBeenLastCalledWith('');
});

test('a field that is read only takes no typing, whatever its kind', async () => {
  for (const kind of inputKinds) {
    await show({ name: 'it', kind, options: ['a'], lookup: 'patient', fields: [] }, { readOnly: true });
    const open = [
      ...document.querySelectorAll<HTMLInputElement>(
        'input:not(.ops-hidden, [type="hidden"]), textarea:not([aria-hidden])',
      ),
    ].filter((one) => !one.readOnly && !one.disabled && !one.closest('fieldset:disabled'));
    expect(open, kind).toHaveLength(0);
  }
});
