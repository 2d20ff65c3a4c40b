import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitsFree, type RxState } from '#shared/streams/prescriptions/prescription/state.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import type { PickState } from '#shared/streams/sales/pick/state.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** From the command that replaces a prescription to the rows of the people who would have picked for the old one. */

let t: TestServer;
let admin: Person;
let rx: RxState;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
  const { rows } = await t.server.pool.query<{ stream: string }>(
    "select distinct stream from events where type = 'PrescriptionApproved'",
  );
  const all = await Promise.all(
    rows.map(async ({ stream }) => (await t.server.states.load(stream)).state as RxState),
  );
  rx = all.find(isOpen)!;
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const shop = 1;
const product = 3;
const isOpen = (one: RxState): boolean =>
  one.stage === 'approved' &&
  one.lines.some(
    (line) => line.decision === 'supply' && line.productId === product && unitsFree(one, line) >= 40,
  );
const load = async <S>(stream: string): Promise<S> => (await t.server.states.load(stream)).state as S;

async function must(stream: string, command: string, input: object = {}, versioned = false) {
  const version = versioned ? (await t.server.states.load(stream)).version : undefined;
  const answer = await admin.command(stream, command, input, version === undefined ? {} : { version });
  expect([command, answer.status], JSON.stringify(answer.body)).toEqual([command, 200]);
  return answer.body as { readonly id: string; readonly pickId?: string };
}
/** What policies do about what happened is done. */
async function followed(): Promise<void> {
  await t.server.reactions.sweep();
  await t.server.settled();
}
/** An order of a strip on the prescription, confirmed and before the pickers. */
async function queued(): Promise<string> {
  const { id } = await must('order-new', 'draft', {
    pooId: shop,
    header: {
      customerId: rx.received!.customerId,
      rxId: Number(rx.id),
      slotWindow: 'MORNING',
      payment: 'COD',
    },
    lines: [{ id: 'l1', productId: product, qty: 20 }],
  });
  const order = `order-${id}`;
  await must(order, 'submit', {}, true);
  await must(order, 'confirm', {}, true);
  await followed();
  return id;
}
const rowsOf = async (feed: string): Promise<readonly { readonly id: string; readonly held?: string }[]> =>
  (await admin.get(feed)).body.rows;

test('the list in work is marked with the new prescription, and the order without a list leaves the queue', async () => {
  const [first, second] = [await queued(), await queued()];
  const { pickId } = await must(`order-${first}`, 'createPickList');
  expect((await rowsOf('/feeds/queue/createPlQueue')).map(({ id }) => id)).toContain(second);
  const lines = rx.lines.map((line, i) =>
    i === 0 ? { ...line, days: line.days + 1, qtyReason: 'Corrected' } : line,
  );
  await must('prescription-new', 'amend', {
    of: Number(rx.id),
    reason: 'The doctor corrected the duration',
    header: rx.header,
    lines,
  });
  await followed();
  const next = (await load<RxState>(`prescription-${rx.id}`)).supersededBy!;
  expect((await load<PickState>(`pick-${pickId}`)).held).toMatchObject({ ref: next.ref });
  expect((await load<OrderState>(`order-${second}`)).hold).toMatchObject({ reason: 'RX', rxId: next.id });
  expect((await rowsOf('/feeds/queue/createPlQueue')).map(({ id }) => id)).not.toContain(second);
  const lists = await rowsOf('/feeds/documents/pickList');
  expect(lists.find(({ id }) => id === pickId)?.held).toBe(next.ref);
  const refused = await admin.command(`pick-${pickId}`, 'start');
  expect(refused.body.code).toBe('pickHeld');
});
