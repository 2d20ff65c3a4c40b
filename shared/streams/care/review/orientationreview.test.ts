import { z } from 'zod';
import { expect, test } from 'vitest';
import { openLife, people } from '#tests/kit/life.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { openOrientationReview } from '../../../policies/open-orientation-review.ts';
import { noAppointment, taskStatus, type AppointmentState } from '../../leads/appointment/state.ts';
import { orientationreview } from './orientationreview.ts';
import { noOrientation, type OrientationState } from './orientation-state.ts';

const visit: AppointmentState = {
  ...noAppointment('1901'),
  iPooId: 1,
  iCustomerId: 41,
  iLeadId: null,
  vAppType: 'orientation',
  iTaskStatus: taskStatus.completed,
  iAssignedTo: 151,
  assignedName: 'Pooja Hegde',
  completedAt: '2026-11-18T04:00:00.000Z',
  place: {
    ...{ name: 'Girija Gowda', phoneMasked: '••••••0041', address: '30th Cross', pincode: '560041' },
    ...{ lat: 12.9, lng: 77.5 },
  },
  outcome: {
    ...{ result: 'partly', topics: ['programme', 'medicines'], attended: 'Daughter' },
    ...{ notes: 'The app next time', followUpOn: null },
  },
};

function opened(task: AppointmentState, state: OrientationState = noOrientation()) {
  const [reaction] = openOrientationReview.react(
    { type: 'TaskCompleted', stream: 'appointment-1901', data: { vAppType: task.vAppType } } as never,
    {} as never,
  );
  if (reaction?.kind !== 'command') return null;
  const { open } = orientationreview.commands;
  const input = z.parse(open!.input, reaction.input);
  const decided = open!.decide(state, input, { id: '1901', read: { task } } as never);
  return isRefusal(decided) ? decided.code : 'events' in decided ? decided.events : decided;
}

test('given a completed orientation visit, then its review names customer, executive and what was explained', () => {
  expect(opened(visit)).toMatchObject([
    {
      type: 'OrientationReviewOpened',
      data: {
        ...{ appointmentId: 1901, ref: 'OR-001901', pooId: 1, customer: 'Girija Gowda', who: 'CU-000041' },
        executive: { empId: 151, name: 'Pooja Hegde' },
        ...{ completedAt: visit.completedAt, outcome: 'The app next time', result: 'partly', topics: 2 },
      },
    },
  ]);
});

test('given no name at the address, then the number stands for the customer', () => {
  expect(opened({ ...visit, place: null })).toMatchObject([{ data: { customer: 'CU-000041' } }]);
});

test('given a visit that is not completed, of another type, or reviewed already, then none is opened', () => {
  expect(opened({ ...visit, iTaskStatus: taskStatus.started })).toBe('noLongerNeeded');
  expect(opened({ ...visit, vAppType: 'sales' })).toBeNull();
  const first = opened(visit) as readonly { readonly type: string; readonly data: never }[];
  const state = orientationreview.evolve(noOrientation(), { ...first[0], at: visit.completedAt } as never);
  expect(opened(visit, state)).toBe('noLongerNeeded');
});

test('given a comment of the lead, then nobody adds a second, and only its author changes it', () => {
  const life = openLife([orientationreview], (stream) => (stream === 'appointment-1901' ? visit : undefined));
  life.must('orientationreview-1901', 'open', { appointmentId: 1901 });
  const need = orientationreview.commands['comment']!.need as readonly string[];
  const lead = { ...people['lead']!, rights: new Set(need) };
  const comment = (as: typeof lead, command = 'comment') =>
    life.command('orientationreview-1901', command, { reviewerType: 1, text: 'Explained well' }, { as });
  expect(comment(lead)).toHaveProperty('events');
  expect(comment(lead)).toMatchObject({ code: 'alreadyCommented', details: { name: lead.name } });
  const other = { ...lead, empId: 999, name: 'Another lead' };
  expect(comment(other, 'edit')).toMatchObject({ code: 'notYourComment', status: 403 });
});
