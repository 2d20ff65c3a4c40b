import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => server?.close());

it('goods of one batch requested by many orders at once are allocated once, without a gap in the numbers', async () => {
  const [store, head] = await Promise.all([server.signIn('store'), server.signIn('stockhead')]);
  const customers = await store.get('/sale-customers?poo=1');
  const customerId = customers.body.rows[0].customerId as number;
  const free = async (): Promise<number> => {
    const { rows } = await server.server.pool.query<{ n: string }>(
      'select coalesce(sum(available), 0) as n from stock_items where poo_id = 1 and product_id = 1',
    );
    return Number(rows[0]?.n);
  };
  const before = await free();
  const ids: string[] = [];
  const many = 24;
  const each = Math.ceil((before / many + 15) / 15) * 15;
  for (let n = 0; n < many; n += 1) {
    const draft = await store.command('order-new', 'draft', {
      pooId: 1,
      header: { customerId },
      lines: [{ id: 'l1', productId: 1, qty: each }],
    });
    expect(draft.status, JSON.stringify(draft.body)).toBe(200);
    ids.push(draft.body.id);
    const submitted = await store.command(
      `order-${draft.body.id}`,
      'submit',
      {},
      { version: draft.body.version },
    );
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
    const confirmed = await head.command(
      `order-${draft.body.id}`,
      'confirm',
      {},
      { version: submitted.body.version },
    );
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  }
  await server.server.reactions.sweep();
  await server.server.settled();
  // What the demo's own deadlines gave back while the orders were entered counts as well.
  const stocked = await free();
  const answers = await Promise.all(ids.map((id) => store.command(`order-${id}`, 'createPickList')));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  await server.server.settled();
  const { rows } = await server.server.pool.query<{ reserved: string; available: string }>(
    'select sum(reserved) as reserved, sum(available) as available from stock_items where poo_id = 1 and product_id = 1',
  );
  expect(Number(rows[0]?.available)).toBeGreaterThanOrEqual(0);
  const states = await Promise.all(
    ids.map(
      async (id) =>
        (await server.server.states.load(`order-${id}`)).state as {
          lines: { open: number; allocated: number; qty: number }[];
        },
    ),
  );
  const promised = states.reduce((sum, { lines }) => sum + lines[0]!.allocated, 0);
  // Everything that could be sold is allocated, and no unit twice.
  expect(promised).toBe(stocked - (await free()));
  expect(states.every(({ lines }) => lines[0]!.open + lines[0]!.allocated === lines[0]!.qty)).toBe(true);
  const numbers = answers
    .flatMap(({ body }) => (body.pickNumber ? [Number(String(body.pickNumber).slice(-6))] : []))
    .toSorted((a, b) => a - b);
  expect(numbers.every((n, i) => i === 0 || n === numbers[i - 1]! + 1)).toBe(true);
});

it('the orders and invoices of a customer are listed however old they are, for those who may see them', async () => {
  const [admin, store, franchise] = await Promise.all(['admin', 'store', 'franchise'].map(server.signIn));
  const { rows } = await server.server.pool.query<{ customer: number; ids: string[] }>(
    `select (state->'header'->>'customerId')::int as customer, array_agg(id order by id) as ids from document_states
     where kind = 'taxInvoice' and (state->>'pooId')::int = 1 and state->'header'->>'customerId' is not null group by 1 order by count(*) desc, 1`,
  );
  const [one, two] = [rows[0]!, rows[1]!];
  const listed = async (who: typeof admin, kind: string, customers: string) => {
    const { status, body } = await who!.get(`/documents-rows/${kind}?customer=${customers}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows as { id: string; duePaise: number }[];
  };
  const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted();
  expect(idsOf(await listed(store, 'taxInvoice', String(one.customer)))).toEqual(one.ids);
  expect(idsOf(await listed(store, 'taxInvoice', `${one.customer},${two.customer}`))).toEqual(
    [...one.ids, ...two.ids].toSorted(),
  );
  const orders = await listed(store, 'customerOrder', String(one.customer));
  expect(orders.length).toBeGreaterThan(0);
  expect(orders.every(({ duePaise }) => duePaise >= 0)).toBe(true);
  const there = await admin!.get('/sale-customers?poo=2');
  const customerId = there.body.rows[0].customerId as number;
  const draft = await admin!.command('order-new', 'draft', {
    pooId: 2,
    header: { customerId },
    lines: [{ id: 'l1', productId: 1, qty: 15 }],
  });
  expect(draft.status, JSON.stringify(draft.body)).toBe(200);
  expect(idsOf(await listed(admin, 'customerOrder', String(customerId)))).toContain(draft.body.id);
  expect(await listed(store, 'customerOrder', String(customerId))).toEqual([]);
  const path = '/documents-rows/taxInvoice?customer=';
  expect((await franchise!.get(path + one.customer)).status).toBe(403);
  expect((await admin!.get(`${path}none`)).status).toBe(400);
});

it('the demo has orders in every stage', async () => {
  const { rows } = await server.server.pool.query<{ kind: string; stage: string; n: string }>(
    "select kind, stage, count(*) as n from document_rows where kind in ('customerOrder', 'pickList', 'deliveryChallan', 'taxInvoice') group by 1, 2 order by 1, 2",
  );
  const found = new Set(rows.map(({ kind, stage }) => `${kind} ${stage}`));
  for (const one of [
    'customerOrder draft',
    'customerOrder submitted',
    'customerOrder onHold',
    'customerOrder confirmed',
    'customerOrder queued',
    'customerOrder picking',
    'customerOrder packed',
    'customerOrder invoiced',
    'customerOrder cancelRequested',
    'pickList created',
    'pickList picking',
    'pickList packed',
    'deliveryChallan generated',
    'deliveryChallan verified',
    'deliveryChallan cancelRequested',
    'deliveryChallan cancelled',
    'taxInvoice issued',
    'taxInvoice credited',
  ])
    expect(found, one).toContain(one);
});
