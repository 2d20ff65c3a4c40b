import { expect, test } from 'vitest';
import type { Directory, DirectoryEmployee } from '../../../core/directory.ts';
import { carerRight, doctorRight, notifiedAt, teamLeadRight } from './ladder.ts';

const employee = (empId: number): DirectoryEmployee =>
  ({ empId, active: true, admin: false, poos: [1], designationId: 0 }) as unknown as DirectoryEmployee;
const carers = [11, 12, 13, 14].map(employee);
const lead = employee(21);
const doctor = employee(31);
const directory = {
  employees: () => [...carers, lead, doctor],
  holders: (right: string) =>
    right === carerRight ? carers : right === teamLeadRight ? [lead] : right === doctorRight ? [doctor] : [],
} as unknown as Directory;

test('the owner and the team lead are told at once, however many carers a place has', () => {
  expect(notifiedAt(1, 0, 14, 1, directory)).toEqual([14, 21, 11]);
  expect(notifiedAt(1, 1, 14, 1, directory)).toEqual([14, 21, 11, 12]);
});
test('a case without an owner begins with the team lead', () =>
  expect(notifiedAt(1, 0, null, 1, directory)[0]).toBe(21));
test('the next level keeps everybody of the one below', () =>
  expect(notifiedAt(2, 0, 14, 1, directory)).toEqual([14, 21, 11, 12, 13, 31]));
