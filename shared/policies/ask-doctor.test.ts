import { expect, test } from 'vitest';
import type { Directory } from '#shared/core/directory.ts';
import type { AnyEvent } from '#tests/kit/any-event.ts';
import { prescriptionQuestions, type QuestionRow } from '#shared/feeds/prescription-questions.ts';
import { storyLine } from '#shared/streams/care/story.ts';
import { directory, people } from '#tests/kit/life.ts';
import { askDoctor } from './ask-doctor.ts';

const asked = {
  ...{ stream: 'prescription-504', version: 3, at: '2026-11-18T05:00:00.000Z', position: 9 },
  type: 'ClarificationRequested',
  data: {
    ...{ text: 'Which strength is meant?', to: 'doctor', back: 'entry', patientId: 7 },
    by: { empId: 121, name: 'Suresh' },
    face: { patient: 'Lakshmi Rao', pooId: 1 },
    dueAt: '2026-11-18T09:00:00.000Z',
  },
} as unknown as AnyEvent;
const overdue = {
  ...asked,
  version: 4,
  type: 'ClarificationOverdue',
  data: { to: 'doctor', back: 'entry', by: { empId: 121, name: 'Suresh' }, pooId: 1, patientId: 7 },
} as unknown as AnyEvent;
const answered = {
  ...asked,
  version: 5,
  type: 'ClarificationAnswered',
  data: { text: '850 mg', by: { empId: 141, name: 'Dr Anil' }, back: 'entry' },
} as unknown as AnyEvent;

const doctors: Directory = {
  ...directory,
  holders: (permission) =>
    permission === 'Prescription/DoctorView:edit'
      ? [
          { ...directory.employee(141)!, poos: [1] },
          { ...directory.employee(131)!, poos: [3] },
        ]
      : [],
};
const told = (event: AnyEvent) =>
  askDoctor.react(event as never, { directory: doctors }).map((one) => ({
    to: 'stream' in one ? one.stream : '',
    message: 'input' in one ? one.input['message'] : null,
    route: 'input' in one ? one.input['route'] : null,
    at: 'at' in one ? one.at : null,
  }));

test('the doctors of the place are notified of a question and its deadline', () => {
  expect(told(asked)).toMatchObject([
    { to: 'notice-141', message: 'doctorAsked', route: '/prescription/DoctorView?question=504' },
    { to: 'prescription-504', at: Date.parse('2026-11-18T09:00:00.000Z') },
  ]);
  expect(told({ ...asked, data: { ...asked.data, to: 'customer' } })).toEqual([]);
  expect(JSON.stringify(told(asked))).not.toMatch(/Lakshmi|strength/);
});

test('an overdue answer notifies the doctors and the asker', () => {
  expect(told(overdue)).toMatchObject([
    { to: 'notice-141', message: 'doctorAnswerOverdue' },
    { to: 'notice-121', message: 'doctorAnswerOverdue', route: '/prescription/pdList' },
  ]);
});

test('a doctor sees questions to a doctor of the own places, open and answered', () => {
  const { view, see, scope } = prescriptionQuestions;
  const rights = new Set(['Prescription/DoctorView:view']);
  const doctor = scope({ ...people.doctor!, rights });
  const row = view.row(undefined, asked, '504') as QuestionRow;
  expect(see(row, doctor, '504')).toMatchObject({ patientId: 7, dueAt: asked.data.dueAt, answered: null });
  expect(see({ ...row, to: 'customer' }, doctor, '504')).toBeNull();
  expect(see({ ...row, pooId: 3 }, doctor, '504')).toBeNull();
  expect(see(view.row(row, answered, '504')!, doctor, '504')).toMatchObject({
    answered: { text: '850 mg', by: 'Dr Anil', at: answered.at },
  });
});

test('question and answer stand in the story of the patient', () => {
  expect(storyLine('prescription', answered.type, answered.data)).toMatchObject({ text: '850 mg' });
  expect(storyLine('prescription', asked.type, asked.data)).toMatchObject({ text: asked.data.text });
  expect(storyLine('prescription', overdue.type, overdue.data)).toMatchObject({ tone: 'warn' });
});
