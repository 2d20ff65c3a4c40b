import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

it('a place with visits, queues, open documents or stock cannot be closed, and the refusal counts each of them', async () => {
  const answer = await admin.command('master-placeOfOperation-1', 'deactivate', {
    reason: 'Rent is too high',
  });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'placeInUse' });
  for (const what of [
    'Appointments',
    'Sign-ups',
    'New pharma leads',
    'Prescription checker',
    'Customer orders',
    'Pick lists',
    'Barcodes with stock',
  ])
    expect(answer.body.message).toMatch(new RegExp(`${what}: [1-9]`));
  expect(answer.body.message).not.toContain('Invoices');
});
