import { describe, expect, it } from 'vitest';
import { openPeopleServer, someone, theServer } from '#tests/kit/people-server.ts';
import { addDays, instantOf } from '#shared/core/day.ts';

const lead = someone(131, ['approvals/tlApproval:approve']);
const hr = someone(181, ['Masters/rolemasterv2:edit']);
const react = {
  empId: 101,
  designationId: 95,
  from: '2026-11-18',
  to: '2026-11-20',
  reason: 'Covers the lead',
};

function staffed() {
  const server = openPeopleServer();
  const person = { firstName: 'R', designationId: 5, pooId: 1, joiningDate: '2025-01-01' };
  server.command(theServer, 'employee-5', 'createEmployee', { ...person, email: 'e5@care.example' });
  server.command(theServer, 'employee-101', 'createEmployee', {
    ...person,
    email: 'e101@care.example',
    designationId: 11,
    managerId: 5,
  });
  return server;
}

describe('a temporary designation', () => {
  it('is requested by one and approved by another', () => {
    const server = staffed();
    expect(server.command(lead, 'tempdesig-1', 'request', react)).toEqual([
      'TemporaryDesignationRequested',
      'KeyReserved',
      'KeyReserved',
      'KeyReserved',
    ]);
    expect(server.command({ ...hr, empId: 131 }, 'tempdesig-1', 'approve')).toMatchObject({
      code: 'selfApproval',
    });
    expect(server.command({ ...hr, empId: 101 }, 'tempdesig-1', 'approve')).toMatchObject({
      code: 'selfApproval',
    });
    expect(server.command(hr, 'tempdesig-1', 'approve')).toEqual(['TemporaryDesignationApproved']);
    expect(server.command(hr, 'tempdesig-1', 'reject', { reason: 'too late' })).toMatchObject({
      code: 'alreadyDecided',
    });
    expect(server.state('tempdesig-1')).toMatchObject({
      state: 'active',
      baseDesignationId: 11,
      approvedBy: 181,
    });
  });

  it('never makes an admin, is never in the past, never lasts longer than 31 days', () => {
    const server = staffed();
    expect(server.command(lead, 'tempdesig-1', 'request', { ...react, designationId: 2 })).toMatchObject({
      code: 'tempDesigAdmin',
      status: 422,
    });
    expect(server.command(lead, 'tempdesig-1', 'request', { ...react, from: '2026-11-17' })).toMatchObject({
      code: 'dateInPast',
    });
    expect(
      server.command(lead, 'tempdesig-1', 'request', { ...react, to: addDays(react.from, 31) }),
    ).toMatchObject({ code: 'rangeTooLong' });
    expect(
      server.command(lead, 'tempdesig-1', 'request', { ...react, to: addDays(react.from, 30) }),
    ).toHaveLength(32);
  });

  it('does not overlap another that is in effect', () => {
    const server = staffed();
    server.command(lead, 'tempdesig-1', 'request', react);
    expect(
      server.command(lead, 'tempdesig-2', 'request', { ...react, from: '2026-11-20', to: '2026-11-25' }),
    ).toMatchObject({
      code: 'tempDesigOverlap',
      details: { day: '2026-11-20' },
    });
    expect(server.command(lead, 'tempdesig-1', 'cancel', { reason: 'not needed' })).toContain(
      'TemporaryDesignationCancelled',
    );
    expect(
      server.command(lead, 'tempdesig-2', 'request', { ...react, from: '2026-11-20', to: '2026-11-25' }),
    ).toContain('TemporaryDesignationRequested');
  });

  it('ends on the day after the last one', () => {
    const server = staffed();
    server.command(lead, 'tempdesig-1', 'request', react);
    server.command(hr, 'tempdesig-1', 'approve');
    expect(
      server.command(theServer, 'tempdesig-1', 'end', {}, { now: instantOf('2026-11-20', '23:59') }),
    ).toEqual([]);
    expect(server.command(theServer, 'tempdesig-1', 'end', {}, { now: instantOf('2026-11-21') })).toEqual([
      'TemporaryDesignationEnded',
    ]);
  });
});
