import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { leadFromEvent } from '#shared/policies/lead-from-event.ts';
import { convertLead } from '#shared/policies/convert-lead.ts';
import { openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { unique } from '../../core/unique.ts';
import { nothing } from '../../masters/state.ts';
import { lead } from './lead.ts';

const agent = {
  ...people.agent1!,
  rights: new Set(['Masters/leadCreation:create', 'Out Bound/pharmaLead:edit']),
};
const teamLead = {
  ...people.lead!,
  rights: new Set(['Out Bound/pharmaLead:edit', 'Out Bound/pharmaLead:approve']),
};
const mohan = { name: 'Mohan Rao', phone: '5550110021', source: 'web', pooId: 1 };
const record = (key: string, more: object): object => ({
  ...nothing(key),
  exists: true,
  fields: { vName: 'Diwali' },
  ...more,
});
const reasons: Readonly<Record<string, unknown>> = {
  'master-reason-1': record('reason-1', { fields: { vName: 'No interest', vReasonGroup: 'call-lost' } }),
  'master-reason-2': record('reason-2', {
    fields: { vName: 'Other', vReasonGroup: 'call-lost', bNeedsText: 1 },
  }),
  'master-reason-3': record('reason-3', { fields: { vName: 'Traffic', vReasonGroup: 'late-start' } }),
  'master-reason-4': record('reason-4', {
    fields: { vName: 'Too far', vReasonGroup: 'call-lost' },
    iStatus: 0,
  }),
};
const open = (extra: Readonly<Record<string, unknown>> = {}): Life => {
  const more = { ...reasons, ...extra };
  return openLife([lead, unique], (stream) => {
    if (stream in more) return more[stream];
    return stream.startsWith('master-') ? nothing(stream.slice('master-'.length)) : undefined;
  });
};
const later = (days: number): number => wednesday + days * DAY_MS;
const types = (life: Life): string[] =>
  life.log.filter(({ stream }) => stream.startsWith('lead-')).map(({ type }) => type);

describe('a new lead', () => {
  it('waits in the queue at once', () => {
    const life = open();
    const { events } = life.must('lead-new', 'createLead', mohan, { as: agent });
    expect(events.map(({ type }) => type)).toEqual(['LeadCreated', 'LeadQueued', 'KeyReserved']);
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', touches: 1 });
  });

  it('is refused when an open, recently lost or do-not-call lead holds the number', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    const again = { ...mohan, phone: '05550110021' };
    const known = { stage: 'Queued', owner: 'Ravi Kulkarni', pooId: 1 };
    expect(life.command('lead-new', 'createLead', again, { as: agent, prepared: { known } })).toMatchObject({
      code: 'leadDuplicate',
      status: 409,
      details: { lead: 'LD-000001', leadId: 1, stage: 'leadStage.Queued', owner: 'Ravi Kulkarni' },
    });
    expect(
      life.command('lead-new', 'createLead', again, {
        as: agent,
        prepared: { known: { ...known, pooId: 3 } },
      }),
    ).toMatchObject({ code: 'leadElsewhere' });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    expect(life.command('lead-new', 'createLead', again, { as: agent, now: later(29) })).toMatchObject({
      code: 'leadDuplicate',
    });
    life.must('lead-1', 'markDnc', { reason: 'Asked for it' }, { as: agent });
    expect(life.command('lead-new', 'createLead', again, { as: agent, now: later(90) })).toMatchObject({
      code: 'leadDuplicate',
    });
  });

  it('may take the number of a lead lost 30 days ago', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    life.must('lead-new', 'createLead', mohan, { as: agent, now: later(30) });
    expect(
      life.command('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(31) }),
    ).toMatchObject({
      code: 'leadDuplicate',
      details: { leadId: 2 },
    });
  });

  it('is refused when the number is a customer’s', () => {
    const life = open({ 'unique-customer-phone-5550110021': { key: '', owner: 'customer-91' } });
    expect(life.command('lead-new', 'createLead', mohan, { as: agent })).toMatchObject({
      code: 'leadIsCustomer',
      details: { customer: 'CU-000091', customerId: 91 },
    });
  });

  it('is refused for a paused campaign or a missing list', () => {
    const life = open({
      'master-leadCampaignName-1': record('leadCampaignName-1', { stage: 'running' }),
      'master-leadCampaignName-2': record('leadCampaignName-2', { stage: 'paused', iStatus: 0 }),
      'master-leadListName-2': record('leadListName-2', { iStatus: 0 }),
    });
    const refused = (more: object) =>
      life.command('lead-new', 'createLead', { ...mohan, ...more }, { as: agent });
    expect(refused({ campaignId: 2 })).toMatchObject({
      code: 'campaignPaused',
      status: 409,
      field: 'campaignId',
      details: { campaign: 'Diwali' },
    });
    expect(refused({ campaignId: 9 })).toMatchObject({ code: 'notInList', field: 'campaignId' });
    expect(refused({ listId: 2 })).toMatchObject({ code: 'masterInactive', field: 'listId' });
    const { stream } = life.must('lead-new', 'createLead', { ...mohan, campaignId: 1 }, { as: agent });
    expect(
      life.command(stream, 'recordTouch', { source: 'web', campaignId: 2 }, { as: agent }),
    ).toMatchObject({ code: 'campaignPaused' });
  });
});

describe('a lost lead', () => {
  const lost = (): Life => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    life.must('lead-1', 'markLost', { reasonId: 1 }, { as: agent });
    return life;
  };

  it('is reopened by a touch after 30 days, not before', () => {
    const life = lost();
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(29) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'No interest', reasonId: 1 });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', touches: 3, reason: null });
    life.must('lead-1', 'withdrawTouch', { reason: 'Import taken back' }, { now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', touches: 2 });
  });

  it('is reopened by a team lead after a touch and 30 days', () => {
    const life = lost();
    const anew = (now: number, as = teamLead) => life.command('lead-1', 'reopen', {}, { as, now });
    expect(anew(later(1))).toMatchObject({ code: 'leadTooEarly', details: { from: '18-12-2026' } });
    expect(anew(later(30))).toMatchObject({ code: 'leadNotTouched' });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(5) });
    expect(anew(later(30), agent)).toMatchObject({ code: 'forbidden' });
    expect(anew(later(30))).not.toHaveProperty('refused');
    expect(life.state('lead-1').stage).toBe('Queued');
    expect(anew(later(31))).toMatchObject({ code: 'leadNotLost' });
  });

  it('needs a listed reason, and a text where the reason requires one', () => {
    const life = open();
    life.must('lead-new', 'createLead', mohan, { as: agent });
    const lose = (input: object) => life.command('lead-1', 'markLost', input, { as: agent });
    expect(lose({ reasonId: 3 })).toMatchObject({ code: 'notInList', field: 'reasonId' });
    expect(lose({ reasonId: 9 })).toMatchObject({ code: 'notInList', field: 'reasonId' });
    expect(lose({ reasonId: 4 })).toMatchObject({ code: 'masterInactive', field: 'reasonId' });
    expect(lose({ reasonId: 2 })).toMatchObject({ code: 'required', field: 'note' });
    expect(lose({ reasonId: 2, note: 'Keeps bees' })).not.toHaveProperty('refused');
    expect(life.state('lead-1')).toMatchObject({ stage: 'Lost', reason: 'Other: Keeps bees', reasonId: 2 });
    life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(30) });
    expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', reason: null, reasonId: null });
  });

  it('is neither lost twice nor reassigned', () => {
    const life = lost();
    expect(life.command('lead-1', 'markLost', { reasonId: 1 }, { as: agent })).toMatchObject({
      code: 'leadClosed',
      details: { stage: 'leadStage.Lost' },
    });
    expect(life.command('lead-1', 'reassign', { ownerId: 101 }, { as: teamLead })).toMatchObject({
      code: 'leadClosed',
    });
  });
});

it('only a team lead reassigns an open lead, within its place', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(life.command('lead-1', 'reassign', { ownerId: 102 }, { as: agent })).toMatchObject({
    code: 'forbidden',
  });
  expect(life.command('lead-1', 'reassign', { ownerId: 201 }, { as: teamLead })).toMatchObject({
    code: 'leadOwnerElsewhere',
    details: { name: 'Usha Gowda' },
  });
  life.must('lead-1', 'reassign', { ownerId: 102 }, { as: teamLead });
  expect(life.state('lead-1').ownerId).toBe(102);
});

it('a do-not-call lead is reopened by explicit new consent only', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(
    life.command('lead-1', 'renewConsent', { channel: 'web', proof: 'Form of today' }, { as: agent }),
  ).toMatchObject({ code: 'leadNotDnc' });
  life.must('lead-1', 'markDnc', { reason: 'Asked for it' }, { as: agent });
  expect(life.command('lead-1', 'markDnc', { reason: 'Again' }, { as: agent })).toMatchObject({
    code: 'leadDncAlready',
  });
  life.must('lead-1', 'recordTouch', { source: 'web' }, { as: agent, now: later(60) });
  expect(life.command('lead-1', 'reopen', {}, { as: teamLead, now: later(60) })).toMatchObject({
    code: 'leadNotLost',
  });
  expect(life.state('lead-1').stage).toBe('Dnc');
  life.must(
    'lead-1',
    'renewConsent',
    { channel: 'web', proof: 'Form of today' },
    { as: agent, now: later(61) },
  );
  expect(life.state('lead-1')).toMatchObject({ stage: 'Queued', consent: 'explicit', reason: null });
});

it('a completed sign-up converts its lead once and takes over the number', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  const done = { stream: 'signup-7', type: 'SignupCompleted', data: { leadId: 1, customerId: 91 } };
  const [react] = convertLead.react(done as never, {} as never);
  expect(react).toMatchObject({
    stream: 'lead-1',
    command: 'convert',
    input: { customerId: 91, signupId: 7 },
  });
  expect(
    convertLead.react({ ...done, data: { leadId: null, customerId: 91 } } as never, {} as never),
  ).toEqual([]);
  life.must('lead-1', 'convert', { customerId: 91, signupId: 7 });
  expect(life.state('lead-1')).toMatchObject({ stage: 'Converted', customerId: 91 });
  expect(life.state('unique-leadPhone-5550110021').owner).toBeNull();
  expect(life.command('lead-1', 'convert', { customerId: 91, signupId: 7 })).toMatchObject({
    code: 'noLongerNeeded',
  });
  for (const [command, input] of [
    ['recordTouch', { source: 'web' }],
    ['markLost', { reasonId: 1 }],
    ['markDnc', { reason: 'Asked for it' }],
    ['updateDetails', { name: 'Another' }],
  ] as const)
    expect(life.command('lead-1', command, input, { as: agent }), command).toMatchObject({
      code: 'leadConverted',
      details: { customer: 'CU-000091' },
    });
});

it('an undone import releases the number and closes the lead', () => {
  const life = open();
  life.must('lead-new', 'createLead', mohan, { as: agent });
  life.must('lead-1', 'withdraw', { reason: 'Import taken back' });
  expect(life.command('lead-1', 'markLost', { reasonId: 1 }, { as: agent })).toMatchObject({
    code: 'leadWithdrawn',
  });
  life.must('lead-new', 'createLead', mohan, { as: agent });
  expect(types(life).filter((type) => type === 'LeadCreated')).toHaveLength(2);
});

it('an attendee becomes a new lead or a touch, and nothing when a customer', () => {
  const life = open({ 'unique-customer-phone-5550110099': { key: '', owner: 'customer-91' } });
  const came = (vPhone: string) =>
    leadFromEvent
      .react(
        {
          data: {
            kind: 'eventAttendee',
            id: 5,
            to: 'checked',
            carried: { vName: 'Savitri', vPhone, iEventId: 1 },
          },
        } as never,
        {} as never,
      )
      .map(
        (react) =>
          react.kind === 'command' &&
          life.must(react.stream, react.command, react.input).events.map(({ type }) => type),
      );
  expect(came('5550110021')).toEqual([['LeadCreated', 'LeadQueued', 'KeyReserved']]);
  expect(came('5550110021')).toEqual([['LeadTouchRecorded']]);
  expect(came('5550110099')).toEqual([[]]);
});
