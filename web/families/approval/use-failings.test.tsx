// @vitest-environment jsdom
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFailings } from './use-status.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('#web/live/api.ts', async (original) => ({ ...(await original<object>()), api: { get: asked } }));

let root: Root;
let place: HTMLElement;
const Shown = ({ id }: { readonly id: string }): ReactNode => useFailings([id]).get(id) ?? 'none';
async function open(id: string): Promise<string> {
  root = createRoot(place);
  await act(async () => root.render(<Shown id={id} />));
  return place.textContent ?? '';
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:00:00Z') });
  place = document.createElement('div');
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test('what a check found is shown at once to whoever opens the request next, and no more once it is old', async () => {
  asked.mockResolvedValue({ fails: 'slotTaken' });
  expect(await open('704')).toBe('slotTaken');
  act(() => root.unmount());
  asked.mockReturnValue(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await open('704')).toBe('slotTaken');
  act(() => root.unmount());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await open('704')).toBe('none');
});
