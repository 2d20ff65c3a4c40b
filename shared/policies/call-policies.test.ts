import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { callLeadNeed } from '../streams/calls/call/acting.ts';
import { call } from '../streams/calls/call/call.ts';
import { phoneline } from '../streams/calls/call/phone-line.ts';
import { caller } from '../streams/calls/call/serving.ts';
import { unique } from '../streams/core/unique.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';
import { lead } from '../streams/leads/lead/lead.ts';
import { notice } from '../streams/notices/notice.ts';
import { attendance } from '../streams/people/attendance/attendance.ts';
import { callNotices, remindCallback } from './call-notices.ts';
import { callPresence } from './call-presence.ts';
import { callWrapUp } from './call-wrap-up.ts';
import { requeueLead } from './requeue-lead.ts';
import { settleCall } from './settle-call.ts';

const [agent, teamLead, elsewhere] = [101, 131, 132];
const at = (time: string, day = '2026-11-18'): number => instantOf(day, time);
const today = `attendance-${agent}-2026-11-18`;

/** An agent at work, a queued lead, and a team lead in each of two places. */
function given() {
  const app = playServer(
    [call, caller, phoneline, attendance, lead, unique, notice, appointment],
    [
      person(agent, 'Ravi Kulkarni'),
      person(teamLead, 'Farhan Ali', { effectiveDesignationId: 95 }),
      person(elsewhere, 'Usha Gowda', { effectiveDesignationId: 95, poos: [3], primaryPooId: 3 }),
    ],
    { 'Out Bound/outCall:edit': [agent], [callLeadNeed]: [teamLead, elsewhere] },
  );
  const { until } = playPolicies(app, [
    ...[callWrapUp, callNotices, callPresence, remindCallback, requeueLead, settleCall],
  ]);
  app.command(agent, today, 'checkIn', {}, at('09:00'));
  const known = { name: 'Mohan Rao', phone: '5550110021', pincode: '560041', pooId: 1, source: 'web' };
  app.write('lead-7', 'LeadCreated', { ...known, consent: 'explicit', ownerId: null }, at('09:00'), null);
  app.write('lead-7', 'LeadQueued', {}, at('09:00'), null);
  const noticesOf = (empId: number): readonly string[] =>
    app.state(`notice-${empId}`).items.map(({ message }: { message: string }) => message);
  const say = (status: string, time: string) =>
    app.command(null, 'call-1', 'providerSays', { status }, at(time));
  /** A call from 10:00 that ended at 10:05, without a disposition. */
  const called = () => {
    app.command(agent, 'call-new', 'placeCall', { subject: 'lead-7' }, at('10:00'));
    until(at('10:00'));
    say('answered', '10:01');
    say('completed', '10:05');
    until(at('10:05'));
  };
  const dispose = (input: object, time = '10:06') => {
    const done = app.command(agent, 'call-1', 'dispositionCall', input, at(time));
    until(at(time));
    return emitted(done);
  };
  return { ...app, until, noticesOf, say, called, dispose };
}

describe('a call without a disposition', () => {
  it('alerts the team lead of its place after three minutes, not before', () => {
    const app = given();
    app.called();
    app.until(at('10:08') - 1);
    expect([app.state('call-1').stage, app.noticesOf(teamLead)]).toEqual(['wrapUp', []]);
    app.until(at('10:08'));
    expect([app.state('call-1').stage, app.noticesOf(teamLead)]).toEqual(['overdue', ['callWrapUpOverdue']]);
    expect([app.noticesOf(elsewhere), app.noticesOf(agent)]).toEqual([[], []]);
  });
  it('is closed after fifteen minutes: agent and number are free, the lead waits again', () => {
    const app = given();
    app.called();
    app.until(at('10:20') - 1);
    expect(app.state(`caller-${agent}`).live).toMatchObject({ call: 'call-1' });
    app.until(at('10:20'));
    expect(app.state('call-1').disposition).toMatchObject({ code: 'NO_DISPOSITION' });
    expect(app.state(`caller-${agent}`).live).toBeNull();
    expect(app.state('phoneline-5550110021').live).toBeNull();
    expect(app.noticesOf(teamLead)).toEqual(['callWrapUpOverdue', 'callNotDispositioned']);
    expect(app.state('lead-7')).toMatchObject({ stage: 'Queued', lastCall: { code: 'NO_DISPOSITION' } });
  });
  it('is timed from the end of a call that nobody answered as well', () => {
    const app = given();
    app.command(agent, 'call-new', 'placeCall', { subject: 'lead-7' }, at('10:00'));
    app.say('busy', '10:01');
    app.until(at('10:04'));
    expect(app.state('call-1').stage).toBe('overdue');
    app.until(at('10:16'));
    expect(app.state('call-1').disposition).toMatchObject({ code: 'NO_DISPOSITION' });
  });
});

describe('the team lead', () => {
  it.each([
    ['COMPLAINT', ['callComplaint']],
    ['DECEASED', ['callDeceased']],
    ['THINKING', []],
  ])('after %s has the notices %o', (code, told) => {
    const app = given();
    app.called();
    expect(app.dispose({ code, notes: 'The son says so' })).toContain('CallDispositioned');
    expect([app.noticesOf(teamLead), app.noticesOf(elsewhere)]).toEqual([told, []]);
    app.until(at('12:00'));
    expect(app.noticesOf(teamLead)).toEqual(told);
  });
});

describe('the team lead, when a disposition is corrected', () => {
  it.each([
    ['THINKING', 'DECEASED', ['callDeceased']],
    ['DECEASED', 'THINKING', ['callDeceased', 'callDeceasedCorrected']],
    ['DECEASED', 'COMPLAINT', ['callDeceased', 'callComplaint', 'callDeceasedCorrected']],
    ['THINKING', 'COMPLAINT', ['callComplaint']],
    ['COMPLAINT', 'THINKING', ['callComplaint']],
  ])('from %s to %s has the notices %o', (from, code, told) => {
    const app = given();
    app.called();
    app.dispose({ code: from, notes: 'The son says so' });
    const input = { code, notes: 'The son says so', reason: 'Wrong key' };
    app.command(agent, 'call-1', 'correctDisposition', input, at('10:08'));
    app.until(at('10:08'));
    expect(app.noticesOf(teamLead).toSorted()).toEqual(told.toSorted());
    expect(app.noticesOf(elsewhere)).toEqual([]);
  });
});

describe('the presence of an agent', () => {
  it('is “on a call” from dialling to its end, and the check-out waits for the disposition', () => {
    const app = given();
    const leaves = (time: string) => app.command(agent, today, 'checkOut', { confirmed: true }, at(time));
    app.command(agent, 'call-new', 'placeCall', { subject: 'lead-7' }, at('10:00'));
    app.until(at('10:00'));
    expect(app.state(today).iOnCall).toBe(1);
    expect(leaves('10:00')).toMatchObject({ code: 'onCall' });
    app.say('answered', '10:01');
    app.say('completed', '10:05');
    app.until(at('10:05'));
    expect(app.state(today).iOnCall).toBe(0);
    expect(leaves('10:05')).toMatchObject({ code: 'checkOutNotAllowed', details: { codes: ['call'] } });
    app.dispose({ code: 'THINKING', notes: 'Asks the son' });
    expect(emitted(leaves('10:07') as never)).toEqual(['CheckedOut']);
  });
  it('turns into the break that was asked for while connected, with the disposition', () => {
    const app = given();
    app.called();
    app.command(agent, today, 'requestBreak', { wanted: true }, at('10:05'));
    expect(app.state(today).iBreakInBreakOutFlag).toBeNull();
    app.dispose({ code: 'THINKING', notes: 'Asks the son' });
    expect(app.state(today)).toMatchObject({ iBreakInBreakOutFlag: 1, breakRequestedAt: null });
  });
  it('after midnight belongs to the day that is still open', () => {
    const app = given();
    const at0010 = at('00:10', '2026-11-19');
    const face = { agent: { empId: agent, name: 'Ravi Kulkarni' }, subject: 'customer-41' };
    app.write('call-1', 'CallPlaced', { face }, at0010, agent);
    app.until(at0010);
    expect(app.state(today).iOnCall).toBe(1);
  });
});

describe('a promised callback', () => {
  it('is announced to its owner five minutes before', () => {
    const app = given();
    app.called();
    app.dispose({ code: 'CALLBACK', nextAt: new Date(at('12:00')).toISOString(), notes: 'After lunch' });
    app.until(at('11:55') - 1);
    expect(app.noticesOf(agent)).toEqual([]);
    app.until(at('11:55'));
    expect(app.state(`notice-${agent}`).items).toMatchObject([
      {
        message: 'callbackSoon',
        values: { ref: 'LD-000007', name: 'Mohan Rao' },
        route: '/outBound/pharmaLeadRemainder?row=7',
      },
    ]);
    expect(app.noticesOf(teamLead)).toEqual([]);
  });

  const promised = () => {
    const app = given();
    app.called();
    app.dispose({ code: 'CALLBACK', nextAt: new Date(at('12:00')).toISOString(), notes: 'After lunch' });
    return app;
  };
  it('that was moved is announced before its new time only', () => {
    const app = promised();
    const later = new Date(at('15:00')).toISOString();
    const input = { at: later, reason: 'Asked by SMS' };
    expect(emitted(app.command(null, 'lead-7', 'moveCallback', input, at('11:00')))).toEqual([
      'LeadCallbackScheduled',
    ]);
    app.until(at('14:55') - 1);
    expect(app.noticesOf(agent)).toEqual([]);
    app.until(at('14:55'));
    expect(app.state(`notice-${agent}`).items).toMatchObject([
      { message: 'callbackSoon', values: { at: later } },
    ]);
  });
  it.each([
    ['LeadLost', { reason: 'Moved away' }],
    ['LeadMarkedDnc', { reason: 'Asked by letter', phoneKey: '5550110021' }],
    ['LeadConverted', { customerId: 90, signupId: null }],
    ['LeadAppointmentFixed', { callId: 1, appointmentId: 9 }],
  ])('is not announced after %s', (type, data) => {
    const app = promised();
    app.write('lead-7', type, data, at('11:00'), null);
    app.until(at('12:30'));
    expect(app.noticesOf(agent)).toEqual([]);
  });
  it('of a lead that was given to a colleague is announced to the colleague', () => {
    const app = promised();
    app.write('lead-7', 'LeadReassigned', { ownerId: teamLead, from: agent }, at('11:00'), null);
    app.until(at('11:55'));
    expect([app.noticesOf(agent), app.noticesOf(teamLead)]).toEqual([[], ['callbackSoon']]);
  });
});

describe('a visit that did not take place', () => {
  it.each(['TaskMissed', 'AppointmentCancelled'])('%s brings its lead back before others', (type) => {
    const app = given();
    app.write('lead-7', 'LeadAppointmentFixed', { callId: 1, appointmentId: 9 }, at('10:00'), null);
    app.write('appointment-9', type, { reason: null, empId: 151, leadId: 7 }, at('15:00'), null);
    app.until(at('15:00'));
    expect(app.state('lead-7')).toMatchObject({ stage: 'Queued', priority: 2 });
    app.write('appointment-10', type, { reason: null, empId: 151, leadId: null }, at('15:01'), null);
    app.until(at('15:01'));
    expect(app.state('lead-7')).toMatchObject({ priority: 2 });
  });
});
