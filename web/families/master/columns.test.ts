import { expect, test } from 'vitest';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { dsaVerificationHr, placeOfOperation, vehicle, zone } from '#shared/masters/index.ts';
import { listColumns, statusTone, type Speech } from './columns.tsx';
import { listRow } from './list-rows.ts';

const now = Date.parse('2026-11-18T10:30:00+05:30');
const speech = {
  own: (key: string) => key,
  t: (key: string) => key,
  author: (name: string) => name,
} as unknown as Speech;
function toneOf(def: MasterDef, key: string, value: string, iStatus: 0 | 1 = 1): string | null {
  const column = listColumns(def, {} as never, speech, false).find((one) => one.key === key)!;
  return column.tone!(listRow({ id: 1, iStatus, fields: { [key]: value } } as unknown as MasterRow, {}), now);
}

test('a licence is red from sixty days before its expiry, the documents of a vehicle from thirty', () => {
  expect(toneOf(placeOfOperation, 'dLicenceExpiry', '2027-01-16')).toBe('danger');
  expect(toneOf(placeOfOperation, 'dLicenceExpiry', '2027-01-17')).toBeNull();
  expect(toneOf(placeOfOperation, 'dLicenceExpiry', '2026-01-01')).toBe('danger');
  expect(toneOf(placeOfOperation, 'dLicenceExpiry', '2026-01-01', 0)).toBe('muted');
  for (const key of ['dInsuranceTo', 'dPermitTo', 'dFitnessTo']) {
    expect(toneOf(vehicle, key, '2026-12-17')).toBe('danger');
    expect(toneOf(vehicle, key, '2026-12-18')).toBeNull();
  }
});

test('a list too wide for a common screen hides author and time of the last change; the others keep them', () => {
  const hidden = (def: MasterDef, narrow = false) =>
    listColumns(def, {} as never, speech, narrow)
      .filter((one) => one.hidden && (one.key === 'updatedBy' || one.key === 'updatedAt'))
      .map(({ key }) => key);
  expect(hidden(zone)).toEqual([]);
  expect(hidden(vehicle)).toEqual(['updatedBy', 'updatedAt']);
  expect(hidden(zone, true)).toEqual(['updatedBy', 'updatedAt']);
});

test('the status column fits its longest text', () => {
  const wide = (def: MasterDef) =>
    listColumns(def, {} as never, speech, false).find(({ key }) => key === 'iStatus')!.width!;
  expect(wide(zone)).toBe(110);
  expect(wide(dsaVerificationHr)).toBeGreaterThan('Verificado por RR. HH.'.length * 7);
});

test('the ordinary state of a record has no colour; what differs has', () => {
  const tone = (row: Partial<MasterRow>): string =>
    statusTone(zone, { iCancelFlag: 0, iStatus: 1, stage: null, ...row } as MasterRow);
  expect([tone({}), tone({ iStatus: 0 }), tone({ iCancelFlag: 1 })]).toEqual(['normal', 'muted', 'danger']);
});
