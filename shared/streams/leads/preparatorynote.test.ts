import { expect, it } from 'vitest';
import { openLife, people } from '#tests/kit/life.ts';
import { noAppointment } from './appointment/state.ts';
import { preparatorynote } from './preparatorynote.ts';

const writer = { ...people.agent1!, rights: new Set(['Out Bound/preparatoryNotes:edit']) };
const opened = (more: object = {}) =>
  openLife([preparatorynote], (stream) =>
    stream === 'appointment-2001'
      ? { ...noAppointment('2001'), iTaskStatus: 0, iPooId: 1, iAssignedTo: 151, ...more }
      : undefined,
  );
const text = { text: 'Ask for the daughter; the dog bites' };
const stream = 'preparatorynote-visit2001';

it('is saved as a draft, marked as ready, changed back to a draft, and used at the visit', () => {
  const life = opened();
  life.must(stream, 'save', text, { as: writer });
  expect(life.state(stream)).toMatchObject({ stage: 'draft', ...text, by: { empId: 101 } });
  life.must(stream, 'ready', {}, { as: writer });
  expect(life.command(stream, 'ready', {}, { as: writer })).toMatchObject({ code: 'noteStage' });
  life.must(stream, 'save', { text: 'Ask for the son' }, { as: writer });
  expect(life.state(stream)).toMatchObject({ stage: 'draft', text: 'Ask for the son' });
  life.must(stream, 'use', {});
  expect(life.state(stream)).toMatchObject({ stage: 'used' });
  expect(life.command(stream, 'use', {})).toMatchObject({ code: 'noLongerNeeded' });
});
it.each([
  ['a visit that is not there', { iTaskStatus: null }, 'notFound'],
  ['a visit of another place', { iPooId: 3 }, 'notFound'],
  ['a visit that has begun', { iTaskStatus: 1 }, 'noteTooLate'],
  ['a visit that is over', { iTaskStatus: 2 }, 'noteTooLate'],
])('is not written for %s', (_title, more, code) => {
  expect(opened(more).command(stream, 'save', text, { as: writer })).toMatchObject({ code });
});
