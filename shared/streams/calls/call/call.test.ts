import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { checkedIn, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { agentwork } from '../agentwork.ts';
import { callRefused, campaignReads } from '../queueitem/callable.ts';
import { queueitem } from '../queueitem/queueitem.ts';
import { noAppointment } from '../../leads/appointment/state.ts';
import { doctorRight, teamLeadRight } from '../../care/escalation/ladder.ts';
import { noEscalation } from '../../care/escalation/state.ts';
import { noLead } from '../../leads/lead/state.ts';
import { nothing } from '../../masters/state.ts';
import { call } from './call.ts';
import { callingHours } from './hours.ts';
import { phoneline } from './phone-line.ts';
import { caller } from './serving.ts';

const rights = [
  'Out Bound/outCall:edit',
  'Out Bound/pharma-lead-queue:edit',
  'Out Bound/outCall1:edit',
  'Out Bound/cc-queue:edit',
];
const ravi = { ...people.agent1!, rights: new Set(rights) };
const divya = { ...people.agent2!, rights: new Set(rights) };
const farhan = { ...people.lead!, rights: new Set([...rights, 'Out Bound/outCall:approve']) };
const at = (time: string, day = '2026-11-18'): number => instantOf(day, time);
const minutes = (n: number): number => wednesday + n * 60_000;

const mohan = {
  ...noLead(),
  exists: true,
  stage: 'Queued',
  name: 'Mohan Rao',
  phone: '5550110021',
  pooId: 1,
  consent: 'explicit',
  attempts: 1,
};
const sarojini = { ...mohan, name: 'Sarojini Hegde', phone: '5550110022' };
const customer = {
  stage: 'active',
  name: 'Anita',
  phones: [{ phone: '5550100001', verifiedAt: null, primary: true }],
  pooId: 1,
  language: 'kn',
  consents: {},
};
const reason = {
  ...nothing('reason-1'),
  exists: true,
  fields: { vName: 'No interest', vReasonGroup: 'call-lost' },
};
const setup = { ...noAppointment('9'), vAppType: 'setup', iTaskStatus: 0, iLeadId: 1 };
/** The month of care of a patient of customer 41. */
const month = { stage: 'inProgress', face: { patientId: 204, customerId: 41, pooId: 1 } };
const records: Readonly<Record<string, unknown>> = {
  'lead-1': mohan,
  'lead-2': sarojini,
  'lead-3': { ...mohan, stage: 'Dnc' },
  'lead-4': { ...mohan, consent: 'none' },
  'lead-5': { ...mohan, consent: 'inferred', touchedAt: '2026-08-01T05:00:00.000Z' },
  'lead-6': { ...mohan, stage: 'Lost' },
  'lead-7': { ...mohan, phone: '98765abcde' },
  'lead-8': { ...mohan, pooId: 3 },
  'lead-9': { ...mohan, attempts: 8 },
  'customer-41': customer,
  'customer-42': { ...customer, stage: 'exited', exitedOn: '2026-11-01' },
  'customer-44': { ...customer, callHours: { from: '17:00', to: '19:00' } },
  'customer-43': { ...customer, consents: { calling: { given: false } } },
  'cccase-204202611': month,
  'cccase-7': { stage: 'none', face: null },
  'master-reason-1': reason,
  'appointment-9': setup,
  'appointment-10': { ...setup, iLeadId: 2 },
  'appointment-11': { ...setup, iTaskStatus: 3 },
};
const streams: readonly StreamDef[] = [call, caller, phoneline, queueitem, agentwork];
const open = (more: Readonly<Record<string, unknown>> = {}): Life =>
  openLife(streams, (stream) => ({ ...records, ...more })[stream] ?? checkedIn(stream));
const place = (life: Life, subject = 'lead-1', how: Parameters<Life['command']>[3] = {}) =>
  life.command('call-new', 'placeCall', { subject }, { as: ravi, ...how });
const says = (life: Life, status: string, more: object = {}, now = wednesday, stream = 'call-1') =>
  life.must(stream, 'providerSays', { status, ...more }, { now }).events.map(({ type }) => type);
const ended = (life: Life, seconds = 60): Life => {
  life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi });
  says(life, 'answered');
  says(life, 'completed', {}, wednesday + seconds * 1000);
  return life;
};
const end = (life: Life, input: object, how: Parameters<Life['command']>[3] = {}) =>
  life.command('call-1', 'dispositionCall', input, { as: ravi, ...how });
const first = (outcome: ReturnType<Life['command']>) => ('events' in outcome ? outcome.events[0] : outcome);
const face = (subject: string, more: object = {}) => ({
  queue: 'pharma-lead-queue',
  subject,
  ref: 'LD-000001',
  group: 'Out Bound',
  entity: 'pharma-lead-queue',
  lease: { group: 'calls', limit: 1 },
  pooId: 1,
  language: null,
  priority: 0,
  enteredAt: '2026-11-18T04:00:00.000Z',
  warnAt: null,
  breachAt: null,
  escalateAt: null,
  dial: { callClass: 'promotional', phoneKey: '5550110021' },
  ...more,
});
const item = 'queueitem-pharma-lead-queue-1';

describe('a call about a month of care', () => {
  const row = 'queueitem-cc-queue-204202611';
  const entered = (life: Life): Life => {
    const of = { queue: 'cc-queue', subject: 'cccase-204202611', ref: 'CC-204202611', entity: 'cc-queue' };
    life.must(row, 'enter', face('cccase-204202611', of));
    return life;
  };
  const mine = (life = entered(open())): Life => {
    life.must(row, 'claim', {}, { as: ravi });
    return life;
  };
  const dial = (life: Life, subject = 'customer-41', careCase = 204_202_611) =>
    life.command('call-new', 'placeCall', { subject, careCase }, { as: ravi });
  it('is a call like any other, and takes its row', () => {
    const life = mine();
    expect(dial(life)).toMatchObject({
      events: [
        { type: 'CallPlaced', data: { face: { purpose: 'care-connect', item: row, callClass: 'service' } } },
        { type: 'CallLineTaken' },
        { type: 'PhoneDialled' },
        { type: 'QueueItemWorkStarted' },
      ],
    });
  });
  it('needs the claim of its row', () => {
    expect(dial(entered(open()))).toMatchObject({ code: 'callNoLease' });
    expect(dial(open())).toMatchObject({ code: 'callClosed' });
  });
  it('goes to the customer of that patient only', () => {
    expect(dial(mine(), 'customer-42')).toMatchObject({ code: 'notFound' });
    expect(dial(mine(), 'customer-41', 7)).toMatchObject({ code: 'notFound' });
  });
  it('keeps to do-not-call and to the calling hours', () => {
    const silent = open({ 'cccase-204202611': { ...month, face: { ...month.face, customerId: 43 } } });
    expect(dial(mine(entered(silent)), 'customer-43')).toMatchObject({ code: 'callDnc' });
    const late = lateCall(mine());
    expect(late).toMatchObject({ code: 'callOutsideHours' });
  });
  const lateCall = (life: Life) =>
    life.command(
      'call-new',
      'placeCall',
      { subject: 'customer-41', careCase: 204_202_611 },
      { as: ravi, now: at('22:00') },
    );
  it.each(['told', 'corrected to'])('on which a death is %s leaves the number to the family', (how) => {
    const life = mine();
    dial(life);
    says(life, 'answered');
    says(life, 'completed', {}, minutes(1));
    const died = { code: 'DECEASED', notes: 'The son says so' };
    const complains = { code: 'COMPLAINT', notes: 'Nobody came' };
    life.must('call-1', 'dispositionCall', how === 'told' ? died : complains, { as: ravi, now: minutes(2) });
    if (how !== 'told')
      life.must(
        'call-1',
        'correctDisposition',
        { ...died, reason: 'Wrong key' },
        { as: ravi, now: minutes(3) },
      );
    expect(life.state('call-1').disposition.code).toBe('DECEASED');
    expect(life.state('phoneline-5550100001').barred).toBeNull();
  });
  it('leaves the row with its holder, whatever the answer was', () => {
    const life = mine();
    dial(life);
    says(life, 'no-answer');
    const types = life
      .must('call-1', 'dispositionCall', { code: 'RNR' }, { as: ravi })
      .events.map(({ type }) => type);
    expect(types).toEqual(['CallDispositioned', 'CallLineFreed', 'PhoneReleased']);
  });
});

describe('the campaign of a lead', () => {
  const campaign = (stage: string, more: object = {}) => ({
    'lead-1': { ...mohan, campaignId: 7 },
    'master-leadCampaignName-7': {
      ...nothing('leadCampaignName-7'),
      exists: true,
      stage,
      fields: { vName: 'Diwali', ...more },
    },
  });
  const narrow = { tCallFrom: '11:00', tCallTo: '12:00' };
  it.each([
    ['paused', 'paused', {}, at('11:30'), { code: 'callCampaignPaused', details: { campaign: 'Diwali' } }],
    [
      'not yet calling',
      'running',
      narrow,
      at('10:59'),
      { code: 'callCampaignHours', details: { from: '11:00' } },
    ],
    [
      'calling no more',
      'running',
      narrow,
      at('12:00'),
      { code: 'callCampaignHours', details: { to: '12:00' } },
    ],
  ])(
    'given it is %s, when the lead is dialled or its row claimed, then it is refused',
    (_, stage, more, now, why) => {
      const life = open(campaign(stage, more));
      expect(place(life, 'lead-1', { now })).toMatchObject({ status: 422, ...why });
      life.must(item, 'enter', face('lead-1'));
      expect(life.command(item, 'claim', {}, { as: ravi, now })).toMatchObject({ status: 422, ...why });
    },
  );
  it('given it runs, when the lead is dialled in its hours, then the call is placed', () => {
    expect(first(place(open(campaign('running', narrow)), 'lead-1', { now: at('11:00') }))).toMatchObject({
      type: 'CallPlaced',
    });
  });
});

describe('dialling', () => {
  it('reserves the agent and the number, and shows neither in full', () => {
    const life = open();
    const done = life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi });
    expect(done.events.map(({ stream, type }) => [stream, type])).toEqual([
      ['call-1', 'CallPlaced'],
      ['caller-101', 'CallLineTaken'],
      ['phoneline-5550110021', 'PhoneDialled'],
    ]);
    expect(life.state('call-1')).toMatchObject({
      stage: 'dialling',
      face: { ref: 'CL-000001', series: '140', purpose: 'lead', phoneMasked: '••••••0021', attempt: 1 },
    });
  });

  it('is refused to an agent who has a call, on every screen', () => {
    const life = open();
    place(life);
    expect(place(life, 'lead-2')).toMatchObject({
      code: 'agentOnCall',
      status: 409,
      details: { ref: 'CL-000001' },
    });
  });

  it('is refused while a colleague calls the number, even for another record', () => {
    const life = open({
      'customer-41': { ...customer, phones: [{ phone: '05550110021', verifiedAt: null, primary: true }] },
    });
    place(life);
    expect(place(life, 'customer-41', { as: divya })).toMatchObject({
      code: 'numberBusyWithAgent',
      status: 409,
      details: { name: 'Ravi Kulkarni' },
    });
  });

  it.each([
    ['promotional just before nine', 'lead-1', '20:59', null],
    ['promotional at nine', 'lead-1', '21:00', 'callOutsideHours'],
    ['promotional before ten', 'lead-1', '09:59', 'callOutsideHours'],
    ['service from nine', 'customer-41', '09:00', null],
    ['service at eight in the evening', 'customer-41', '20:00', 'callOutsideHours'],
  ])('%s follows the server’s clock', (_title, subject, time, code) => {
    const outcome = place(open(), subject, { now: at(time) });
    expect('code' in outcome ? outcome.code : null).toBe(code);
  });

  it.each([
    ['before them', '16:59', at('17:00')],
    ['in them', '17:00', null],
    ['at their end', '19:00', at('17:00', '2026-11-19')],
  ])('follows the hours that the customer asked for: %s', (_title, time, opens) => {
    expect(place(open(), 'customer-44', { now: at(time) })).toMatchObject(
      opens === null
        ? { stream: 'call-1' }
        : {
            ...{ code: 'callOwnHours', status: 422 },
            details: { name: 'Anita', from: '17:00', to: '19:00', opens: new Date(opens).toISOString() },
          },
    );
  });
  it('promises no callback outside the hours that the customer asked for', () => {
    const life = open();
    const now = at('17:30');
    life.must('call-new', 'placeCall', { subject: 'customer-44' }, { as: ravi, now });
    says(life, 'answered', {}, now);
    says(life, 'completed', {}, now + 60_000);
    const promise = (time: string) =>
      end(
        life,
        { code: 'CALLBACK', nextAt: new Date(at(time, '2026-11-19')).toISOString() },
        { now: now + 90_000 },
      );
    expect(promise('12:00')).toMatchObject({ code: 'callOwnHours', field: 'nextAt' });
    expect(promise('18:00')).toMatchObject({ stream: 'call-1' });
  });
  const anita = { customerId: 44, customer: 'Anita', number: 'DR-1', phone: '5550100001', pooId: 1 };
  const reminder = { stage: 'due', callAt: null, face: anita };
  const evening = at('17:30');
  const reminded = (): Life => {
    const life = open({ 'reminder-1': reminder });
    life.must('call-new', 'placeCall', { subject: 'reminder-1' }, { as: ravi, now: evening });
    says(life, 'answered', {}, evening);
    says(life, 'completed', {}, evening + 60_000);
    return life;
  };
  it('follows the hours of the customer whose delivery it is about, at claim and at dial', () => {
    const life = open({ 'reminder-1': reminder });
    expect(place(life, 'reminder-1', { now: at('12:00') })).toMatchObject({ code: 'callOwnHours' });
    const state: any = {
      face: { subject: 'reminder-1', dial: { callClass: 'service', phoneKey: '5550100001' } },
    };
    expect(campaignReads({ called: reminder }, state, at('12:00'))).toEqual({
      line: 'phoneline-5550100001',
      calledCustomer: 'customer-44',
    });
    const read = { called: reminder, calledCustomer: { callHours: { from: '17:00', to: '19:00' } } };
    const claimed = (now: number) => callRefused(state, { read, now } as never);
    expect(claimed(at('12:00'))).toMatchObject({ code: 'callOwnHours' });
    expect(claimed(at('17:30'))).toBeNull();
  });
  it('promises no callback outside the hours of the customer whose delivery it was about', () => {
    const life = reminded();
    const promise = (code: string, time: string) =>
      end(life, { code, nextAt: new Date(at(time, '2026-11-19')).toISOString() }, { now: evening + 90_000 });
    expect(promise('CALLBACK', '12:00')).toMatchObject({ code: 'callOwnHours', field: 'nextAt' });
    expect(promise('CALLBACK', '18:00')).toMatchObject({ stream: 'call-1' });
  });
  it.each([
    ['RNR', '17:10', '2026-11-19', '17:00'],
    ['RNR', '17:00', '2026-11-19', '17:00'],
    ['BUSY', '17:10', '2026-11-18', '17:41'],
    ['SWITCHED_OFF', '17:00', '2026-11-19', '17:00'],
  ] as const)('%s at %s is tried again in the hours of their own', (code, from, day, time) => {
    const life = open();
    const now = at(from);
    life.must('call-new', 'placeCall', { subject: 'customer-44' }, { as: ravi, now });
    says(life, 'no-answer', {}, now);
    const later = now + 60_000;
    end(life, { code }, { now: later });
    expect(life.state('call-1').stage).toBe('done');
    const again = life.log.findLast(({ type }) => type === 'CallDispositioned')?.data['retryAt'];
    // Two hours after ten past five are past seven, when their hours end; so are those after five and a minute.
    expect(again).toBe(new Date(at(time, day)).toISOString());
  });
  it('is tried again in the hours of the customer whose delivery it was about, also where nobody says how it ended', () => {
    const life = open({ 'reminder-1': reminder });
    life.must('call-new', 'placeCall', { subject: 'reminder-1' }, { as: ravi, now: at('18:50') });
    says(life, 'no-answer', {}, at('18:50'));
    life.must('call-1', 'autoDispose', {}, { now: at('19:05') });
    expect(life.log.findLast(({ type }) => type === 'CallAutoDispositioned')?.data).toMatchObject({
      retryAt: new Date(at('17:00', '2026-11-19')).toISOString(),
    });
  });
  it('lets a delivery be moved to a time outside the hours in which its customer is called', () => {
    const life = reminded();
    const nextAt = new Date(at('12:00', '2026-11-19')).toISOString();
    expect(end(life, { code: 'NEW_DATE', nextAt }, { now: evening + 90_000 })).toMatchObject({
      stream: 'call-1',
    });
  });

  it('follows the hours of the customer whose sale it is about', () => {
    const face = { customerId: 44, customer: 'Anita', ref: 'DS-1', phone: '5550100001', pooId: 1 };
    const life = open({ 'dsasale-1': { stage: 'claimed', face: { ...face, language: null } } });
    expect(place(life, 'dsasale-1', { now: at('12:00') })).toMatchObject({ code: 'callOwnHours' });
    expect(place(life, 'dsasale-1', { now: at('17:30') })).not.toHaveProperty('code');
  });
  it('names the next calling hours, across the Sunday', () => {
    expect(place(open(), 'lead-1', { now: at('21:30', '2026-11-21') })).toMatchObject({
      details: { from: '10:00', to: '21:00', opens: new Date(at('10:00', '2026-11-23')).toISOString() },
    });
    expect(place(open(), 'lead-1', { now: at('12:00', '2026-11-22') })).toMatchObject({ code: 'callSunday' });
    const holiday = { calling: { hours: callingHours, holiday: 'Kanakadasa Jayanthi' } };
    expect(place(open(), 'lead-1', { prepared: holiday })).toMatchObject({
      code: 'callHoliday',
      details: { name: 'Kanakadasa Jayanthi' },
    });
    expect('code' in place(open(), 'customer-41', { prepared: holiday })).toBe(false);
  });

  it.each([
    ['lead-3', 'callDnc'],
    ['lead-4', 'callNoConsent'],
    ['lead-5', 'callConsentOld'],
    ['lead-6', 'callClosed'],
    ['lead-7', 'callNoNumber'],
    ['lead-8', 'notFound'],
    ['lead-77', 'notFound'],
    ['customer-42', 'customerExited'],
    ['customer-43', 'callDnc'],
  ])('of %s is refused with %s', (subject, code) => {
    const life = open({ 'lead-77': noLead() });
    expect(place(life, subject)).toMatchObject({ code });
  });

  it('needs a checked-in agent who is not on a break', () => {
    const away = (day: object): Life =>
      openLife(streams, (stream) => records[stream] ?? (stream.startsWith('attendance-') ? day : undefined));
    expect(place(away({ iCheckInCheckOutFlag: 0 }))).toMatchObject({ code: 'notCheckedIn' });
    expect(place(away({ iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 1 }))).toMatchObject({
      code: 'onBreak',
    });
  });

  it('of a queue row needs its claim and starts the work', () => {
    const life = open();
    life.must(item, 'enter', face('lead-1'));
    expect(place(life)).toMatchObject({ code: 'callNoLease', status: 422 });
    life.must(item, 'claim', {}, { as: divya });
    expect(place(life)).toMatchObject({
      code: 'callHeldByOther',
      status: 423,
      details: { name: 'Divya Shenoy' },
    });
    const { events } = life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: divya });
    expect(events.map(({ type }) => type)).toContain('QueueItemWorkStarted');
    expect(life.state(item)).toMatchObject({ stage: 'working' });
  });

  describe('about a critical escalation', () => {
    const night = at('02:00');
    const asked = { subject: 'customer-43', escalation: 7, reason: 'Potassium 6.8' };
    const urgent = {
      ...noEscalation(),
      stage: 'raised' as const,
      face: { patientId: 200, patientName: 'Anita', pooId: 1, severity: 'critical' as const },
    };
    const given = (more: object = {}) =>
      open({ 'escalation-7': { ...urgent, ...more }, 'patient-200': { stage: 'active', customerId: 43 } });
    const doctor = { ...ravi, rights: new Set([...rights, doctorRight]) };
    const dial = (life: Life, input: object = asked, as = doctor) =>
      life.command('call-new', 'placeCall', input, { as, now: night });

    it('goes out at any hour, whatever the customer agreed to, with a reason', () => {
      expect(dial(given(), { ...asked, reason: undefined })).toMatchObject({
        code: 'required',
        field: 'reason',
      });
      given().must('call-new', 'placeCall', asked, { as: doctor, now: night });
    });
    it('is for doctors and team leads', () => {
      expect(dial(given(), asked, ravi)).toMatchObject({ code: 'callSeniorOnly', status: 403 });
      expect('code' in dial(given(), asked, { ...ravi, rights: new Set([...rights, teamLeadRight]) })).toBe(
        false,
      );
    });
    it.each([
      ['an escalation that is resolved', { stage: 'resolved' }, asked],
      ['one that is not critical', { face: { ...urgent.face, severity: 'high' } }, asked],
      ['one of another place', { face: { ...urgent.face, pooId: 3 } }, asked],
      ['one of somebody else', {}, { ...asked, subject: 'customer-41' }],
      ['a lead', {}, { ...asked, subject: 'lead-1' }],
    ])('is not allowed by %s', (_what, more, input) => {
      expect(dial(given(more), input)).toMatchObject({ code: 'callNotUrgent', field: 'escalation' });
    });
    it('is not allowed by one that does not exist', () => {
      expect(dial(open({ 'escalation-7': noEscalation() }))).toMatchObject({ code: 'callNotUrgent' });
    });
  });
});

describe('attempts', () => {
  const tried = (times: readonly number[]): Life => {
    const life = open();
    times.forEach((now, n) => {
      life.must('call-new', 'placeCall', { subject: 'lead-1' }, { as: ravi, now });
      says(life, 'no-answer', {}, now, `call-${n + 1}`);
      life.must(`call-${n + 1}`, 'dispositionCall', { code: 'RNR' }, { as: ravi, now });
    });
    return life;
  };
  it('are half an hour apart', () => {
    expect(place(tried([minutes(0)]), 'lead-1', { now: minutes(29) })).toMatchObject({
      code: 'callTooSoon',
      details: { time: '11:00' },
    });
    expect('code' in place(tried([minutes(0)]), 'lead-1', { now: minutes(30) })).toBe(false);
  });
  it('are limited to three per number and day', () => {
    const life = tried([minutes(0), minutes(60), minutes(120)]);
    expect(place(life, 'lead-1', { now: minutes(240) })).toMatchObject({ code: 'callAttemptLimit' });
    expect('code' in place(life, 'lead-1', { now: at('10:30', '2026-11-19') })).toBe(false);
  });
  it('may follow at once after a dropped call', () => {
    const life = ended(open(), 4);
    expect(end(life, { code: 'DROPPED' }, { now: wednesday + 5000 })).not.toHaveProperty('code');
    expect('code' in place(life, 'lead-1', { now: wednesday + 6000 })).toBe(false);
  });
});

describe('a message of the provider', () => {
  const placed = (): Life => {
    const life = open();
    place(life);
    return life;
  };
  it('only moves the call forward, once', () => {
    const life = placed();
    expect(says(life, 'answered')).toEqual(['CallConnected']);
    expect(says(life, 'ringing')).toEqual([]);
    expect(says(life, 'answered')).toEqual([]);
    expect(says(life, 'completed', { endedBy: 'customer' }, minutes(1))).toEqual(['CallEnded']);
    expect(says(life, 'busy')).toEqual([]);
    expect(life.state('call-1')).toMatchObject({ stage: 'wrapUp', talkSec: 60, endedBy: 'customer' });
  });
  it('completes a call whose answered message was lost', () => {
    const life = placed();
    expect(says(life, 'completed', { talkSec: 42 }, minutes(1))).toEqual(['CallConnected', 'CallEnded']);
    expect(life.state('call-1')).toMatchObject({ talkSec: 42 });
  });
  it.each(['busy', 'no-answer', 'failed'] as const)('%s ends it without a connection', (status) => {
    const life = placed();
    expect(says(life, status)).toEqual(['CallNotConnected']);
    expect(life.state('call-1')).toMatchObject({ stage: 'wrapUp', status, answeredAt: null });
  });
  it('is missing: after ten minutes the sweep ends the call', () => {
    const life = placed();
    expect(life.command('call-1', 'giveUp', {}, { now: minutes(9) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(life.must('call-1', 'giveUp', {}, { now: minutes(10) }).events.map(({ type }) => type)).toEqual([
      'CallNotConnected',
    ]);
    const other = placed();
    says(other, 'answered');
    expect(other.must('call-1', 'giveUp', {}, { now: minutes(11) }).events[0]).toMatchObject({
      type: 'CallEnded',
      data: { by: 'unknown' },
    });
  });
  it('about a recording counts once, and not without consent', () => {
    const recording = { url: 'https://partner.example/r/1.wav', seconds: 60 };
    const life = ended(open());
    life.must('call-1', 'attachRecording', recording);
    expect(life.command('call-1', 'attachRecording', recording)).toMatchObject({ code: 'noLongerNeeded' });
    const refused = placed();
    says(refused, 'answered', { consent: false });
    expect(refused.command('call-1', 'attachRecording', recording)).toMatchObject({ code: 'noLongerNeeded' });
  });
});

describe('an active call', () => {
  const talking = (): Life => {
    const life = open();
    place(life);
    says(life, 'answered');
    return life;
  };
  it('can be held, resumed, muted and annotated; hold is no talk time', () => {
    const life = talking();
    life.must('call-1', 'hold', {}, { as: ravi, now: minutes(1) });
    expect(life.command('call-1', 'hold', {}, { as: ravi })).toMatchObject({ code: 'callStage' });
    life.must('call-1', 'resume', {}, { as: ravi, now: minutes(2) });
    life.must('call-1', 'mute', { muted: true }, { as: ravi });
    life.must('call-1', 'noteCall', { notes: 'Evening only' }, { as: ravi });
    life.must('call-1', 'recordConsent', { given: false }, { as: ravi });
    says(life, 'completed', {}, minutes(3));
    expect(life.state('call-1')).toMatchObject({
      talkSec: 120,
      holdSec: 60,
      muted: true,
      notes: 'Evening only',
      consent: false,
    });
  });
  it('is controlled by its agent only', () => {
    expect(talking().command('call-1', 'hold', {}, { as: divya })).toMatchObject({
      code: 'callNotYours',
      status: 403,
      details: { name: 'Ravi Kulkarni' },
    });
  });
  it('is transferred with its row to a free colleague', () => {
    const life = open();
    life.must(item, 'enter', face('lead-1'));
    life.must(item, 'claim', {}, { as: ravi });
    place(life);
    says(life, 'answered');
    expect(life.command('call-1', 'transfer', { empId: 101 }, { as: ravi })).toMatchObject({
      code: 'notInList',
    });
    expect(life.command('call-1', 'transfer', { empId: 201 }, { as: ravi })).toMatchObject({
      code: 'callColleagueElsewhere',
    });
    expect(life.command('call-1', 'transfer', { empId: 103 }, { as: ravi })).toMatchObject({
      code: 'colleagueMayNot',
    });
    life.must('call-1', 'transfer', { empId: 102 }, { as: ravi });
    expect(life.state('caller-101').live).toBeNull();
    expect(life.state('caller-102').live).toEqual({ call: 'call-1', item });
    expect(life.state(item)).toMatchObject({ stage: 'working', lease: { empId: 102 } });
    expect(life.command('call-1', 'hold', {}, { as: ravi })).toMatchObject({ code: 'callNotYours' });
    life.must('call-new', 'placeCall', { subject: 'lead-2' }, { as: ravi });
    expect(life.command('call-1', 'transfer', { empId: 101 }, { as: divya })).toMatchObject({
      code: 'colleagueOnCall',
      status: 409,
    });
    expect(life.command('call-1', 'conference', { empId: 101 }, { as: divya })).toMatchObject({
      code: 'colleagueOnCall',
    });
  });
  it.each([
    ['who is not at work', 'colleagueAway', { 'attendance-102-2026-11-18': undefined }],
    [
      'who is on a break',
      'colleagueAway',
      { 'attendance-102-2026-11-18': { iCheckInCheckOutFlag: 1, iBreakInBreakOutFlag: 1 } },
    ],
    [
      'who works on a row of their own',
      'colleagueBusy',
      { 'agentwork-102': { empId: 102, items: { other: { leaseId: 'l', ref: 'LD-2', group: 'calls' } } } },
    ],
  ])('stays with its agent where the colleague is one %s', (_who, code, more) => {
    const life = openLife(streams, (stream) =>
      stream in more ? more[stream as keyof typeof more] : (records[stream] ?? checkedIn(stream)),
    );
    life.must(item, 'enter', face('lead-1'));
    life.must(item, 'claim', {}, { as: ravi });
    place(life);
    says(life, 'answered');
    expect(life.command('call-1', 'transfer', { empId: 102 }, { as: ravi })).toMatchObject({
      code,
      field: 'empId',
    });
    expect(life.state('call-1').agent.empId).toBe(101);
  });
  it('can be joined by a colleague once', () => {
    const life = talking();
    life.must('call-1', 'conference', { empId: 102 }, { as: ravi });
    expect(life.must('call-1', 'conference', { empId: 102 }, { as: ravi }).events).toEqual([]);
  });
  it('hang-up is requested once; the provider ends it', () => {
    const life = talking();
    life.must('call-1', 'hangUp', {}, { as: ravi });
    expect(life.must('call-1', 'hangUp', {}, { as: ravi }).events).toEqual([]);
    says(life, 'completed');
    expect(life.state('call-1')).toMatchObject({ endedBy: 'agent' });
  });
});

describe('the disposition', () => {
  it('is possible only after the call, once, by the agent', () => {
    const life = open();
    place(life);
    expect(end(life, { code: 'RNR' })).toMatchObject({ code: 'callStage' });
    says(life, 'no-answer');
    expect(end(life, { code: 'RNR' }, { as: divya })).toMatchObject({ code: 'callNotYours' });
    expect(end(life, {})).toMatchObject({ code: 'dispositionRequired', status: 400 });
    expect(end(life, { code: 'RNR' })).not.toHaveProperty('code');
    expect(end(life, { code: 'RNR' })).toMatchObject({ code: 'callStage' });
    expect(life.state('caller-101').live).toBeNull();
    expect(life.state('phoneline-5550110021').live).toBeNull();
  });
  it.each([
    ['RNR', true],
    ['INVALID_NUMBER', true],
    ['NOT_INTERESTED', false],
    ['DNC_REQUEST', false],
    ['CONFIRMED', true],
    ['DROPPED', true],
    ['NO_DISPOSITION', true],
  ])('%s does not fit the line', (code, connected) => {
    const life = open();
    if (connected) ended(life);
    else {
      place(life);
      says(life, 'busy');
    }
    expect(end(life, { code, reasonId: 1, notes: 'text' })).toMatchObject({ code: 'dispositionMismatch' });
  });
  it.each([
    ['SETUP_FIXED without an appointment', { code: 'SETUP_FIXED' }, 'appointmentRequired'],
    [
      'SETUP_FIXED with the appointment of somebody else',
      { code: 'SETUP_FIXED', appointmentId: 10 },
      'appointmentOther',
    ],
    ['SETUP_FIXED with a cancelled one', { code: 'SETUP_FIXED', appointmentId: 11 }, 'appointmentClosed'],
    ['CALLBACK without a time', { code: 'CALLBACK' }, 'required'],
    ['CALLBACK in the past', { code: 'CALLBACK', nextAt: new Date(wednesday).toISOString() }, 'callbackPast'],
    [
      'CALLBACK in three weeks',
      { code: 'CALLBACK', nextAt: new Date(at('11:00', '2026-12-09')).toISOString() },
      'callbackTooFar',
    ],
    [
      'CALLBACK on a Sunday',
      { code: 'CALLBACK', nextAt: new Date(at('11:00', '2026-11-22')).toISOString() },
      'sundayNotAllowed',
    ],
    [
      'CALLBACK at night',
      { code: 'CALLBACK', nextAt: new Date(at('21:00')).toISOString() },
      'callbackOutsideHours',
    ],
    ['THINKING without a note', { code: 'THINKING' }, 'required'],
    ['COMPLAINT without a text', { code: 'COMPLAINT' }, 'required'],
    ['NOT_INTERESTED without a reason', { code: 'NOT_INTERESTED' }, 'required'],
    ['ALREADY_CUSTOMER without a customer', { code: 'ALREADY_CUSTOMER' }, 'required'],
    ['ALREADY_CUSTOMER of an exited one', { code: 'ALREADY_CUSTOMER', customerId: 42 }, 'customerExited'],
    ['LANGUAGE without one', { code: 'LANGUAGE' }, 'required'],
  ])('%s is refused', (_title, input, code) => {
    expect(end(ended(open()), input, { now: minutes(2) })).toMatchObject({ code });
  });
  it('with a callback on a holiday is refused with its name', () => {
    const prepared = { calling: { hours: callingHours, holiday: null }, nextHoliday: 'Diwali' };
    const input = { code: 'CALLBACK', nextAt: new Date(at('11:00', '2026-11-19')).toISOString() };
    expect(end(ended(open()), input, { now: minutes(2), prepared })).toMatchObject({
      code: 'holidayNotAllowed',
      details: { name: 'Diwali' },
    });
  });
  it.each([
    ['SETUP_FIXED', { appointmentId: 9 }, null],
    ['CALLBACK', { nextAt: new Date(at('15:00')).toISOString() }, null],
    ['NOT_INTERESTED', { reasonId: 1 }, null],
    ['WRONG_NUMBER', {}, null],
    ['ALREADY_CUSTOMER', { customerId: 41 }, null],
    ['THINKING', { notes: 'Asks the son' }, at('10:00', '2026-11-20')],
    ['ORDER_TAKEN', { notes: 'Monthly medicines' }, at('10:00', '2026-11-20')],
  ] as const)('%s says when the lead is tried again', (code, more, retry) => {
    const done = end(ended(open()), { code, ...more }, { now: minutes(2) });
    expect(first(done)).toMatchObject({
      type: 'CallDispositioned',
      data: { code, retryAt: retry === null ? null : new Date(retry).toISOString() },
    });
  });
  it.each([
    ['RNR', '10:30', '12:30', '2026-11-18'],
    ['BUSY', '10:30', '11:00', '2026-11-18'],
    ['SWITCHED_OFF', '10:30', '14:30', '2026-11-18'],
    ['RNR', '20:00', '10:00', '2026-11-19'],
    ['SWITCHED_OFF', '19:00', '10:00', '2026-11-19'],
  ])('%s at %s: again at %s on %s', (code, time, again, day) => {
    const life = open();
    place(life, 'lead-1', { now: at(time) });
    says(life, 'no-answer', {}, at(time));
    expect(first(end(life, { code }, { now: at(time) }))).toMatchObject({
      data: { retryAt: new Date(at(again, day)).toISOString() },
    });
  });
  it('bars a do-not-call number in the same commit', () => {
    const life = ended(open());
    end(life, { code: 'DNC_REQUEST' }, { now: minutes(2) });
    expect(place(life, 'lead-1', { now: minutes(60) })).toMatchObject({ code: 'callDnc' });
    life.must(item, 'enter', face('lead-1'));
    expect(life.command(item, 'claim', {}, { as: divya, now: minutes(60) })).toMatchObject({
      code: 'callDnc',
    });
  });
  it('marks a wrong number for every later call', () => {
    const life = ended(open());
    end(life, { code: 'WRONG_NUMBER' }, { now: minutes(2) });
    expect(place(life, 'lead-1', { now: minutes(60) })).toMatchObject({ code: 'callBadNumber' });
  });
  it('exhausts a lead after eight failed calls', () => {
    const life = open();
    place(life, 'lead-9');
    says(life, 'no-answer');
    expect(first(end(life, { code: 'RNR' }))).toMatchObject({ data: { retryAt: null } });
  });
  it('parks or completes the row with it', () => {
    const held = (): Life => {
      const life = open();
      life.must(item, 'enter', face('lead-1'));
      life.must(item, 'claim', {}, { as: ravi });
      place(life);
      return life;
    };
    const life = held();
    expect(life.command(item, 'release', {}, { as: ravi })).toMatchObject({ code: 'finishCall' });
    expect(life.command(item, 'expireLease', { leaseId: life.state(item).lease.leaseId })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(life.must('agentwork-101', 'releaseAll', { reason: 'signedOut' }).events).toEqual([]);
    expect(
      life.command(
        item,
        'takeOver',
        { reason: 'mine' },
        { as: { ...farhan, rights: new Set([...farhan.rights, 'Out Bound/pharma-lead-queue:approve']) } },
      ),
    ).toMatchObject({ code: 'rowOnCall' });
    says(life, 'busy');
    end(life, { code: 'BUSY' });
    expect(life.state(item)).toMatchObject({
      stage: 'parked',
      lease: null,
      parkedUntil: new Date(minutes(30)).toISOString(),
    });
    expect(life.state('agentwork-101').items).toEqual({});
    const other = held();
    says(other, 'answered');
    says(other, 'completed', {}, minutes(1));
    end(other, { code: 'NOT_INTERESTED', reasonId: 1 }, { now: minutes(2) });
    expect(other.state(item)).toMatchObject({ stage: 'done', lease: null });
  });
  it('is automatic after fifteen minutes, and the row returns', () => {
    const life = ended(open());
    expect(life.must('call-1', 'noteOverdue', {}, { now: minutes(4) }).events[0]).toMatchObject({
      type: 'CallWrapUpOverdue',
      data: { ref: 'CL-000001' },
    });
    expect(life.state('call-1')).toMatchObject({ stage: 'overdue' });
    const { events } = life.must('call-1', 'autoDispose', {}, { now: minutes(16) });
    expect(events[0]).toMatchObject({ type: 'CallAutoDispositioned', data: { code: 'NO_DISPOSITION' } });
    expect(life.state('caller-101').live).toBeNull();
    expect(life.command('call-1', 'autoDispose', {}, { now: minutes(17) })).toMatchObject({
      code: 'noLongerNeeded',
    });
  });
  it('is corrected by the agent for half an hour, later by a team lead', () => {
    const life = ended(open());
    end(life, { code: 'THINKING', notes: 'Asks the son' }, { now: minutes(2) });
    const correct = (as: typeof ravi, now: number, code = 'DNC_REQUEST') =>
      life.command('call-1', 'correctDisposition', { code, reason: 'Pressed the wrong key' }, { as, now });
    expect(correct(divya, minutes(5))).toMatchObject({ code: 'callNotYours' });
    expect(correct(ravi, minutes(5), 'THINKING')).toMatchObject({ code: 'sameDisposition' });
    expect(correct(ravi, minutes(33))).toMatchObject({ code: 'correctionTooLate', status: 410 });
    expect(correct(ravi, minutes(31))).toMatchObject({
      events: [
        { type: 'CallDispositionCorrected', data: { from: 'THINKING', code: 'DNC_REQUEST' } },
        { type: 'PhoneBarred', data: { reason: 'DNC_REQUEST' } },
      ],
    });
    expect(correct(farhan, minutes(300), 'COMPLAINT')).not.toHaveProperty('code');
  });
});

describe('what a corrected disposition had said about the number', () => {
  const corrected = (from: string, code: string) => {
    const life = ended(open());
    const said = (one: string) =>
      one === 'THINKING' || one === 'DECEASED' ? { code: one, notes: 'The son says so' } : { code: one };
    end(life, said(from), { now: minutes(2) });
    life.must(
      'call-1',
      'correctDisposition',
      { ...said(code), reason: 'Pressed the wrong key' },
      { as: ravi, now: minutes(5) },
    );
    return life.state('phoneline-5550110021');
  };
  it('is taken back: a wrong number may be called again, and so may somebody who is alive', () => {
    expect(corrected('WRONG_NUMBER', 'THINKING')).toMatchObject({ bad: false });
    expect(corrected('DECEASED', 'THINKING')).toMatchObject({ barred: null });
  });
  it('is said anew', () => {
    expect(corrected('THINKING', 'WRONG_NUMBER')).toMatchObject({ bad: true });
    expect(corrected('WRONG_NUMBER', 'DECEASED')).toMatchObject({
      bad: false,
      barred: { reason: 'DECEASED' },
    });
  });
  it('stays where they asked not to be called', () => {
    expect(corrected('DNC_REQUEST', 'THINKING')).toMatchObject({ barred: { reason: 'DNC_REQUEST' } });
  });
});

describe('a row that is called', () => {
  const late = (more: object): Life => {
    const life = open();
    life.must(item, 'enter', face('lead-1', more));
    return life;
  };
  const claim = (life: Life, as = ravi, now = wednesday) => life.command(item, 'claim', {}, { as, now });
  it('is claimed by the same rules as it is dialled', () => {
    expect(claim(late({}), ravi, at('21:00'))).toMatchObject({ code: 'callOutsideHours' });
    expect(claim(late({ subject: 'lead-4' }))).toMatchObject({ code: 'callNoConsent' });
    expect(claim(late({}))).not.toHaveProperty('code');
  });
  it('cannot be claimed before its time; the agent who promised it has priority', () => {
    const due = new Date(minutes(20)).toISOString();
    const first = { empId: 101, name: 'Ravi Kulkarni', until: new Date(minutes(30)).toISOString() };
    expect(claim(late({ notBefore: due, first }))).toMatchObject({ code: 'notYetDue' });
    expect(claim(late({ notBefore: due, first }), divya, minutes(20))).toMatchObject({
      code: 'ownersTurn',
      details: { name: 'Ravi Kulkarni', time: '11:00' },
    });
    expect(claim(late({ notBefore: due, first }), ravi, minutes(15))).not.toHaveProperty('code');
    expect(claim(late({ notBefore: due, first }), divya, minutes(30))).not.toHaveProperty('code');
  });
});

describe('a sale whose customer is called', () => {
  const row = 'queueitem-dsaSalesVerification-5';
  const sale = {
    stage: 'claimed',
    face: { ref: 'SV-000005', customer: 'Anita', phone: '5550100001', pooId: 1, language: null },
  };
  const called = (status: string, code: string): readonly string[] => {
    const life = open({ 'dsasale-5': sale });
    life.must(
      row,
      'enter',
      face('dsasale-5', {
        queue: 'dsaSalesVerification',
        dial: { callClass: 'service', phoneKey: '5550100001' },
      }),
    );
    life.must(row, 'claim', {}, { as: ravi });
    life.must('call-new', 'placeCall', { subject: 'dsasale-5' }, { as: ravi });
    says(life, status);
    if (status === 'answered') says(life, 'completed', {}, wednesday + 60_000);
    const { events } = life.must('call-1', 'dispositionCall', { code }, { as: ravi });
    return events.map(({ type }) => type).filter((type) => type.startsWith('QueueItem'));
  };
  it('stays with the agent who spoke to them, who decides it', () =>
    expect(called('answered', 'INFO_DONE')).toEqual([]));
  it('returns later when nobody answered', () =>
    expect(called('no-answer', 'RNR')).toEqual(['QueueItemParked']));
});

describe('a served item', () => {
  const served = {
    item,
    queue: 'pharma-lead-queue',
    subject: 'lead-1',
    ref: 'LD-000001',
    name: 'Mohan Rao',
    campaignId: null,
    why: 'served.age',
    values: {},
  };
  const serve = (life: Life, now = wednesday): Life => {
    const { answer } = life.must(item, 'claim', {}, { as: ravi, now });
    life.must('caller-101', 'serve', { ...served, leaseId: answer['leaseId'] }, { now });
    return life;
  };
  const ready = (): Life => {
    const life = open();
    life.must(item, 'enter', face('lead-1'));
    return life;
  };
  it('can be skipped five times a day and then rests half an hour', () => {
    const life = ready();
    for (let n = 0; n < 5; n += 1) {
      serve(life);
      life.must('caller-101', 'skip', { reason: 'Speaks Tamil' }, { as: ravi });
      expect(life.state(item)).toMatchObject({ stage: 'waiting', lease: null });
    }
    expect(life.state('caller-101').skipped).toEqual({ 'lead-1': new Date(minutes(30)).toISOString() });
    expect(life.command('caller-101', 'skip', { reason: 'Speaks Tamil' }, { as: ravi })).toMatchObject({
      code: 'nothingServed',
    });
    serve(life);
    expect(life.command('caller-101', 'skip', { reason: 'Speaks Tamil' }, { as: ravi })).toMatchObject({
      code: 'skipLimit',
    });
  });
  it('is released after twenty seconds; three misses pause serving', () => {
    const life = ready();
    for (let n = 0; n < 3; n += 1) {
      const now = minutes(n);
      serve(life, now);
      const until = new Date(now + 20_000).toISOString();
      expect(life.command('caller-101', 'missPreview', { until }, { now: now + 19_000 })).toMatchObject({
        code: 'noLongerNeeded',
      });
      life.must('caller-101', 'missPreview', { until }, { now: now + 20_000 });
      expect(life.state(item)).toMatchObject({ lease: null });
    }
    expect(life.state('caller-101')).toMatchObject({ misses: 3, paused: true, served: null });
    life.must('caller-101', 'resumeServing', {}, { as: ravi });
    expect(life.state('caller-101')).toMatchObject({ misses: 0, paused: false });
  });
  it('does not count as missed once it is called', () => {
    const life = serve(ready());
    place(life);
    expect(life.state('caller-101')).toMatchObject({ served: null, live: { call: 'call-1', item } });
    expect(
      life.command(
        'caller-101',
        'missPreview',
        { until: new Date(wednesday + 20_000).toISOString() },
        { now: minutes(1) },
      ),
    ).toMatchObject({
      code: 'noLongerNeeded',
    });
  });
});
