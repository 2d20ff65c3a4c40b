import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { leadFromEvent } from '#shared/policies/lead-from-event.ts';
import { convertLead } from '#shared/policies/convert-lead.ts';
import { openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { unique } from '../../core/unique.ts';
import { nothing } from '../../masters/state.ts';
import { lead } from './lead.ts';

const agent = { ...people.agent1!, rights: new Set(['Masters/leadCreation:create', 'Out Bound/pharmaLead:edit']) };
const teamLead = { ...people.lead!, rights: new Set(['Out Bound/pharmaLead:edit', 'Out Bound/pharmaLead:approve']) };
const mohan = { name: 'Mohan Rao', phone: '5550110021', source: 'web', pooId: 1 };
const record = (key: string, more: object): object => ({ ...nothing(key), exists: true, fields: { vName: 'Diwali' }, ...more });
const reasons: Readonly<Record<string, unknown>> = {
  'master-reason-1': record('reason-1', { fields: { vName: 'No interest', vReasonGroup: 'call-lost' } }),
  'master-reason-2': record('reason-2', { fields: { vName: 'Other', vReasonGroup: 'call-lost', bNeedsText: 1 } }),
  'master-reason-3': record('reason-3', { fields: { vName: 'Traffic', vReasonGroup: 'late-start' } }),
  'master-reason-4': record('reason-4', { fields: { vName: 'Too far', vReasonGroup: 'call-lost' }, iStatus: 0 }),
};
const open = (extra: Readonly<Record<string, unknown>> = {}): Life => {
  const more = { ...reasons, ...extra };
  return openLife([lead, unique], (stream) => {
    if (stream in more) return more[stream];
    return stream.startsWith('master-') ? nothing(stream.slice('master-'.length)) : undefined;
  });
};
const later = (days: number): number => wednesday + days * DAY_MS;
const types = (life: Life): string[] => life.log.filter(({ stream }) => stream.startsWith('lead-')).map(({ type }) => type);

describe('a new lead', () => {
  it('waits in the queue at once', () => {
    const life = open();
    const { events } = life.must('lead-new', 'createLead', mohan, { as: agent });
    expect(events.map(({ type }) => type)).toEqual(['LeadCreated', 'LeadQueued', 'KeyReserved']);
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', touches: 1 });
  });

  it('is none when the number is held by an open lead, one lost lately, or one not to be called', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    const again = { ...mohan, phone: '05550110021' };
    const known = { stage: 'Queued', owner: 'Ravi Kulkarni', pooId: 1 };
    expect(life.order('lead-new', 'createLead', again, { as: agent, prepared: { known } })).toMatchObject({
      code: 'leadDuplicate',
      status: 409,
      details: { lead: 'LD-000001', leadId: 1, stage: 'leadStage.Queued', owner: 'Ravi Kulkarni' },
    });
    expect(life.order('lead-new', 'createLead', again, { as: agent, prepared: { known: { ...known, pooId: 3 } } })).toMatchObject({ code: 'leadElsewhere' });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    expect(life.order('lead-new', 'createLead', again, { as: agent, now: later(29) })).toMatchObject({ code: 'leadDuplicate' });
    life.must('lead-1', 'markDnc', { reason: 'Asked for it' }, { as: agent });
    expect(life.order('lead-new', 'createLead', again, { as: agent, now: later(90) })).toMatchObject({ code: 'leadDuplicate' });
  });

  it('may take a number whose lead was given up 30 days ago; the old one is then not begun anew', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    life.must('lead-new', 'createLead', mohan, { as: agent, now: later(30) });
    expect(life.order('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(31) })).toMatchObject({
      code: 'leadDuplicate',
      details: { leadId: 2 },
    });
  });

  it('is none when the number is a customer’s', () => {
    const life = open({ 'unique-customer-phone-5550110021': { key: '', owner: 'customer-91' } });
    expect(life.order('lead-new', 'createLead', mohan, { as: agent })).toMatchObject({
      code: 'leadIsCustomer',
      details: { customer: 'CU-000091', customerId: 91 },
    });
  });

  it('goes neither into a campaign that is paused, nor on a list that is not there', () => {
    const life = open({
      'master-leadCampaignName-1': record('leadCampaignName-1', { stage: 'running' }),
      'master-leadCampaignName-2': record('leadCampaignName-2', { stage: 'paused', iStatus: 0 }),
      'master-leadListName-2': record('leadListName-2', { iStatus: 0 }),
    });
    const refused = (more: object) => life.order('lead-new', 'createLead', { ...mohan, ...more }, { as: agent });
    expect(refused({ campaignId: 2 })).toMatchObject({ code: 'campaignPaused', status: 409, field: 'campaignId', details: { campaign: 'Diwali' } });
    expect(refused({ campaignId: 9 })).toMatchObject({ code: 'notInList', field: 'campaignId' });
    expect(refused({ listId: 2 })).toMatchObject({ code: 'masterInactive', field: 'listId' });
    const { stream } = life.must('lead-new', 'createLead', { ...mohan, campaignId: 1 }, { as: agent });
    expect(life.order(stream, 'recordTouch', { source: 'web', campaignId: 2 }, { as: agent })).toMatchObject({ code: 'campaignPaused' });
  });
});

describe('a lead that was given up', () => {
  const lost = (): Life => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    return life;
  };

  it('is begun anew by the next touch after 30 days, not before', () => {
    const life = lost();
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(29) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'No interest', reasonId: 1 });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', touches: 3, reason: null });
    life.must('lead-1', 'withdrawTouch', { reason: 'Import taken back' }, { now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', touches: 2 });
  });

  it('is begun anew by a team lead when it came again meanwhile and 30 days are over', () => {
    const life = lost();
    const anew = (now: number, as = teamLead) => life.order('lead-1', 'reopen', {}, { as, now });
    expect(anew(later(1))).toMatchObject({ code: 'leadTooEarly', details: { from: '18-12-2026' } });
    expect(anew(later(30))).toMatchObject({ code: 'leadNotTouched' });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(5) });
    expect(anew(later(30), agent)).toMatchObject({ code: 'forbidden' });
    expect(anew(later(30))).not.toHaveProperty('refused');
    expect(life.state('lead-1').stage).toBe('Queued');
    expect(anew(later(31))).toMatchObject({ code: 'leadNotLost' });
  });

  it('has a reason of the list, and more words where the reason asks for them', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    const lose = (input: object) => life.order('lead-1', 'markLost', input, { as: agent });
    expect(lose({ reasonId: 3 })).toMatchObject({ code: 'notInList', field: 'reasonId' });
    expect(lose({ reasonId: 9 })).toMatchObject({ code: 'notInList', field: 'reasonId' });
    expect(lose({ reasonId: 4 })).toMatchObject({ code: 'masterInactive', field: 'reasonId' });
    expect(lose({ reasonId: 2 })).toMatchObject({ code: 'required', field: 'note' });
    expect(lose({ reasonId: 2, note: 'Keeps bees' })).not.toHaveProperty('refused');
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'Other: Keeps bees', reasonId: 2 });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', reason: null, reasonId: null });
  });

  it('is neither given up twice nor given to somebody', () => {
    const life = lost();
    expect(life.order('lead-1', 'markLost', { reasonId: 1 }, { as: agent })).toMatchObject({ code: 'leadClosed', details: { stage: 'leadStage.Lost' } });
    expect(life.order('lead-1', 'reassign', { ownerId: 101 }, { as: teamLead })).toMatchObject({ code: 'leadClosed' });
  });
});

it('only a team lead gives an open lead to somebody, and only to one of its place', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(life.order('lead-1', 'reassign', { ownerId: 102 }, { as: agent })).toMatchObject({ code: 'forbidden' });
  expect(life.order('lead-1', 'reassign', { ownerId: 201 }, { as: teamLead })).toMatchObject({ code: 'leadOwnerElsewhere', details: { name: 'Usha Gowda' } });
  life.must('lead-1', 'reassign', { ownerId: 102 }, { as: teamLead });
  expect(life.state('lead-1').ownerId).toBe(102);
});

it('who asked not to be called is reopened by an explicit new consent alone', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(life.order('lead-1', 'renewConsent', { channel: 'web', proof: 'Form of today' }, { as: agent })).toMatchObject({ code: 'leadNotDnc' });
  life.must('lead-1', 'markDnc', { reason: 'Asked for it' }, { as: agent });
  expect(life.order('lead-1', 'markDnc', { reason: 'Again' }, { as: agent })).toMatchObject({ code: 'leadDncAlready' });
  life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(60) });
  expect(life.order('lead-1', 'reopen', {}, { as: teamLead, now: later(60) })).toMatchObject({ code: 'leadNotLost' });
  expect(life.state('lead-1').stage).toBe('Dnc');
  life.must('lead-1', 'renewConsent', { channel: 'web', proof: 'Form of today' }, { as: agent, now: later(61) });
  expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', consent: 'explicit', reason: null });
});

it('a sign-up that names a lead makes a customer of it, once; the number is the customer’s from then on', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  const done = { stream: 'signup-7', type: 'SignupCompleted', data: { leadId: 1, customerId: 91 } };
  const [ask] = convertLead.ask(done as never, {} as never);
  expect(ask).toMatchObject({ stream: 'lead-1', command: 'convert', input: { customerId: 91, signupId: 7 } });
  expect(convertLead.ask({ ...done, data: { leadId: null, customerId: 91 } } as never, {} as never)).toEqual([]);
  life.must('lead-1', 'convert', { customerId: 91, signupId: 7 });
  expect(life.state('lead-1')).toMatchObject({ stage: 'Converted', customerId: 91 });
  expect(life.state('unique-leadPhone-5550110021').owner).toBeNull();
  expect(life.order('lead-1', 'convert', { customerId: 91, signupId: 7 })).toMatchObject({ code: 'noLongerNeeded' });
  for (const [command, input] of [
    ['recordTouch', { source: 'web' }],
    ['markLost', { reasonId: 1 }],
    ['markDnc', { reason: 'Asked for it' }],
    ['updateDetails', { name: 'Another' }],
  ] as const)
    expect(life.order('lead-1', command, input, { as: agent }), command).toMatchObject({ code: 'leadConverted', details: { customer: 'CU-000091' } });
});

it('an import that is taken back frees the number; nothing more is done with its lead', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  life.must('lead-1', 'withdraw', { reason: 'Import taken back' });
  expect(life.order('lead-1', 'markLost', { reasonId: 1 }, { as: agent })).toMatchObject({ code: 'leadWithdrawn' });
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(types(life).filter((type) => type === 'LeadCreated')).toHaveLength(2);
});

it('whoever came to an event is a new lead, a touch of a known one, and nothing when a customer', () => {
  const life = open({ 'unique-customer-phone-5550110099': { key: '', owner: 'customer-91' } });
  const came = (vPhone: string) =>
    leadFromEvent
      .ask({ data: { kind: 'eventAttendee', id: 5, to: 'checked', told: { vName: 'Savitri', vPhone, iEventId: 1 } } } as never, {} as never)
      .map((ask) => ask.kind === 'command' && life.must(ask.stream, ask.command, ask.input).events.map(({ type }) => type));
  expect(came('5550110021')).toEqual([['LeadCreated', 'LeadQueued', 'KeyReserved']]);
  expect(came('5550110021')).toEqual([['LeadTouchRecorded']]);
  expect(came('5550110099')).toEqual([[]]);
});
