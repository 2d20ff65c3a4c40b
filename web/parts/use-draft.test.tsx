// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPerson } from '#web/live/person.ts';
import { useDraft } from './use-draft.ts';
import type { Draft } from './use-draft.ts';

type Texts = { readonly reason: string; readonly day: string };
let draft: Draft<Texts>;
let root: Root | null = null;

function Probe({ command, record }: { command: string; record: string | null }): null {
  const now = useDraft<Texts>(command, record, { reason: '', day: '2026-11-20' });
  useEffect(() => void (draft = now));
  return null;
}
/** Opens the dialog, closing the previous one. */
function open(command = 'approval.rejectStep', record: string | null = '12'): void {
  close();
  root = createRoot(document.createElement('div'));
  act(() => root!.render(<Probe command={command} record={record} />));
}
function close(): void {
  act(() => root?.unmount());
  root = null;
}
const person = (empId: number): void =>
  act(() =>
    setPerson({
      empId,
      name: 'x',
      admin: false,
      permissionVersion: 1,
      rights: new Set(),
      primaryPooId: null,
      poos: [],
      languages: [],
    }),
  );
const type = (part: Partial<Texts>): void => act(() => draft.put(part));

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
beforeEach(() => {
  localStorage.clear();
  person(7);
});
afterEach(close);

test('a draft is restored after the dialog was closed, with a note', () => {
  open();
  expect(draft.restored).toBeNull();
  type({ reason: 'The bill is missing' });
  expect(draft.dirty).toBe(true);
  expect(draft.restored).toBeNull();
  open();
  expect(draft.values).toEqual({ reason: 'The bill is missing', day: '2026-11-20' });
  expect(draft.restored).not.toBeNull();
});

test('a draft belongs to one person, command and record', () => {
  open();
  type({ reason: 'mine' });
  for (const [empId, command, record] of [
    [8, 'approval.rejectStep', '12'],
    [7, 'approval.askInfo', '12'],
    [7, 'approval.rejectStep', '13'],
    [7, 'approval.rejectStep', null],
  ] as const) {
    person(empId);
    open(command, record);
    expect(draft.values.reason).toBe('');
  }
});

test('nothing is kept once it was sent, discarded, or deleted again', () => {
  open();
  type({ reason: 'sent' });
  act(() => draft.done());
  open();
  expect(draft.values.reason).toBe('');
  type({ reason: 'unwanted' });
  open();
  act(() => draft.forget());
  expect(draft.values.reason).toBe('');
  expect(draft.restored).toBeNull();
  type({ reason: 'x' });
  type({ reason: '' });
  expect(localStorage).toHaveLength(0);
});

test('a draft sent after the dialog closed is deleted too, and opening alone stores nothing', () => {
  open();
  type({ reason: 'on its way' });
  const sent = draft;
  close();
  sent.done();
  expect(localStorage).toHaveLength(0);
  open();
  expect(localStorage).toHaveLength(0);
});

test('an unreadable draft is ignored', () => {
  localStorage.setItem('ops-draft:7:approval.rejectStep:12', 'half a dra');
  open();
  expect(draft.values.reason).toBe('');
});
