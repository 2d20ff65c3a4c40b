import { expect, test } from 'vitest';
import type { ParcelRow, RunRow } from './row.ts';
import { typedRun } from './typed-run.ts';

const parcel = (id: string, stage: ParcelRow['stage'], tried = 0): ParcelRow =>
  ({ id, stage, statementId: '3', attempts: Array.from({ length: tried }) }) as unknown as ParcelRow;
const run = { id: '3', stage: 'generated', odometerOut: null, odometerIn: null } as RunRow;
const entry = (aggregate: string, id: string, command: string, body: Record<string, unknown> = {}) => ({
  seq: 1,
  aggregate,
  id,
  command,
  body,
  typedAt: '2026-11-18T20:30:00.000Z',
  refusal: null as { code: string; message: string } | null,
});
const stages = ({ parcels, runs }: ReturnType<typeof typedRun>): readonly string[] =>
  [...parcels, ...runs].map(({ stage }) => stage);

test('given a parcel that was taken without a connection, then it is a stop and is not asked for again', () => {
  const typed = typedRun([parcel('7', 'assigned')], [run], [entry('delivery', '7', 'accept')]);
  expect(stages(typed)).toEqual(['accepted', 'generated']);
  expect([...typed.waiting]).toEqual(['7']);
  expect(typed.results.size).toBe(0);
});
test('given a run that left without a connection, then its parcels are out, and no other parcel with the number of the run', () => {
  const other = { ...parcel('3', 'handedOver'), statementId: '4' };
  const typed = typedRun(
    [parcel('7', 'handedOver'), other],
    [run],
    [entry('statement', '3', 'depart', { odometerOut: 18_204.5 })],
  );
  expect(stages(typed)).toEqual(['out', 'handedOver', 'departed']);
  expect(typed.runs[0]).toMatchObject({ odometerOut: 18_204.5 });
  expect(typed.waiting.size).toBe(0);
});
test('given every result typed without a connection, then the rider can come back; what goes back for good is not scanned in', () => {
  const typed = typedRun(
    ['1', '2', '3', '4', '5'].map((id) => parcel(id, 'out', id === '5' ? 2 : 0)),
    [{ ...run, stage: 'departed' }],
    [
      entry('delivery', '1', 'deliver'),
      entry('delivery', '2', 'deliverPart'),
      entry('delivery', '3', 'fail', { reason: 'NOT_HOME' }),
      entry('delivery', '4', 'fail', { reason: 'REFUSED' }),
      entry('delivery', '5', 'fail', { reason: 'NOT_HOME' }),
      entry('statement', '3', 'comeBack', { odometerIn: 18_230, scanned: ['x'] }),
    ],
  );
  expect(stages(typed)).toEqual(['delivered', 'rto', 'undelivered', 'rto', 'rto', 'returned']);
  expect([...typed.results]).toEqual(['1', '2', '3', '4', '5']);
});
test('given a parcel that went on without being accepted, then what was entered after that still counts', () => {
  const refusal = { code: 'wrongState', message: 'No.' };
  const typed = typedRun(
    [parcel('7', 'out')],
    [],
    [
      { ...entry('delivery', '7', 'accept'), refusal, overtakenBy: ['wrongState'] },
      entry('delivery', '7', 'deliver'),
    ],
  );
  expect(stages(typed)).toEqual(['delivered']);
});
test('given that the server refused it, then everything stands as the server has it', () => {
  const refused = { code: 'wrongState', message: 'No.' };
  const entries = [
    { ...entry('delivery', '7', 'accept'), refusal: refused },
    { ...entry('statement', '3', 'depart', { odometerOut: 1 }), refusal: refused },
  ];
  const typed = typedRun([parcel('7', 'assigned')], [run], entries);
  expect(stages(typed)).toEqual(['assigned', 'generated']);
  expect(typed.waiting.size).toBe(0);
});
test('given an entry that waits behind a refused one of the same record, then it is not counted as done; those of other records are', () => {
  const refused = { code: 'odometerWrong', message: 'No.' };
  const typed = typedRun(
    [parcel('7', 'assigned'), parcel('8', 'out')],
    [{ ...run, stage: 'departed' }],
    [
      { ...entry('delivery', '7', 'accept'), refusal: refused },
      entry('delivery', '7', 'deliver'),
      entry('delivery', '8', 'deliver'),
      { ...entry('statement', '3', 'comeBack', { odometerIn: 1 }), refusal: refused },
      entry('statement', '3', 'comeBack', { odometerIn: 18_230 }),
    ],
  );
  expect(stages(typed)).toEqual(['assigned', 'delivered', 'departed']);
  expect([[...typed.waiting], [...typed.results]]).toEqual([['8'], ['8']]);
});
test.each([
  ['2026-11-18T12:31:00.000Z', 'undelivered'],
  ['2026-11-18T12:29:00.000Z', 'rto'],
])(
  'given a cold parcel that was handed over at %s, when nobody was at home at 20:30, then it is %s',
  (handedAt, stage) => {
    const cold = { ...parcel('1', 'out'), cold: true, handedAt };
    expect(stages(typedRun([cold], [], [entry('delivery', '1', 'fail', { reason: 'NOT_HOME' })]))).toEqual([
      stage,
    ]);
  },
);
