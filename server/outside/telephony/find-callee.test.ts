import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callingHours } from '#shared/streams/calls/call/hours.ts';
import type { Permission } from '#shared/core/permission.ts';
import { noLead } from '#shared/streams/leads/lead/state.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
import { makeCustomer, openMasterServer, personWith, type MasterServer } from '#tests/kit/master-server.ts';
import { calleeDetails, findCallees, type CalleeParts } from './find-callee.ts';

const now = Date.parse('2026-11-28T05:00:00Z');
const lead = { ...noLead(), exists: true, name: 'Anand Rao', phone: '9812345678', stage: 'Queued' };
const customer = { stage: 'active', exitedOn: null, mergedInto: null, name: 'Lakshmi Rao', consents: {} };

/** Searches where this is the only record. */
async function found(kind: string, state: object) {
  const row = {
    kind,
    id: 7,
    code: 'XX-000007',
    name: 'Somebody',
    phone: '9812345678',
    stage: null,
    poo: 1,
  };
  const pool = { query: () => Promise.resolve({ rows: [{ ...row, state }] }) } as unknown as Pool;
  const viewer = { kind: 'person', poos: [1], language: 'en' } as unknown as Parameters<
    typeof findCallees
  >[1];
  const [hit] = await findCallees(
    {
      pool,
      clock: { now: () => now } as Parameters<typeof findCallees>[0]['clock'],
      translate: (code, _details, language, namespace) => `${language} ${namespace ?? ''} ${code}`,
    },
    viewer,
    'rao',
    'es',
  );
  return hit;
}

it.each([
  ['lead', { ...lead, consent: 'explicit' }, null],
  ['lead', { ...lead, stage: 'Dnc' }, 'es call callDnc'],
  ['lead', { ...lead, stage: 'Lost' }, 'es call callClosed'],
  ['lead', { ...lead, consent: 'none' }, 'es call callNoConsent'],
  ['customer', { ...customer, phones: [] }, null],
  [
    'customer',
    { ...customer, phones: [], stage: 'exited', exitedOn: '2026-11-01' },
    'es call customerExited',
  ],
  ['customer', { ...customer, phones: [], consents: { calling: { given: false } } }, 'es call callDnc'],
])('a %s that is found says why it may not be called: %j', async (kind, state, shut) =>
  expect(await found(kind, state)).toMatchObject({ subject: `${kind}-7`, shut }),
);

describe('before a call', () => {
  const phones = [{ phone: '9812345678', primary: true }];
  const evenings = { from: '17:00', to: '19:00' };
  const face = { customerId: 8, customer: 'Lakshmi Rao', number: 'DR-1', phone: '9812345678', pooId: 1 };
  const records: Readonly<Record<string, unknown>> = {
    'customer-7': { ...customer, pooId: 1, phones },
    'customer-8': { ...customer, pooId: 1, phones, callHours: evenings },
    'reminder-1': { stage: 'due', callAt: null, face },
    'lead-7': { ...lead, consent: 'explicit', pooId: 1, campaignId: 2 },
    'master-leadCampaignName-2': { stage: 'paused', fields: { vName: 'Winter camp' } },
  };
  /** At half past ten in the morning. */
  const before = (subject: string, rights: readonly Permission[] = []) =>
    calleeDetails(
      {
        pool: { query: () => Promise.resolve({ rows: [] }) },
        clock: { now: () => now },
        log: { readStream: () => Promise.resolve([]) },
        config: { callingHours },
        stateOf: (stream: string) => Promise.resolve(records[stream] ?? null),
        versionOf: () => Promise.resolve(4),
        translate: (code: string) => code,
      } as unknown as CalleeParts,
      personWith(rights, { poos: [1] }),
      subject,
      'en',
    );

  it.each([
    ['a customer without hours of their own', 'customer-7', null, null],
    ['a customer who asked for the evening', 'customer-8', evenings, 'callOwnHours'],
    ['the delivery of such a customer', 'reminder-1', evenings, 'callOwnHours'],
    ['a lead of a paused campaign', 'lead-7', null, 'callCampaignPaused'],
  ])('%s: their hours, and why they are not called now', async (_who, subject, callHours, code) =>
    expect(await before(subject)).toMatchObject({ callHours, shut: code && { code } }),
  );
  it.each([
    ['a lead', 'lead-7', 'Out Bound/pharma-lead-queue:edit', { aggregate: 'lead', id: '7', version: 4 }],
    ['a customer', 'customer-7', 'Out Bound/outCall:edit', { aggregate: 'customer', id: '7', version: 4 }],
    ['a delivery', 'reminder-1', 'Out Bound/outCall:edit', { aggregate: 'customer', id: '8', version: 4 }],
    ['a customer', 'customer-7', 'Out Bound/pharma-lead-queue:edit', null],
  ] as const)('of %s (%s) can be set with %s: %j', async (_who, subject, right, hoursOf) =>
    expect(await before(subject, [right])).toMatchObject({ hoursOf }),
  );
});

describe('the person to call', () => {
  let server: MasterServer;
  beforeAll(async () => {
    server = await openMasterServer();
    await makeCustomer(server);
    const registered = {
      stream: 'patient-9',
      version: 1,
      id: server.server.newId(),
      type: 'PatientRegistered',
      at: new Date(server.clock.now()).toISOString(),
      actor: { kind: 'system' as const, empId: null, name: 'server' },
      data: { name: 'Vasudha Bhat', relation: 'mother', customerId: 1, pooId: 1, careTierId: null },
      correlationId: 'test',
      causationId: null,
    };
    const outcome = await appendEvents(server.log, [registered]);
    if (outcome.kind === 'written') await server.masters.rows.reached(outcome.position);
  });
  afterAll(() => server?.close());

  const find = async (typed: string, poos: readonly number[] = [1]) =>
    (
      await findCallees(
        { pool: server.pool, clock: server.clock as never, translate: (code) => code },
        personWith([], { poos }),
        typed,
        'en',
      )
    ).map(({ ref, patients }) => [ref, patients]);

  it.each([
    ['the customer’s name', 'savitri rao', null],
    ['a patient’s name', 'vasudha', 'Vasudha Bhat'],
    ['a patient’s number', 'PT-000009', 'Vasudha Bhat'],
    ['the whole phone number', '+91 55500 00777', null],
    ['the four digits that every list shows', '0777', null],
  ])('is found by %s', async (_what, typed, patients) =>
    expect(await find(typed)).toEqual([['CU-000001', patients]]),
  );
  it.each(['55500', '5550000', '0000777', 'somebody else'])('is not found by %s', async (typed) =>
    expect(await find(typed)).toEqual([]),
  );
  it('is not found from another place, by a patient neither', async () => {
    expect(await find('savitri', [3])).toEqual([]);
    expect(await find('vasudha', [3])).toEqual([]);
  });
});
