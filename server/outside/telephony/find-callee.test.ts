import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { noLead } from '#shared/streams/leads/lead/state.ts';
import { findCallees } from './find-callee.ts';

const now = Date.parse('2026-11-28T05:00:00Z');
const lead = { ...noLead(), exists: true, name: 'Anand Rao', phone: '+919812345678', stage: 'Queued' };
const customer = { stage: 'active', exitedOn: null, mergedInto: null, name: 'Lakshmi Rao', consents: {} };

/** Searches where this is the only record. */
async function found(kind: string, state: object) {
  const row = {
    kind,
    id: 7,
    code: 'XX-000007',
    name: 'Somebody',
    phone: '+919812345678',
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
