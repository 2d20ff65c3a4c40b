import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { campEvents, eventGuests } from './camp-events.ts';

const registered: Given = [
  'MasterRecordCreated',
  {
    fields: { iEventId: 3, vName: 'Savitri Rao', vPhone: '5550000777', dRegistered: '2026-11-18', iPooId: 1 },
    ...{ iStatus: 1, stage: 'registered' },
  },
];
const guest = (...given: Given[]) => rowsAfter(eventGuests, 'master-eventAttendee-6', [registered, ...given]);

describe('rows of guests', () => {
  it('given a registration, then the number is masked and nobody attended', () => {
    expect(guest()).toMatchObject([
      {
        guestId: 6,
        eventId: 3,
        phone: '••••••0777',
        stage: 'registered',
        came: null,
        hour: null,
        lead: null,
      },
    ]);
  });

  it('given a check-in and a lead of it, then the hour of the arrival and the lead', () => {
    const came: Given = [
      'MasterRecordStageChanged',
      { action: 'check', from: 'registered', to: 'checked', iStatus: 1, set: { tChecked: '10:37' } },
    ];
    const named: Given = ['MasterRecordUpdated', { fields: { iLeadId: 41 }, before: {} }];
    expect(guest(came, named)).toMatchObject([
      { stage: 'checked', came: '10:37', hour: '10:00', leadId: 41, lead: 'LD-000041' },
    ]);
  });

  it('given a record that was cancelled, then no row', () => {
    expect(guest(['MasterRecordCancelled', {}])).toEqual([]);
  });

  it('given another master, then it is not about guests', () => {
    const event = { stream: 'master-campEvent-3', type: 'MasterRecordCreated' };
    expect([eventGuests.subject(event as never), campEvents.subject(event as never)]).toEqual([
      null,
      'campEvent-3',
    ]);
  });
});
