import { describe, expect, it } from 'vitest';
import { resubmits, submissionOf, type FormKeeping } from './form.ts';

const keep = {
  create: 'start',
  save: 'save',
  resubmit: { command: 'resubmit', stages: ['returned'] },
} as unknown as FormKeeping;
const values = { name: 'Meera', phone: '', pooId: null, urgent: false, count: 0 };

describe('a form that keeps no draft', () => {
  it('creates its record from its values without the blank ones', () => {
    expect(submissionOf({ submit: 'create' }, { id: null, stage: null, values, answer: '' })).toEqual({
      id: 'new',
      command: 'create',
      input: { name: 'Meera', urgent: false, count: 0 },
    });
  });
});

describe('a form that keeps drafts', () => {
  it('submits its stored record', () => {
    expect(
      submissionOf({ submit: 'submit', keep }, { id: '7', stage: 'draft', values, answer: 'x' }),
    ).toEqual({
      id: '7',
      command: 'submit',
      input: {},
    });
  });
  it('submits a returned record again, with the answer that was given', () => {
    expect(resubmits({ keep }, 'returned')).toBe('resubmit');
    expect(
      submissionOf({ submit: 'submit', keep }, { id: '7', stage: 'returned', values, answer: ' Done. ' }),
    ).toEqual({ id: '7', command: 'resubmit', input: { answer: 'Done.' } });
    expect(
      submissionOf({ submit: 'submit', keep }, { id: '7', stage: 'returned', values, answer: ' ' }).input,
    ).toEqual({});
  });
  it('is not submitted before its draft is stored', () => {
    expect(() =>
      submissionOf({ submit: 'submit', keep }, { id: null, stage: 'draft', values, answer: '' }),
    ).toThrow('draft is stored');
  });
});
