import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import { cast, systemItself, openMasterServer } from '#tests/kit/master-server.ts';

test("an affiliate's documents show how long they wait in their step, longest first", async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const person = (n: number) => ({
    firstName: `Seller${'abcd'[n]}`,
    email: `s${n}@care.example`,
    designationId: 2,
    pooId: 1,
    joiningDate: '2026-01-05',
    affiliate: true,
  });
  for (const n of [0, 1, 2])
    await server.must(`employee-${300 + n}`, 'createEmployee', person(n), { as: systemItself });
  const papers = (n: number) => ({
    iEmpId: 300 + n,
    vPan: `ZZZPA100${n}Z`,
    vPanLast4: `100${n}`,
    vBankAccount: '123456789012',
    vIfsc: 'ABCD0123456',
    bAgreement: 1,
  });
  const begun = server.clock.at;
  for (const n of [0, 1, 2]) {
    await server.must('master-dsa-new', 'create', { fields: papers(n) });
    server.clock.at += 2 * DAY_MS;
  }
  // 1 waits six days, 2 four, 3 two; HR verifies the second, whose waiting starts again; a change of the
  // first has no effect.
  await server.must('master-dsa-2', 'move', { action: 'hrVerify' }, { as: cast['manager']!, seen: 1 });
  await server.must('master-dsa-1', 'update', { fields: { vAadhaarLast4: '4321' } }, { seen: 1 });
  server.clock.at += 3_600_000;
  const listed = async (query: string, screen = 'affiliateMaster') => {
    const { status, body } = await server.call('GET', `/masters-list/${screen}?${query}`);
    return status === 200 ? body.rows.map(({ id }: { id: number }) => id) : body;
  };
  const aged = (value: unknown, op = 'in') =>
    listed(`filter=${encodeURIComponent(JSON.stringify({ waiting: { op, value } }))}`);
  expect(await listed('')).toEqual([1, 3, 2]);
  expect(await listed('sort=-waiting')).toEqual([2, 3, 1]);
  expect(await aged(['long'])).toEqual([1]);
  expect(await aged(['soon'])).toEqual([3]);
  expect(await aged(['short'])).toEqual([2]);
  expect(await aged(['long', 'short'])).toEqual([1, 2]);
  for (const [value, op] of [
    [['older'], 'in'],
    [['toString'], 'in'],
    [[], 'in'],
    ['long', 'gt'],
  ] as const)
    expect(await aged(value, op)).toMatchObject({ code: 'badFormat', field: 'waiting' });
  const one = async (id: number, at = '') =>
    (await server.call('GET', `/masters-record/dsa-verification%2F2/${id}${at}`)).body.row;
  expect(await one(1)).toMatchObject({ stageAt: new Date(begun).toISOString(), stage: 'submitted' });
  expect(await one(2)).toMatchObject({
    stageAt: new Date(begun + 6 * DAY_MS).toISOString(),
    stage: 'hrVerified',
  });
  expect(await one(2, `?at=${new Date(begun + 5 * DAY_MS).toISOString()}`)).toMatchObject({
    stageAt: new Date(begun + 2 * DAY_MS).toISOString(),
    stage: 'submitted',
  });
  // Each step's own queue: what waits there, longest first.
  expect(await listed('', 'dsa-verification%2F2')).toEqual([1, 3]);
  expect(await listed('', 'dsa-verification%2F1')).toEqual([2]);
  // Verified by Accounts, they no longer wait.
  await server.must('master-dsa-2', 'move', { action: 'accVerify' }, { as: cast['lead']!, seen: 2 });
  expect(await listed('')).toEqual([1, 3, 2]);
  expect(await aged(['short', 'soon', 'long'])).toEqual([1, 3]);
  expect(await aged(undefined, 'notBlank')).toEqual([1, 3]);
  expect(await aged(undefined, 'blank')).toEqual([2]);
  // Another master has no such filter.
  expect(
    (
      await server.call(
        'GET',
        `/masters-list/zoneMaster?filter=${encodeURIComponent('{"waiting":{"op":"in","value":["long"]}}')}`,
      )
    ).body,
  ).toMatchObject({
    code: 'unknownField',
  });
}, 60_000);
