// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/live/api.ts';
import { useAutosave } from './use-autosave.ts';
import type { Autosave } from './use-autosave.ts';

let autosave: Autosave;
let root: Root;
const send = vi.spyOn(api, 'command');

function Probe(): null {
  const now = useAutosave('12', 'entering', () => ({ header: {}, lines: [] }) as never);
  useEffect(() => void (autosave = now));
  return null;
}

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
beforeEach(() => {
  send.mockReset().mockResolvedValue({ id: '12', version: 2 } as never);
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe />));
});
afterEach(() => act(() => root.unmount()));

test('a page that goes away saves what was typed', async () => {
  act(() => autosave.edited());
  await act(async () => window.dispatchEvent(new Event('pagehide')));
  expect(send).toHaveBeenCalledOnce();
  expect(autosave.state).toBe('clean');
});

test('a page that goes away with nothing typed sends nothing', async () => {
  await act(async () => window.dispatchEvent(new Event('pagehide')));
  expect(send).not.toHaveBeenCalled();
});
