import { expect, it } from 'vitest';
import { measureOf } from '../families/report-measure.ts';
import { digitalMarketing, leadOutcomes } from './digital-marketing.ts';

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-18T05:00:00.000Z') + minutes * 60_000).toISOString();
type Told = readonly [type: string, data: object, minutes: number];
const created = (source: string): Told => [
  'LeadCreated',
  { name: 'Mohan Rao', phone: '5550110021', pooId: 1, source, campaignId: 1 },
  0,
];
const called: Told = ['LeadCallStarted', { callId: 1, agent: { empId: 101, name: 'Ravi' } }, 20];
const ended = (code: string): Told => [
  'LeadDispositioned',
  { callId: 1, code, agent: { empId: 101, name: 'Ravi' }, retryAt: null },
  25,
];
const rowsOf = (...told: readonly Told[]) => {
  const events = told.map(
    ([type, data, minutes]) =>
      ({ stream: 'lead-7', type, data, at: at(minutes), version: 1 }) as Parameters<
        typeof leadOutcomes.fold
      >[1],
  );
  const state = events.reduce<ReturnType<typeof leadOutcomes.fold> | undefined>(
    (before, event) => leadOutcomes.fold(before, event),
    undefined,
  );
  return state ? leadOutcomes.rows(state, '7') : [];
};

it.each([
  ['created', [created('web')]],
  ['called', [created('web'), called, ended('RNR')]],
  ['spoken', [created('web'), called, ended('THINKING')]],
  [
    'visit',
    [
      created('web'),
      called,
      ended('SETUP_FIXED'),
      ['LeadAppointmentFixed', { callId: 1, appointmentId: 9 }, 25],
    ],
  ],
  ['customer', [created('web'), ['LeadConverted', { customerId: 90, signupId: null }, 60]]],
] as const)('a lead that reached %s shows it', (reached, told) => {
  expect(rowsOf(...told)).toMatchObject([{ ref: 'LD-000007', source: 'web', campaignId: 1, reached }]);
});
it('shows the time to the first call', () => {
  expect(rowsOf(created('web'), called, ended('RNR'))).toMatchObject([
    { firstMinutes: 20, calls: 1, answered: 0 },
  ]);
});
it('leaves out a lead whose import was undone', () => {
  expect(rowsOf(created('import'), ['LeadWithdrawn', { reason: 'wrong file' }, 5])).toEqual([]);
});
it('counts a customer as contacted and visited', () => {
  const rows = [
    ...rowsOf(created('web')),
    ...rowsOf(created('web'), ['LeadConverted', { customerId: 90, signupId: null }, 60]),
  ];
  const figure = (name: string) => {
    const measure = digitalMarketing.measures.find((one) => one.name === name);
    return measure && measureOf(measure, rows);
  };
  expect(['leads', 'connected', 'visits', 'customers', 'dnc'].map(figure)).toEqual([2, 50, 50, 50, 0]);
});
