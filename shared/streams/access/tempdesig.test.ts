import { describe, expect, it } from 'vitest';
import { openPeopleHouse, someone, theHouse } from '#tests/kit/people-house.ts';
import { addDays, instantOf } from '#shared/core/day.ts';

const lead = someone(131, ['approvals/tlApproval:approve']);
const hr = someone(181, ['Masters/rolemasterv2:edit']);
const ask = { empId: 101, designationId: 95, from: '2026-11-18', to: '2026-11-20', reason: 'Covers the lead' };

function staffed() {
  const house = openPeopleHouse();
  const person = { firstName: 'R', designationId: 5, pooId: 1, joiningDate: '2025-01-01' };
  house.order(theHouse, 'employee-5', 'createEmployee', { ...person, email: 'e5@care.example' });
  house.order(theHouse, 'employee-101', 'createEmployee', { ...person, email: 'e101@care.example', designationId: 11, managerId: 5 });
  return house;
}

describe('a temporary designation', () => {
  it('is asked for by one and approved by another', () => {
    const house = staffed();
    expect(house.order(lead, 'tempdesig-1', 'request', ask)).toEqual(['TemporaryDesignationRequested', 'KeyReserved', 'KeyReserved', 'KeyReserved']);
    expect(house.order({ ...hr, empId: 131 }, 'tempdesig-1', 'approve')).toMatchObject({ code: 'selfApproval' });
    expect(house.order({ ...hr, empId: 101 }, 'tempdesig-1', 'approve')).toMatchObject({ code: 'selfApproval' });
    expect(house.order(hr, 'tempdesig-1', 'approve')).toEqual(['TemporaryDesignationApproved']);
    expect(house.order(hr, 'tempdesig-1', 'reject', { reason: 'too late' })).toMatchObject({ code: 'alreadyDecided' });
    expect(house.state('tempdesig-1')).toMatchObject({ state: 'active', baseDesignationId: 11, approvedBy: 181 });
  });

  it('never makes an admin, never lies in the past, never lasts longer than 31 days', () => {
    const house = staffed();
    expect(house.order(lead, 'tempdesig-1', 'request', { ...ask, designationId: 2 })).toMatchObject({ code: 'tempDesigAdmin', status: 422 });
    expect(house.order(lead, 'tempdesig-1', 'request', { ...ask, from: '2026-11-17' })).toMatchObject({ code: 'dateInPast' });
    expect(house.order(lead, 'tempdesig-1', 'request', { ...ask, to: addDays(ask.from, 31) })).toMatchObject({ code: 'rangeTooLong' });
    expect(house.order(lead, 'tempdesig-1', 'request', { ...ask, to: addDays(ask.from, 30) })).toHaveLength(32);
  });

  it('does not overlap another, unless that one was called off', () => {
    const house = staffed();
    house.order(lead, 'tempdesig-1', 'request', ask);
    expect(house.order(lead, 'tempdesig-2', 'request', { ...ask, from: '2026-11-20', to: '2026-11-25' })).toMatchObject({
      code: 'tempDesigOverlap',
      details: { day: '2026-11-20' },
    });
    expect(house.order(lead, 'tempdesig-1', 'cancel', { reason: 'not needed' })).toContain('TemporaryDesignationCancelled');
    expect(house.order(lead, 'tempdesig-2', 'request', { ...ask, from: '2026-11-20', to: '2026-11-25' })).toContain('TemporaryDesignationRequested');
  });

  it('ends on the day after the last one', () => {
    const house = staffed();
    house.order(lead, 'tempdesig-1', 'request', ask);
    house.order(hr, 'tempdesig-1', 'approve');
    expect(house.order(theHouse, 'tempdesig-1', 'end', {}, { now: instantOf('2026-11-20', '23:59') })).toEqual([]);
    expect(house.order(theHouse, 'tempdesig-1', 'end', {}, { now: instantOf('2026-11-21') })).toEqual(['TemporaryDesignationEnded']);
  });
});
