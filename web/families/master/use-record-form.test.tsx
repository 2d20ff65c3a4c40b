// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { language } from '#shared/masters/language.ts';
import { useRecordForm } from './use-record-form.ts';
import type { RecordForm, Sending } from './use-record-form.ts';

let form: RecordForm;
let root: Root | null = null;

function Probe({ sending }: { sending: Sending }): null {
  const now = useRecordForm({ def: language, row: null, empId: 7, sending });
  useEffect(() => void (form = now));
  return null;
}
const type = (name: string, value: unknown): void => act(() => form.put(name, value));

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => root?.unmount());
  vi.useRealTimers();
});
function open(sending: Sending): void {
  root = createRoot(document.createElement('div'));
  act(() => root!.render(<Probe sending={sending} />));
}

test('given values saved at once, when the form stays open a moment longer, then no draft of them is kept', async () => {
  open({ create: async () => ({ id: 1, version: 1 }), update: async () => ({ id: 1, version: 2 }) });
  for (const [name, value] of Object.entries(language.example)) type(name, value);
  await act(async () => void (await form.save()));
  act(() => void vi.advanceTimersByTime(5000));
  expect(localStorage).toHaveLength(0);
});

test('given values that were refused, then their draft is kept', async () => {
  open({
    create: () => Promise.reject(new Error('no connection')),
    update: () => Promise.reject(new Error('no connection')),
  });
  for (const [name, value] of Object.entries(language.example)) type(name, value);
  await act(async () => void (await form.save()));
  act(() => void vi.advanceTimersByTime(5000));
  expect(localStorage).toHaveLength(1);
});
