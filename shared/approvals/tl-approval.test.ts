import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { tempdesig } from '#shared/streams/access/tempdesig.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { teamKindNames } from '#shared/streams/approvals/teamrequest/kinds.ts';
import { teamRequest } from '#shared/streams/approvals/teamrequest/teamrequest.ts';
import { dispositions } from '#shared/streams/calls/call/dispositions.ts';
import { call as callStream } from '#shared/streams/calls/call/call.ts';
import { phoneline } from '#shared/streams/calls/call/phone-line.ts';
import { caller } from '#shared/streams/calls/call/serving.ts';
import { unique } from '#shared/streams/core/unique.ts';
import { reason as reasonMaster } from '../masters/reason.ts';
import { slotBlock } from '../masters/slot-block.ts';
import { masterStream } from '../streams/masters/master.ts';
import { slots } from '#shared/streams/leads/appointment/slots.ts';
import { lead as leadStream } from '#shared/streams/leads/lead/lead.ts';
import { prescriptionUploadSession } from '#shared/streams/prescriptions/upload/session.ts';
import { attendance } from '#shared/streams/people/attendance/attendance.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { carryOutTeamRequest } from '../policies/carry-out-team-request.ts';
import { tlApproval } from './tl-approval.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const [agent, field, lead, head, hr] = [101, 151, 131, 5, 181];
const right = 'approvals/tlApproval:approve';
const reason = 'The device had no battery left';

function given() {
  const app = playServer(
    [
      teamRequest,
      approval,
      attendance,
      tempdesig,
      unique,
      slots,
      leadStream,
      callStream,
      phoneline,
      caller,
      prescriptionUploadSession,
      masterStream([slotBlock, reasonMaster]),
    ],
    [
      person(agent, 'Ravi Kulkarni'),
      person(102, 'Divya Shenoy'),
      person(field, 'Pooja Hegde', { designationId: 9, effectiveDesignationId: 9 }),
      person(lead, 'Farhan Ali', { managerId: head, effectiveDesignationId: 95 }),
      person(head, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
      person(hr, 'Sunita Pillai', { designationCode: 'HR', managerId: head }),
    ],
    {
      [right]: [lead, head, hr],
      'Out Bound/pharmaLead:approve': [lead],
      'Prescription/prescUploadOtpVerification:edit': [field],
    },
  );
  const policies = playPolicies(app, [
    approvalPolicy(tlApproval),
    applyApproval,
    approvalTimes,
    carryOutTeamRequest,
  ]);
  Object.assign(app.directory, {
    designation: (id: number) => ({ id, name: id === 95 ? 'Team Lead' : `Designation ${id}`, code: '' }),
  });
  const raise = (as: number, what: string, details: object, when = at('10:00')) =>
    app.command(as, 'teamrequest-new', 'raise', { what, details, reason }, when);
  const approve = (as: number, when: number) => app.command(as, 'approval-1', 'approveStep', {}, when);
  return { ...app, ...policies, raise, approve };
}
const missed = { date: '2026-11-17', time: '09:00', outTime: '18:00' };

describe('a request to the team lead', () => {
  it('is applied by the command of its subject, and reports it', () => {
    const app = given();
    expect(emitted(app.raise(field, 'attendanceRegularization', missed))).toEqual(['TeamRequestRaised']);
    app.until(at('10:00'));
    expect(app.state('approval-1')).toMatchObject({
      kind: 'tlApproval',
      reason: 'attendanceRegularization',
      eligible: [lead],
      subjectEmpId: field,
      slaMinutes: 240,
    });
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state(`attendance-${field}-2026-11-17`)).toMatchObject({
      bManualCheckIn: true,
      iWorkedMinutes: 540,
    });
    expect(app.state('approval-1').state).toBe('applied');
  });
  it('fails as a whole, with the reason, when its subject has changed meanwhile', () => {
    const app = given();
    app.raise(field, 'attendanceRegularization', missed);
    app.until(at('10:00'));
    const stream = `attendance-${field}-2026-11-17`;
    app.command(
      null,
      stream,
      'regularizeCheckIn',
      { bManualCheckIn: true, time: '08:00', outTime: '17:00', reason },
      at('10:01'),
    );
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'alreadyCheckedIn' });
  });
  it('changes nothing when it is rejected', () => {
    const app = given();
    app.raise(field, 'attendanceRegularization', missed);
    app.until(at('10:00'));
    app.command(lead, 'approval-1', 'rejectStep', { comment: 'you were on leave' }, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('teamrequest-1').stage).toBe('closed');
    expect(app.state(`attendance-${field}-2026-11-17`).iEcicoId).toBeNull();
  });
});

describe('attendance', () => {
  it.each([
    ['regularizeRange', { ...missed, date: '2026-11-14' }],
    ['regularizeRange', { ...missed, date: '2026-11-19' }],
    ['required', { date: '2026-11-17', time: '09:00' }],
    ['badFormat', { date: '2026-11-17', time: '25:00' }],
  ])('of the past answers %s for %o', (code, details) =>
    expect(emitted(given().raise(field, 'attendanceRegularization', details))).toBe(code),
  );
  it('begins again on the day of the check-out only', () => {
    const app = given();
    expect(emitted(app.raise(field, 'reCheckIn', {}))).toBe('noCheckInToday');
    app.command(field, `attendance-${field}-${day}`, 'checkIn', {}, at('09:00'));
    expect(emitted(app.raise(field, 'reCheckIn', {}))).toBe('stillCheckedIn');
    app.command(field, `attendance-${field}-${day}`, 'checkOut', { confirmed: true }, at('09:30'));
    app.raise(field, 'reCheckIn', {});
    app.until(at('10:00'));
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state(`attendance-${field}-${day}`).iCheckInCheckOutFlag).toBe(1);
  });
});

describe('a slot block', () => {
  it.each([
    ['sundayNotAllowed', { date: '2026-11-22' }],
    ['blockRange', { date: '2026-11-17' }],
    ['endsBeforeStart', { to: '10:00' }],
    ['badFormat', { from: '10:15' }],
    ['noSlotReason', {}],
  ])('answers %s', (code, more) =>
    expect(
      emitted(given().raise(field, 'slotBlock', { date: '2026-11-20', from: '10:00', to: '12:00', ...more })),
    ).toBe(code),
  );
});

describe('a slot block that is approved', () => {
  const asked = { date: '2026-11-20', from: '10:00', to: '12:00' };
  const asking = () => {
    const app = given();
    const fields = { vName: 'Doctor visit', vReasonGroup: 'slot-block' };
    app.write('master-reason-1', 'MasterRecordCreated', { fields, iStatus: 1 }, at('09:00'), null);
    app.write(
      `master-employee-${field}`,
      'MasterRecordCreated',
      { fields: {}, iStatus: 1 },
      at('09:00'),
      null,
    );
    const raised = app.command(
      field,
      'teamrequest-new',
      'raise',
      { what: 'slotBlock', details: asked, reason },
      at('10:00'),
      { slotReasonId: 1 },
    );
    expect(emitted(raised)).toEqual(['TeamRequestRaised']);
    app.until(at('10:00'));
    return app;
  };
  it('blocks these hours of the requester, for the listed reason and with their text', () => {
    const app = asking();
    expect(app.state('approval-1')).toMatchObject({
      before: { subjectRef: '2026-11-20', date: '2026-11-20' },
      after: { from: '10:00', to: '12:00' },
    });
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('approval-1').state).toBe('applied');
    expect(app.state('master-slotBlock-new')).toMatchObject({
      exists: true,
      fields: {
        ...{ iEmpId: field, dDate: '2026-11-20', tFrom: '10:00', tTo: '12:00' },
        ...{ iReasonId: 1, vNote: reason },
      },
    });
  });
  it('fails when these hours were blocked meanwhile', () => {
    const app = asking();
    const blocked = { iEmpId: field, dDate: '2026-11-20', tFrom: '11:30', tTo: '13:00', iReasonId: 1 };
    const made = app.command(null, 'master-slotBlock-8', 'create', { fields: blocked }, at('10:01'));
    expect(emitted(made)).toContain('MasterRecordCreated');
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'duplicateRecord' });
  });
});

describe('an acting role', () => {
  const details = { empId: agent, designationId: 95, from: '2026-11-19', to: '2026-11-20' };
  it('is requested by a team lead and decided by their manager and by HR', () => {
    const app = given();
    expect(emitted(app.raise(agent, 'tempDesignation', details))).toBe('forbidden');
    expect(emitted(app.raise(lead, 'tempDesignation', { ...details, designationId: 2 }))).toBe(
      'tempDesigAdmin',
    );
    expect(emitted(app.raise(lead, 'tempDesignation', { ...details, from: '2026-11-17' }))).toBe(
      'dateInPast',
    );
    expect(emitted(app.raise(lead, 'tempDesignation', { ...details, to: '2026-11-18' }))).toBe(
      'endsBeforeStart',
    );
    expect(emitted(app.raise(lead, 'tempDesignation', { ...details, empId: 999 }))).toBe('notInList');
    expect(emitted(app.raise(lead, 'tempDesignation', details))).toEqual(['TeamRequestRaised']);
    app.until(at('10:00'));
    expect(app.state('approval-1')).toMatchObject({
      eligible: [head],
      before: { subjectRef: 'Ravi Kulkarni', employee: 'Ravi Kulkarni' },
      after: { designation: 'Team Lead', from: '2026-11-19', to: '2026-11-20' },
    });
    // Neither the requester nor the person it is for decides, nor HR before the manager.
    for (const who of [lead, agent, hr]) expect(typeof emitted(app.approve(who, at('10:04')))).toBe('string');
    expect(emitted(app.approve(head, at('10:05')))).toContain('ApprovalStepApproved');
    app.until(at('10:06'));
    expect(app.state('approval-1')).toMatchObject({ currentStep: 2, eligible: [hr] });
    expect(app.state('tempdesig-1').exists).toBe(false);
    expect(emitted(app.approve(head, at('10:07')))).toBe('notAnApprover');
    app.approve(hr, at('10:08'));
    app.until(at('10:09'));
    expect(app.state('approval-1').state).toBe('applied');
    expect(app.state('tempdesig-1')).toMatchObject({ ...details, exists: true, state: 'active' });
  });
  it('fails as a whole where the employee has another one on one of its days', () => {
    const app = given();
    app.raise(lead, 'tempDesignation', details);
    app.until(at('10:00'));
    const other = { ...details, to: '2026-11-19', reason };
    expect(emitted(app.command(null, 'tempdesig-new', 'grant', other, at('10:01')))).toContain('KeyReserved');
    app.approve(head, at('10:05'));
    app.until(at('10:06'));
    app.approve(hr, at('10:08'));
    app.until(at('10:09'));
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'tempDesigOverlap' });
  });
});

describe('a new owner of a lead', () => {
  const known = { name: 'Mohan Rao', phone: '5550110021', pincode: '560041', pooId: 1, source: 'event' };
  it('is requested by an agent of its place and becomes theirs', () => {
    const app = given();
    app.write('lead-7', 'LeadCreated', { ...known, ownerId: null }, at('09:00'), null);
    app.write('lead-7', 'LeadQueued', {}, at('09:00'), null);
    expect(emitted(app.raise(agent, 'leadReassign', { leadId: 8, ownerId: 102 }))).toBe('notInList');
    app.raise(agent, 'leadReassign', { leadId: 7, ownerId: 102 });
    app.until(at('10:00'));
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('lead-7').ownerId).toBe(102);
    expect(emitted(app.raise(agent, 'leadReassign', { leadId: 7, ownerId: 102 }))).toBe('sameOwner');
  });
});

describe('another disposition of a call', () => {
  const face = {
    ref: 'CL-000009',
    direction: 'out',
    purpose: 'lead',
    callClass: 'promotional',
    series: '140',
    subject: 'lead-7',
    subjectRef: 'LD-000007',
    name: 'Mohan Rao',
    pooId: 1,
    language: null,
    phoneKey: 'k7',
    phoneMasked: '••••••0021',
    item: null,
    agent: { empId: agent, name: 'Ravi Kulkarni' },
    reason: null,
    attempt: 1,
  };
  it('is requested by the agent of the call, fits the call, and stands once it is approved', () => {
    const app = given();
    app.write('call-9', 'CallPlaced', { face }, at('09:00'), agent);
    app.write('call-9', 'CallNotConnected', { status: 'no-answer', empId: agent }, at('09:01'), null);
    const ask = (who: number, code: string) =>
      emitted(app.raise(who, 'dispositionCorrection', { callId: 9, code }));
    expect(ask(agent, 'BUSY')).toBe('callNotDisposed');
    expect(emitted(app.command(agent, 'call-9', 'dispositionCall', { code: 'RNR' }, at('09:02')))).toContain(
      'CallDispositioned',
    );
    expect(ask(field, 'BUSY')).toBe('notInList');
    expect(ask(agent, 'RNR')).toBe('sameDisposition');
    for (const code of ['CONFIRMED', 'CALLBACK', 'nonsense'])
      expect([code, ask(agent, code)]).toEqual([code, 'correctionNotPossible']);
    expect(ask(agent, 'BUSY')).toEqual(['TeamRequestRaised']);
    app.until(at('10:00'));
    expect(app.state('approval-1')).toMatchObject({
      before: { subjectRef: 'LD-000007', call: 'CL-000009', disposition: 'RNR' },
      after: { disposition: 'BUSY' },
    });
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('call-9').disposition).toMatchObject({ code: 'BUSY' });
  });
});

describe('a waiver of an upload’s code', () => {
  const opened = {
    ref: 'PUS-000003',
    pooId: 1,
    customerId: 41,
    patientId: 204,
    patientName: 'Anita Rao',
    phoneMasked: '••••••0305',
    channel: 'app',
    openedBy: { empId: field, name: 'Pooja Hegde' },
    openedAt: '2026-11-18T04:00:00.000Z',
    expiresAt: '2026-11-18T08:00:00.000Z',
  };
  it('is requested by the uploader, and the upload continues without a code', () => {
    const app = given();
    app.write('prescriptionuploadsession-3', 'UploadSessionOpened', opened, at('09:30'), field);
    expect(emitted(app.raise(agent, 'otpWaiver', { sessionId: 3 }))).toBe('forbidden');
    expect(emitted(app.raise(field, 'otpWaiver', { sessionId: 4 }))).toBe('notInList');
    app.raise(field, 'otpWaiver', { sessionId: 3 });
    app.until(at('10:00'));
    expect(app.state('approval-1').before).toMatchObject({ subjectRef: 'CU-000041', upload: 'PUS-000003' });
    app.approve(lead, at('10:05'));
    app.until(at('10:06'));
    expect(app.state('prescriptionuploadsession-3')).toMatchObject({ stage: 'verified', waiver: { reason } });
    expect(emitted(app.raise(field, 'otpWaiver', { sessionId: 3 }))).toBe('waiverTooLate');
  });
});

it('has a label for each disposition in both languages', () => {
  for (const language of ['en', 'es'] as const)
    for (const code of Object.keys(dispositions))
      expect(tlApproval.translations[language], code).toHaveProperty([`disposition.${code}`]);
});

it('has a name for each kind in both languages', () => {
  for (const language of ['en', 'es'] as const)
    for (const name of teamKindNames)
      expect(Object.hasOwn(tlApproval.translations[language], `variant.${name}`), name).toBe(true);
});
