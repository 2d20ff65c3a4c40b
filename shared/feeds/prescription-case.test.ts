import { describe, expect, it } from 'vitest';
import type { RxLine } from '../streams/prescriptions/prescription/content.ts';
import type { RxStage } from '../streams/prescriptions/prescription/digitization.machine.ts';
import type { RxState } from '../streams/prescriptions/prescription/state.ts';
import { newRx } from '../streams/prescriptions/prescription/state.ts';
import type { RxHistoryLine } from './prescription-case.ts';
import { showRx } from './prescription-case.ts';

const suresh = { empId: 101, name: 'Suresh' };
const divya = { empId: 102, name: 'Divya' };
const nandini = { empId: 104, name: 'Nandini' };
const kiran = 103;
const at = '2026-11-18T05:00:00.000Z';
const line: RxLine = {
  ...{ no: 1, written: 'Tab Warf 5', productId: 6, moleculeId: null, strength: null, unit: null, form: null },
  ...{ dose: { kind: 'daily', m: 0, a: 0, e: 0, n: 1 }, route: 'oral', food: 'after', days: 13, qty: 13 },
  ...{ qtyReason: null, unsure: false, region: { fileId: 'f1', page: 1, x: 0.1, y: 0.2, w: 0.5, h: 0.05 } },
  ...{ decision: 'supply', holdReason: null },
  drug: {
    ...{ productId: 6, name: 'Warfarin', form: 'TAB', schedules: ['H'], sold: true },
    molecules: [{ moleculeId: 6, inn: 'Warfarin', atc: 'B01AA03', strength: 5, unit: 'mg' }],
  },
};
const header: RxState['header'] = {
  ...{ writtenOn: '2026-11-17', patientAsWritten: 'Lakshmi Rao', diagnosis: 'AF', signature: true },
  ...{ legible: true, caseType: 'chronic', repeats: 0, nextReviewOn: null },
  prescriber: { doctorId: null, name: 'Dr Kavitha Rao', regNo: 'KMC 40001', address: null },
};
/** Entered once, sent back with a reason that names what was read, entered again by the same person. */
const state = (stage: RxStage, more: Partial<RxState> = {}): RxState => ({
  ...newRx('1'),
  ...{ stage, digitizer: suresh, header, lines: [line], flags: ['allergy'], corrections: 1 },
  first: { header, lines: [line] },
  repeat: [{ no: 1, reasons: ['anticoagulant'] }],
  sentBack: { reason: 'Warfarin reads 3 mg, not 5', by: nandini, at, to: suresh },
  read: ['allergySubstance:1:6:Warfarin'],
  overrides: {
    'interaction:1:#2:B01AA:M01A': { by: 'Anil', reason: 'Warfarin since 2019', as: 'doctor', at },
  },
  draft: { by: suresh, at, draft: { header: {}, lines: [{ written: 'Warfarin' }] } },
  ...more,
});
const history: readonly RxHistoryLine[] = [
  { type: 'PrescriptionAlertOverridden', at, by: 'Anil', text: 'Warfarin since 2019' },
  { type: 'PrescriptionSentBack', at, by: 'Nandini', text: 'Warfarin reads 3 mg, not 5' },
  { type: 'ClarificationAnswered', at, by: 'Anil', text: 'It comes on top' },
];
const shown = (rx: RxState, empId: number | null) =>
  showRx({ state: rx, version: 9, history, modifiedAt: at }, empId);

describe('a prescription on its screens', () => {
  it.each(['secondPending', 'secondEntering'] as const)(
    'shows the second reader nothing of an earlier reading: %s',
    (stage) => {
      const seen = shown(state(stage, { second: stage === 'secondEntering' ? divya : null }), divya.empId);
      expect(JSON.stringify(seen)).not.toMatch(/Warfarin|warf|13|"1":|B01AA|allergy/);
      expect(seen).toMatchObject({
        ...{ header: null, lines: [], first: null, draft: null, sentBack: null, read: [], overrides: {} },
        ...{ left: {}, flags: [], corrections: 0 },
        repeat: [{ no: 1, region: { fileId: 'f1' } }],
      });
      expect(seen.history.map(({ text }) => text)).toEqual([null, null, 'It comes on top']);
    },
  );
  it('shows whoever corrects a page that was sent back what is wrong with it', () => {
    expect(shown(state('entering'), suresh.empId)).toMatchObject({
      sentBack: { reason: 'Warfarin reads 3 mg, not 5' },
      lines: [{ no: 1 }],
      left: { 1: 13 },
      draft: { by: suresh },
    });
  });
  it('shows both entries only to the third person, who decides', () => {
    const differing = state('differing', {
      second: divya,
      secondLines: [{ ...line, days: 7 }],
      differences: [{ no: 1, field: 'days', first: '13', second: '7' }],
    });
    for (const reader of [suresh.empId, divya.empId])
      expect(shown(differing, reader)).toMatchObject({ first: null, secondLines: [], differences: [] });
    expect(shown(differing, kiran)).toMatchObject({
      first: { lines: [{ days: 13 }] },
      secondLines: [{ days: 7 }],
      differences: [{ field: 'days' }],
    });
  });
  it('shows its content to everybody once it is digitized', () => {
    expect(shown(state('inCheck'), kiran)).toMatchObject({
      header: { diagnosis: 'AF' },
      left: { 1: 13 },
      overrides: { 'interaction:1:#2:B01AA:M01A': { by: 'Anil' } },
    });
  });
});
