import { describe, expect, it } from 'vitest';
import {
  blankEntry,
  blankLine,
  changedLine,
  draftOf,
  lineField,
  lineOf,
  valuesOfDraft,
} from './entry-values.ts';

describe('a line that is typed', () => {
  it('computes its quantity until somebody types another', () => {
    const tablet = { ...blankLine(1), drugForm: 'TAB' };
    const one = changedLine(changedLine(tablet, { dose: '1-0-1' }), { days: '10' });
    expect(one.qty).toBe('20');
    expect(changedLine(one, { days: '5' }).qty).toBe('10');
    const written = changedLine(one, { qty: '30' });
    expect(changedLine(written, { days: '5' }).qty).toBe('30');
  });
  it('leaves the quantity of a bottle to the typist', () => {
    const syrup = changedLine(
      changedLine({ ...blankLine(1), drugForm: 'SYP', qty: '2' }, { dose: '1-1-1' }),
      { days: '5' },
    );
    expect(syrup.qty).toBe('2');
  });
  it('is sent as numbers, and invalid input as nothing', () => {
    expect(lineOf({ ...blankLine(1), dose: '1-0-1', days: '10', qty: '20', qtyReason: ' ' })).toMatchObject({
      days: 10,
      qty: 20,
      qtyReason: null,
      dose: { kind: 'daily', m: 1 },
    });
    expect(lineOf({ ...blankLine(1), dose: 'twice' })).toMatchObject({ dose: null, days: null });
  });
});

describe('a draft', () => {
  it('is restored as it was typed', () => {
    const typed = { ...blankEntry('acute'), lines: [{ ...blankLine(1), written: 'Tab Met' }] };
    expect(valuesOfDraft(draftOf(typed), 'acute')).toEqual(typed);
  });
});

describe('a refusal', () => {
  it('finds its line by its position in the request', () => {
    const lines = [blankLine(2), blankLine(5)];
    expect(lineField('lines.1.dose.m', lines)).toEqual({ no: 5, field: 'dose' });
    expect(lineField('header.writtenOn', lines)).toBeNull();
    expect(lineField('lines.9.dose', lines)).toBeNull();
  });
});
