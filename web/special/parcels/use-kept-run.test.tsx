// @vitest-environment jsdom
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ParcelRow, RunRow } from './row.ts';
import { useKeptRun } from './use-kept-run.ts';

const parcel = { id: '7', number: 'BLR01/D26/000007', customer: 'Meera Rao' } as ParcelRow;
const run = { id: '3', number: 'BLR01/S26/000003' } as RunRow;
const full = { parcels: [parcel], runs: [run] };
const none = { parcels: [], runs: [] };
let root: Root;
let place: HTMLElement;

function Shown({ empId, live, here }: { empId: number; live: boolean; here: typeof full }): ReactNode {
  const { parcels, runs, kept, numberOf } = useKeptRun(empId, live, here);
  return [
    ...parcels.map(({ id }) => id),
    ...runs.map(({ number }) => number),
    kept,
    numberOf('delivery', '7'),
  ].join(' ');
}
function open(empId: number, live: boolean, here: typeof full | typeof none): string {
  root = createRoot(place);
  act(() => root.render(<Shown empId={empId} live={live} here={here as typeof full} />));
  return place.textContent ?? '';
}
function openAgain(empId: number, live: boolean, here: typeof full | typeof none): string {
  act(() => root.unmount());
  return open(empId, live, here);
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  place = document.createElement('div');
  open(162, true, full);
});
afterEach(() => act(() => root.unmount()));

test('given a run that was seen, then it is read again without a connection, with its name for a refused entry', () => {
  expect(openAgain(162, false, none)).toBe('7 BLR01/S26/000003 true Meera Rao, BLR01/D26/000007');
});
test('given a connection, then only what the server sends counts, and an empty run is kept as empty', () => {
  expect(openAgain(162, true, none)).toBe('false Meera Rao, BLR01/D26/000007');
  expect(openAgain(162, false, none)).toBe('true ');
});
test('given another person on this device, then they see nothing of it', () => {
  expect(openAgain(163, false, none)).toBe('true ');
});
