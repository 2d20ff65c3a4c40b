import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { numberingStream, type Letter } from '#shared/streams/core/numbering.ts';
import type { RxState } from '#shared/streams/prescriptions/prescription/state.ts';
import type { DcState } from '#shared/streams/sales/dc/state.ts';
import type { PickState } from '#shared/streams/sales/pick/state.ts';
import { businessDay } from '#shared/core/day.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';

/** Tax documents and the register of Schedule H1 are consecutive within a place and a year, however many sales end at once. */

const shop = 1;
const [cefix, sales] = [12, 200];
let t: TestServer;
let admin: Person;
let store: Person;
beforeAll(async () => {
  t = await openTestServer();
  [admin, store] = await Promise.all([t.signIn('admin'), t.signIn('store')]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

const load = async <S>(stream: string): Promise<S> => (await t.server.states.load(stream)).state as S;
const today = businessDay(testNow);
const last = async (letter: Letter): Promise<number> =>
  (await load<{ last: number }>(numberingStream(shop, letter, today))).last;
async function must(as: Person, stream: string, command: string, input: object = {}, versioned = false) {
  const version = versioned ? (await t.server.states.load(stream)).version : undefined;
  const answer = await as.command(stream, command, input, version === undefined ? {} : { version });
  expect([command, answer.status], JSON.stringify(answer.body)).toEqual([command, 200]);
  return answer.body as Readonly<Record<string, string>>;
}

/** A prescription like that of the demo's last supply, for as many units as there are sales. */
async function prescribed(): Promise<number> {
  const { rows } = await t.server.pool.query<{ stream: string }>(
    `select distinct stream from events where type = 'PrescriptionApproved'`,
  );
  const all = await Promise.all(rows.map(({ stream }) => load<RxState>(stream)));
  const like = all.find(
    ({ received, lines }) => received?.pooId === shop && lines.some(({ productId }) => productId === cefix),
  )!;
  const copied = await t.server.pool.query<{ type: string; body: string }>(
    `select type, body from events where stream = $1 and type in ('PrescriptionReceived', 'PrescriptionDigitized', 'PrescriptionApproved') order by version`,
    [`prescription-${like.id}`],
  );
  const id = 90_001;
  const events = copied.rows.map(({ type, body }, i): Omit<StoredEvent, 'position'> => {
    const { data, ...more } = JSON.parse(body) as Pick<
      StoredEvent,
      'actor' | 'correlationId' | 'causationId' | 'schemaVersion'
    > & { readonly data: { readonly lines?: readonly object[] } };
    const lines = data.lines?.map((line) => ({ ...line, qty: 2 * sales }));
    return {
      ...{ stream: `prescription-${id}`, version: i + 1, id: `series-${i}`, type },
      ...{ at: new Date(testNow).toISOString(), data: { ...data, ...(lines ? { lines } : {}) } },
      ...more,
    };
  });
  await appendEvents(t.server.log, events);
  await t.server.settled();
  return id;
}

/** Units on the shelf for all sales. */
async function stocked(): Promise<void> {
  const { rows } = await t.server.pool.query<{ id: number }>(
    'select barcode_id as id from stock_items where product_id = $1 limit 1',
    [cefix],
  );
  const barcode = await load<object>(`barcode-${rows[0]!.id}`);
  const facts = Object.fromEntries(
    [
      ...[
        'productId',
        'code',
        'product',
        'packSize',
        'storage',
        'gstClass',
        'hsn',
        'mfg',
        'mrpPaise',
        'gstBp',
      ],
      ...['costPaise', 'costUnits', 'supplierId', 'supplier', 'invoiceNo', 'invoiceDate', 'expiry'],
    ].map((name) => [name, (barcode as Readonly<Record<string, unknown>>)[name]]),
  );
  const made = await t.server.handle({
    stream: 'barcode-new',
    command: 'generate',
    input: {
      ...facts,
      ...{ batch: 'SERIES', pooId: shop, receivedQty: 2 * sales, accepted: 2 * sales, rejected: 0 },
      origin: { type: 'opening', id: '1', number: 'BLR01/M26/000001', line: 'series' },
    },
    viewer: t.server.access.systemViewer('test'),
    correlationId: 'series',
  });
  expect(isRefusal(made), JSON.stringify(made)).toBe(false);
  await t.server.reactions.sweep();
  await t.server.settled();
}

/** An order of one unit that waits for its list. */
async function confirmed(rxId: number, customerId: number): Promise<string> {
  const { id } = await must(admin, 'order-new', 'draft', {
    pooId: shop,
    header: { customerId, rxId },
    lines: [{ id: 'l1', productId: cefix, qty: 1 }],
  });
  const order = `order-${id}`;
  await must(admin, order, 'submit', {}, true);
  await must(admin, order, 'confirm', {}, true);
  return order;
}

/** Its parcel, packed. */
async function packed(order: string): Promise<string> {
  const { pickId } = await must(store, order, 'createPickList');
  const pick = `pick-${pickId}`;
  const { lines } = await load<PickState>(pick);
  await must(store, pick, 'scan', { code: lines[0]!.label, qty: 1, scanId: `series-${order}` });
  await must(store, pick, 'finish');
  await must(store, pick, 'pack', { parcels: 1, coldBox: false }, true);
  return pick;
}

test(
  'of two hundred challans at once each takes the next number of its series, and a refused one takes none',
  { tags: ['full'] },
  async () => {
    const rxId = await prescribed();
    await stocked();
    const { customerId } = (await load<RxState>(`prescription-${rxId}`)).received!;
    const picks: string[] = [];
    const orders: string[] = [];
    for (let n = 0; n < sales; n += 1) orders.push(await confirmed(rxId, customerId));
    await t.server.reactions.sweep();
    await t.server.settled();
    for (const order of orders) picks.push(await packed(order));
    const [challans, invoices, supplies] = await Promise.all([last('D'), last('I'), last('H1')]);
    // One of them is refused: nobody of that number is a pharmacist of the place.
    const refused = store.command(picks[0]!, 'makeDc', { pharmacistId: 99_999 });
    const answers = await Promise.all(
      picks.map((pick) => store.command(pick, 'makeDc', { pharmacistId: 122 })),
    );
    expect((await refused).status).toBe(422);
    expect(answers.map(({ status }) => status)).toEqual(picks.map(() => 200));
    const states = await Promise.all(answers.map(({ body }) => load<DcState>(`dc-${body.dcId}`)));
    const next = (from: number): number[] => Array.from({ length: sales }, (_, i) => from + i + 1);
    const numbers = (texts: readonly (string | undefined)[]): number[] =>
      texts.map((text) => Number(text?.split('/').at(-1))).toSorted((a, b) => a - b);
    expect(numbers(states.map(({ number }) => number))).toEqual(next(challans));
    expect(numbers(states.map(({ header }) => header.invoiceNumber))).toEqual(next(invoices));
    expect(numbers(states.flatMap(({ h1 }) => h1.map(({ serial }) => serial)))).toEqual(next(supplies));
  },
);
