import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#server/store/log.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
const faults: unknown[] = [];
beforeAll(async () => {
  t = await openTestServer();
});
afterAll(() => t?.close());

test('a stage of a master stored in its first schema is read in the current one by state, lists, history and policies', async () => {
  const buyer = await t.signIn('purchase');
  const name = `Old stock syrup ${randomUUID().slice(0, 6)}`;
  const fields = {
    ...{ vName: name, vMaker: 'Kaveri Formulations', vPack: 'SYP 100' },
    ...{ vReason: 'CUSTOMER_DEMAND', iPooId: 1 },
  };
  const made = await buyer.command('master-productRequest-new', 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const stream = String(made.body.stream);
  const id = Number(made.body.recordId);
  const carried = {
    ...{ vName: name, vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1 },
    ...{ vForm: 'TAB', iPackSize: 15, nMrpPaise: 12_000 },
  };
  // Written by another node, so that this one reads it from the store.
  const other = await openLog(t.server.pool, {
    pollMs: 1_000,
    shared: true,
    onError: (error) => faults.push(error),
  });
  const written = await appendEvents(other, [
    {
      ...{ stream, version: made.body.version + 1, id: t.server.newId(), type: 'MasterRecordStageChanged' },
      data: {
        ...{ kind: 'productRequest', id, action: 'approve', from: 'submitted', to: 'approved', iStatus: 1 },
        told: carried,
      },
      ...{ at: new Date(t.clock.now()).toISOString(), correlationId: 'test', causationId: null },
      actor: { kind: 'system', empId: null, name: 'server' },
      schemaVersion: 1,
    },
  ]);
  await other.close();
  expect(written.kind).toBe('written');
  await until(
    'this node has read it',
    () => 'position' in written && t.server.log.head() >= written.position,
  );
  await t.server.settled();

  expect((await t.server.log.readStream(stream)).at(-1)).toMatchObject({
    schemaVersion: 2,
    data: { carried },
  });
  const admin = await t.signIn('admin');
  const record = (await admin.get(`/masters-record/NewproductCreationRequest/${id}`)).body;
  expect(record.row).toMatchObject({ stage: 'approved' });
  const history = await admin.get(`/masters-record/NewproductCreationRequest/${id}/history`);
  expect(JSON.stringify(history.body)).not.toContain('told');
  const reactions = await t.server.pool.query<{ last_error: string | null }>(
    "select last_error from reactions where id like 'draft-product:%'",
  );
  expect(reactions.rows).toEqual([{ last_error: null }]);
  const { rows } = await t.server.pool.query<{ fields: unknown }>(
    "select fields from master_rows where kind = 'product' and name = $1",
    [name],
  );
  expect(rows, 'the approved request made a draft of the product').toHaveLength(1);
  expect((await admin.get('/operations/set-aside')).body.items).toEqual([]);
  expect(faults).toEqual([]);
});
