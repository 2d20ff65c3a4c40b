import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import type { DayState } from '#shared/streams/money/day/state.ts';
import { creditDue } from '#shared/streams/sales/invoice/counter.ts';
import type { InvoiceState } from '#shared/streams/sales/invoice/state.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';

/** Money at the counter is taken against an invoice on credit of that place, and never above what it owes. */

const shop = 1;
const day = `dayend-${shop}-${businessDay(testNow)}`;
let t: TestServer;
let staff: Person;
let invoices: readonly InvoiceState[];
beforeAll(async () => {
  t = await openTestServer();
  staff = await t.signIn('admin');
  const { rows } = await t.server.pool.query<{ id: string }>(
    "select id from document_rows where kind = 'taxInvoice' and poo_id = $1 order by id::int",
    [shop],
  );
  invoices = await Promise.all(
    rows.map(async ({ id }) => (await t.server.states.load(`invoice-${id}`)).state as InvoiceState),
  );
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const pay = (invoice: string, paise: number, more: object = {}) =>
  staff.command(day, 'receiveAtCounter', { entryId: randomUUID(), mode: 'upi', paise, invoice, ...more });
const owing = (): InvoiceState => invoices.find((one) => creditDue(one) > 0)!;

test('each payment of the demo names an invoice that exists, and none is paid more than it came to', async () => {
  const { rows } = await t.server.pool.query<{ stream: string }>(
    "select distinct stream from events where type = 'CashReceiptRecorded'",
  );
  const days = await Promise.all(
    rows.map(async ({ stream }) => (await t.server.states.load(stream)).state as DayState),
  );
  const paid = days.flatMap(({ receipts }) => receipts).filter(({ ref }) => ref.type === 'invoice');
  expect(paid.length).toBeGreaterThan(8);
  for (const { ref, customerId } of paid) {
    const invoice = invoices.find(({ id }) => id === ref.id);
    expect({ number: ref.number, customerId }).toEqual({
      number: invoice?.number,
      customerId: invoice?.header.customerId,
    });
    const sum = paid.filter((one) => one.ref.id === ref.id).reduce((all, { paise }) => all + paise, 0);
    expect(invoice?.receivedPaise).toBe(sum);
    expect(creditDue(invoice!)).toBeGreaterThanOrEqual(0);
  }
});

test('an invented number is refused by name', async () => {
  const answer = await pay('BLR01/I26/999999', 1_00);
  expect([answer.status, answer.body.code]).toEqual([422, 'invoiceUnknown']);
  expect(answer.body.message).toContain('BLR01/I26/999999');
});

test('an invoice of another customer is refused', async () => {
  const { number, header } = owing();
  const answer = await pay(number, 1_00, { customerId: (header.customerId ?? 0) + 1 });
  expect([answer.status, answer.body.code]).toEqual([422, 'invoiceOfOther']);
});

test('of twenty payments of all that is due at once one is taken', async () => {
  const invoice = owing();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay(invoice.number, creditDue(invoice))),
  );
  const codes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code)).sort();
  expect(codes).toEqual([...Array.from({ length: 19 }, () => 'invoiceSettled'), 'taken']);
  const { state } = await t.server.states.load(`invoice-${invoice.id}`);
  expect(creditDue(state as InvoiceState)).toBe(0);
});
