// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPerson } from '#web/live/person.ts';
import { useOver, type Over } from './use-over.ts';

let over: Over<string>;
let root: Root | null = null;

function Probe({ stands, version }: { stands: string; version: number }): null {
  const now = useOver('204-watchoutfor', 'assessment.writeSection', stands, version);
  useEffect(() => void (over = now));
  return null;
}
function show(stands: string, version: number): void {
  root ??= createRoot(document.createElement('div'));
  act(() => root!.render(<Probe stands={stands} version={version} />));
}
function close(): void {
  act(() => root?.unmount());
  root = null;
}
beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
beforeEach(() =>
  act(() =>
    setPerson({
      empId: 111,
      name: 'Meera Nair',
      admin: false,
      permissionVersion: 1,
      rights: new Set(),
      primaryPooId: null,
      poos: [],
      languages: [],
    }),
  ),
);
afterEach(() => {
  act(() => over.forget());
  close();
});

test('the text of a colleague shows while nothing is typed', () => {
  show('Swollen', 1);
  show('Both swollen', 2);
  expect(over).toMatchObject({ value: 'Both swollen', changed: false, moved: false, seen: 2 });
});
test('what is typed stays when a colleague writes, until one of both is chosen', () => {
  show('Swollen', 1);
  act(() => over.type('Mine'));
  show('Both swollen', 2);
  expect(over).toMatchObject({ value: 'Mine', moved: true, seen: 1 });
  act(() => over.keep());
  expect(over).toMatchObject({ value: 'Mine', moved: false, seen: 2 });
  act(() => over.forget());
  expect(over).toMatchObject({ value: 'Both swollen', changed: false });
});
test('what is typed comes back after the screen was closed, with the version that was seen', () => {
  show('Swollen', 1);
  act(() => over.type('Mine'));
  close();
  show('Both swollen', 2);
  expect(over).toMatchObject({ value: 'Mine', changed: true, moved: true, seen: 1 });
  expect(over.restored).not.toBeNull();
});
test('what was sent stays in sight until the answer shows, and then follows the server', () => {
  show('Swollen', 1);
  act(() => over.type('Mine '));
  act(() => over.sent());
  expect(over).toMatchObject({ value: 'Mine ', changed: false, moved: false });
  show('Mine', 2);
  expect(over).toMatchObject({ value: 'Mine', changed: false, restored: null });
  show('Theirs', 3);
  expect(over.value).toBe('Theirs');
});
