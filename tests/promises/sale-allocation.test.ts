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
