import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#shared/core/money.ts';
import type { CustomerPayment, PaymentLink } from '#shared/wire.ts';
import type { InvoiceState } from '#shared/streams/sales/invoice/state.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/**
 * A customer pays for a parcel by a signed link, without an account; the simulated provider reports as real
 * ones do: late, twice or never.
 */

let t: TestServer;
let staff: Person;
let parcels: readonly DeliveryState[];
beforeAll(async () => {
  t = await openTestServer();
  staff = await t.signIn('admin');
  const asked = new Set(
    ((await staff.get('/feeds/money/paylinks')).body.rows as { id: string }[]).map(({ id }) => id),
  );
  parcels = ((await staff.get('/feeds/delivery/parcels')).body.rows as DeliveryState[]).filter(
    ({ id, codDuePaise, stage }) =>
      codDuePaise > 0 &&
      ['unassigned', 'assigned', 'out', 'undelivered'].includes(stage) &&
      !asked.has(`dc${id}`),
  );
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

/** A customer's browser: no session, only the required headers. */
async function customer(path: string, method = 'GET', body?: string) {
  const answer = await fetch(t.url + path, {
    method,
    redirect: 'manual',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : null,
  };
}
/** The customer's choice on the provider's page. */
async function choose(url: string, outcome: string) {
  const answer = await fetch(t.url + url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=${outcome}`,
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '' };
}
async function linkFor(n: number): Promise<{ id: string; uId: string; link: PaymentLink }> {
  const { id } = parcels[n]!;
  const created = await staff.command(`paylink-dc${id}`, 'create');
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const made = await staff.send('POST', `/customer-payment-link/${id}`, { send: true });
  expect(made.status).toBe(200);
  const link = made.body as PaymentLink;
  return { id, link, uId: new URL(link.path, t.url).searchParams.get('link')! };
}
const seen = async (uId: string): Promise<CustomerPayment> =>
  (await customer(`/customer-payment/${uId}`)).body as CustomerPayment;
const begin = async (uId: string): Promise<string> => {
  const begun = await customer(`/customer-payment/${uId}/pay`, 'POST', '{}');
  expect(begun.status, begun.text).toBe(200);
  return (begun.body as { url: string }).url;
};

test('a customer opens the link, pays at the provider, comes back, and the parcel has nothing to collect', async () => {
  const { id, uId } = await linkFor(0);
  const first = await customer(`/customer-payment/${uId}`);
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  expect(first.headers.get('x-robots-tag')).toBe('noindex');
  expect(first.body).toMatchObject({ stage: 'open', paise: parcels[0]!.codDuePaise });
  // The link reveals nothing of the customer or the medicines.
  for (const word of [parcels[0]!.customer, parcels[0]!.phone, parcels[0]!.lines[0]!.product])
    expect(first.text).not.toContain(word);

  const url = await begin(uId);
  expect(await seen(uId)).toMatchObject({ stage: 'begun' });
  const page = await customer(url);
  expect(page.text).toContain('Payment simulator');
  const back = await choose(url, 'pay');
  expect(back.status).toBe(303);
  expect(back.location).toContain(`/onlinePayment?link=${uId}`);
  expect(await seen(uId)).toMatchObject({ stage: 'paid', paidPaise: parcels[0]!.codDuePaise });
  const row = (await staff.get('/feeds/delivery/parcels')).body.rows.find(
    (one: DeliveryState) => one.id === id,
  ) as DeliveryState;
  expect(row).toMatchObject({ codDuePaise: 0, paidOnlinePaise: parcels[0]!.codDuePaise });

  const again = await customer(`/customer-payment/${uId}/pay`, 'POST', '{}');
  expect([again.status, again.body.code]).toEqual([409, 'linkOver']);
  const sent = await t.server.pool.query('select body, recipient from outbox_messages where key = $1', [
    `paylink:${id}:1`,
  ]);
  expect(sent.rows).toMatchObject([{ recipient: expect.stringMatching(/\d{10}$/) }]);
  expect(sent.rows[0].body).toContain(uId);
  expect(sent.rows[0].body).toContain(`₹${rupees(parcels[0]!.codDuePaise)}`);
});

test('a declined payment can be retried', async () => {
  const { uId } = await linkFor(1);
  await choose(await begin(uId), 'decline');
  expect(await seen(uId)).toMatchObject({ stage: 'open', failed: true });
  await choose(await begin(uId), 'pay');
  expect(await seen(uId)).toMatchObject({ stage: 'paid' });
});

test('an unreported payment is polled from the provider, and counts once', async () => {
  const { id, uId } = await linkFor(2);
  await choose(await begin(uId), 'silent');
  expect(await seen(uId)).toMatchObject({ stage: 'begun' });
  await t.pass(3 * 60_000);
  const captured = async () =>
    (await t.server.log.readStream(`paylink-dc${id}`)).filter(({ type }) => type === 'PaymentCaptured')
      .length;
  await expect.poll(captured, { interval: 500 }).toBe(1);
  expect(await seen(uId)).toMatchObject({ stage: 'paid' });
  await t.pass(20 * 60_000);
  await expect
    .poll(
      async () =>
        (
          await t.server.pool.query(
            "select count(*)::int as n from reactions where kind = 'outside' and reaction like '%payments%' and done_at is not null",
          )
        ).rows[0].n,
      { timeout: 40_000, interval: 500 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(await captured()).toBe(1);
});

test('a link is self-validating: altered, of another kind or another parcel it opens nothing', async () => {
  const { uId, id } = await linkFor(3);
  const [, until = '', mac = ''] = uId.split('.');
  const invoice = (await staff.send('POST', `/customer-invoice-link/${parcels[3]!.invoiceId}`, {})).body
    .path as string;
  for (const forged of [
    `${Number(id) + 1}.${until}.${mac}`,
    `${id}.zzzzzz.${mac}`,
    invoice.split('/').at(-1)!,
    'x',
  ])
    for (const [method, path] of [
      ['GET', `/customer-payment/${forged}`],
      ['POST', `/customer-payment/${forged}/pay`],
    ] as const)
      expect((await customer(path, method, method === 'POST' ? '{}' : undefined)).status, forged).toBe(404);
});

test('a report without a valid signature is ignored', async () => {
  const { uId, id } = await linkFor(4);
  const payRef = (await begin(uId)).split('/').at(-1)!;
  const report = { payRef, providerId: 'P1', status: 'paid', paise: 1, at: '2026-11-18T05:00:00.000Z' };
  const claims: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'webhook-id': randomUUID(), 'webhook-timestamp': '1795000000', 'webhook-signature': 'v1,AAAA' },
  ];
  for (const headers of claims) {
    const answer = await fetch(`${t.url}/payments/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(report),
    });
    expect(answer.status).toBe(401);
  }
  expect(await seen(uId)).toMatchObject({ stage: 'begun' });
  expect((await t.server.log.readStream(`paylink-dc${id}`)).map(({ type }) => type)).not.toContain(
    'PaymentCaptured',
  );
});

test('the link to an invoice opens that invoice as a page without a script, in the language of its customer', async () => {
  const { invoiceId, customer: name } = parcels[3]!;
  const { path } = (await staff.send('POST', `/customer-invoice-link/${invoiceId}`, {})).body as {
    path: string;
  };
  const { state } = (await staff.get(`/documents-record/taxInvoice/${invoiceId}`)).body as {
    state: InvoiceState;
  };
  const { number, header, lines } = state;
  const customerId = header.customerId!;
  const speaks = (language: string) =>
    t.server.pool.query(
      "update master_rows set fields = jsonb_set(fields, '{vLanguage}', to_jsonb($2::text)) where kind = 'customer' and id = $1",
      [customerId, language],
    );
  await speaks('es');
  const page = await customer(path);
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'private, no-store',
  ]);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const shown = page.text.replaceAll('&amp;', '&');
  for (const text of [number, name, header.seller.gstin, ...lines.map(({ product }) => product)])
    expect(shown).toContain(text);
  expect(page.text).toContain('<html lang="es">');
  expect((await customer(`${path}?language=en`)).text).toContain('<html lang="en">');
  // A language that the page does not speak: that of the browser.
  await speaks('kn');
  expect((await customer(path)).text).toContain('<html lang="en">');
});

test('an unknown, an altered and a foreign link to an invoice get one and the same page', async () => {
  const { invoiceId } = parcels[3]!;
  const { path } = (await staff.send('POST', `/customer-invoice-link/${invoiceId}`, {})).body as {
    path: string;
  };
  const [, until = '', mac = ''] = path.split('/').at(-1)!.split('.');
  const payment = (await staff.send('POST', `/customer-payment-link/${parcels[3]!.id}`, {}))
    .body as PaymentLink;
  const uId = new URL(payment.path, t.url).searchParams.get('link')!;
  const answers = await Promise.all(
    [`${invoiceId}.${until}.${'A'.repeat(22)}`, `${Number(invoiceId) + 1}.${until}.${mac}`, uId, 'x'].map(
      async (link) => customer(`/customerApp/taxInvoice/${link}`),
    ),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
  expect(answers[0]!.text).toContain('This link cannot be used');
});

test('guessing links is limited to thirty a minute per address, without affecting others', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 40; n += 1)
    answers.push((await customer(`/customerApp/taxInvoice/${n}.zz.${'A'.repeat(22)}`)).status);
  expect(answers.at(-1)).toBe(429);
  expect(answers.filter((status) => status !== 429).length).toBeLessThanOrEqual(30);
  expect((await customer('/readyz')).status).toBe(200);
  expect((await staff.get('/feeds/delivery/parcels')).status).toBe(200);
});
