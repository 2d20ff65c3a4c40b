import { expect, test } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { visitorRefused } from './visitor.ts';

const viewer = { poos: [1, 2] } as unknown as Viewer;
const customer = (more: object = {}) => ({
  customer: { stage: 'active', exitedOn: null, mergedInto: null, pooId: 1, ...more },
});
const lead = (more: object = {}) => ({ lead: { exists: true, stage: 'New', pooId: 1, ...more } });

test.each([
  ['a customer of one’s own place', customer(), null],
  ['a customer that is not there', customer({ stage: 'none', pooId: null }), 'notInList'],
  ['a customer of another place', customer({ pooId: 7 }), 'notInList'],
  ['a customer who left', customer({ stage: 'exited', exitedOn: '2026-11-01' }), 'customerExited'],
  ['a double', customer({ stage: 'merged', mergedInto: 9 }), 'customerMerged'],
  ['a lead', lead(), null],
  ['a lead of no place', lead({ pooId: null }), null],
  ['a lead that is not there', lead({ exists: false }), 'notInList'],
  ['a lead that was taken back', lead({ withdrawn: true }), 'notInList'],
  ['a lead of another place', lead({ pooId: 7 }), 'notInList'],
  ['a lead that is a customer', lead({ stage: 'Converted' }), 'leadConverted'],
  ['a lost lead', lead({ stage: 'Lost' }), 'leadLost'],
  ['a lead not to be called', lead({ stage: 'Dnc' }), 'leadDnc'],
  ['an exhausted lead', lead({ stage: 'Exhausted' }), 'leadExhausted'],
])('for %s an appointment is booked or refused', (_title, read, code) => {
  expect(visitorRefused(read, viewer)?.code ?? null).toBe(code);
});
