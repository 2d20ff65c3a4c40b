import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** The demo organisation's customers and leads, as the lists show them. */
let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
});
afterAll(() => t.close());

const rows = async (
  name: string,
  filter: object = {},
): Promise<{ id: number; fields: Record<string, any> }[]> =>
  (await admin.get(`/masters-list/${name}?records=500&filter=${encodeURIComponent(JSON.stringify(filter))}`))
    .body.rows;
const counted = (values: readonly unknown[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([key, all]) => [key, all.length]));

test('90 customers with 121 patients, received over two years, spread over places, ranks, tiers and languages; a few have left', async () => {
  const customers = await rows('customerMasterV2');
  // The last one got the next free number by its sign-up.
  expect(customers).toHaveLength(90);
  expect(
    customers
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .slice(0, 89),
  ).toEqual(Array.from({ length: 89 }, (_, n) => n + 1));
  const of = (name: string): unknown[] => customers.map(({ fields }) => fields[name]);
  expect(new Set(of('vPhone')).size).toBe(90);
  for (const phone of of('vPhone')) expect(phone).toMatch(/^555\d{7}$/);
  for (const mail of of('vEmail').filter(Boolean)) expect(mail).toMatch(/^[a-z.'0-9]+@care\.example$/);
  const spread = (name: string): number =>
    Object.keys(counted(of(name).filter((one) => one !== undefined))).length;
  expect(
    [
      'iPooId',
      'iCustomerCategoryId',
      'iCustomerRankId',
      'iCareTierId',
      'vLanguage',
      'iAgentId',
      'iCustomerRouteId',
    ].map(spread),
  ).toEqual([9, 3, 3, 3, 6, 4, 5]);
  expect(counted(of('iExitFlag'))).toEqual({ 0: 84, 1: 6 });
  const since = of('dSince') as string[];
  expect(since.toSorted()[0]! < '2024-12-31' && since.every((day) => day <= '2026-11-18')).toBe(true);
  const patients = await rows('patient');
  expect(patients).toHaveLength(121);
  expect(counted(patients.map(({ fields }) => fields['vRelation']))['self']).toBe(90);
});

test('176 leads, 25 of them converted: each by the sign-up or the message that named the lead, under its number', async () => {
  const leads = await rows('leadCreation');
  expect(leads).toHaveLength(176);
  expect(counted(leads.map(({ fields }) => fields['vStage']))).toEqual({
    ...{ Queued: 111, CallbackDue: 10, Appointment: 5, Converted: 25, Lost: 18, Dnc: 7 },
  });
  const customers = new Map((await rows('customerMasterV2')).map(({ id, fields }) => [id, fields]));
  for (const { fields } of leads.filter((one) => one.fields['vStage'] === 'Converted'))
    expect(customers.get(fields['iCustomerId'])).toMatchObject({
      vPhone: fields['vPhone'],
      vName: fields['vName'],
      iPooId: expect.any(Number),
    });
});

test('the next customer, patient and sign-up get numbers after those of the demo', async () => {
  const { rows: next } = await t.server.pool.query<{ kind: string; next: number }>(
    "select kind, next::int from numbers where kind in ('customer', 'patient', 'signup')",
  );
  const least: Readonly<Record<string, number>> = { customer: 91, patient: 201, signup: 315 };
  for (const { kind, next: number } of next) expect(number, kind).toBeGreaterThanOrEqual(least[kind]!);
});
