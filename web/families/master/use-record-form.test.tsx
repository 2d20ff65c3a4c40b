// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { department } from '#shared/masters/index.ts';
import { Failure } from '#web/live/failure.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { useRecordForm } from './use-record-form.ts';
import type { RecordForm, Saved, Sending } from './use-record-form.ts';

type Answer = { readonly id: number; readonly version: number };

let form: RecordForm;
let root: Root | null = null;
let answers: PromiseWithResolvers<Answer>[];
let saving: Promise<Saved | null>;

const under = (): Promise<Answer> => {
  const answer = Promise.withResolvers<Answer>();
  answers.push(answer);
  return answer.promise;
};
const sending: Sending = { create: under, update: under };
const record: MasterRow = {
  id: 7,
  version: 3,
  iStatus: 1,
  iCancelFlag: 0,
  stage: null,
  stageAt: '2026-11-18T05:00:00.000Z',
  mergedInto: null,
  fields: { vCode: 'OPS', vName: 'Operations' },
  createdAt: '2026-11-18T05:00:00.000Z',
  updatedBy: 'user:101',
  updatedAt: '2026-11-18T05:00:00.000Z',
};

function Probe({ row }: { row: MasterRow | null }): null {
  const now = useRecordForm({ def: department, row, empId: 101, sending });
  useEffect(() => void (form = now));
  return null;
}
/** Opens the form, closing the one before. */
function open(row: MasterRow | null = null): void {
  close();
  root = createRoot(document.createElement('div'));
  act(() => root!.render(<Probe row={row} />));
}
function close(): void {
  act(() => root?.unmount());
  root = null;
}
const type = (name: string, value: unknown): void => act(() => form.put(name, value));
function fill(): void {
  type('vCode', 'OPS');
  type('vName', 'Operations');
}
const save = (): void => act(() => void (saving = form.save()));
async function answered(answer: Answer): Promise<Saved | null> {
  await act(async () => answers.shift()!.resolve(answer));
  return saving;
}
async function refused(code: string, status: number): Promise<void> {
  await act(async () =>
    answers.shift()!.reject(new Failure({ code, message: code, correlationId: 'c' }, status, false)),
  );
}
/** Longer than any pause in typing. */
const later = (): void => act(() => void vi.advanceTimersByTime(5_000));

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
});
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  answers = [];
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

test('a record that was saved does not come back as the draft of the next new one', async () => {
  open();
  fill();
  save();
  expect(await answered({ id: 12, version: 1 })).toMatchObject({ id: 12, version: 1 });
  later();
  open();
  expect(form.restored).toBeNull();
  expect(form.values.vName).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('what was typed last is kept when the form goes away at once', () => {
  open();
  type('vName', 'Operations');
  open();
  expect(form.values.vName).toBe('Operations');
  expect(form.restored).not.toBeNull();
});

test('a save under way keeps the draft until it is answered, and a refused one goes on keeping it', async () => {
  open();
  fill();
  save();
  later();
  expect(localStorage).toHaveLength(1);
  await refused('duplicateCode', 409);
  expect(await saving).toBeNull();
  type('vName', 'Operations North');
  open();
  expect(form.values).toMatchObject({ vCode: 'OPS', vName: 'Operations North' });
});

test('what is typed into a new record while it is being saved becomes the draft of that record', async () => {
  open();
  fill();
  save();
  type('vName', 'Operations North');
  expect(await answered({ id: 7, version: 1 })).toMatchObject({ id: 7, typedSince: true });
  later();
  open();
  expect(form.values.vName).toBeUndefined();
  open(record);
  expect(form.values).toMatchObject({ vCode: 'OPS', vName: 'Operations North' });
  expect(form.version).toBe(1);
});

test('what is typed into a record while it is being saved stays unsaved in it', async () => {
  open(record);
  type('vName', 'Operations North');
  save();
  type('vCode', 'OPN');
  expect(await answered({ id: 7, version: 4 })).toMatchObject({ id: 7, typedSince: true });
  expect(form.dirty).toBe(true);
  expect(form.version).toBe(4);
  expect(form.base).toMatchObject({ vCode: 'OPS', vName: 'Operations North' });
  open({ ...record, version: 4, fields: { vCode: 'OPS', vName: 'Operations North' } });
  expect(form.values.vCode).toBe('OPN');
});

test('an answer that comes after the form was left says so, and leaves no draft', async () => {
  open();
  fill();
  save();
  close();
  expect(await answered({ id: 12, version: 1 })).toMatchObject({ id: 12, left: true });
  expect(localStorage).toHaveLength(0);
});

test('nothing is kept of what was deleted again', () => {
  open();
  type('vName', 'Operations');
  type('vName', '');
  expect(localStorage).toHaveLength(0);
});
