import type { AnyEvent } from '#tests/kit/any-event.ts';
import { expect, onTestFinished, test } from 'vitest';
import { allFeeds, allMasters } from '#server/core/registers.ts';
import { maskedLine } from '#server/families/master/import-mask.ts';
import { findRecords } from '#server/families/search/find.ts';
import { secretsOf } from '#shared/streams/masters/secret.ts';
import { chief, openMasterServer, personWith, systemItself } from '../kit/master-server.ts';

/** Full PAN and account numbers leave the server only by the audited reveal, for every caller. */

const secret = { dsa: ['ZZZPA7531Z', '753100008642'], supplier: ['ZZZCS7531Z', '864200007531'] };
const screens = allMasters().filter((def) => secretsOf(def).length > 0);

test('every master with bank data hides it', () => {
  expect(screens.map(({ name }) => name).toSorted()).toEqual([
    'affiliateMaster',
    'dsa-verification/1',
    'dsa-verification/2',
    'suppliermaster',
  ]);
});

test('no list, record, history, file, search, import or feed carries the full number', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  await server.must(
    'employee-301',
    'createEmployee',
    {
      firstName: 'Seller',
      email: 's@care.example',
      designationId: 2,
      pooId: 1,
      joiningDate: '2026-01-05',
      affiliate: true,
    },
    { as: systemItself },
  );
  const dsa = { iEmpId: 301, vPan: secret.dsa[0], vBankAccount: secret.dsa[1], vIfsc: 'ABCD0123456' };
  await server.must('master-dsa-new', 'create', { fields: dsa });
  // The GSTIN holds the PAN by law; this one belongs to nobody's PAN here.
  const supplier = { vName: 'Hidden Agencies', vGstin: '29ZZZCS0101Z1Z2', vStateCode: '29' };
  const bank = { vAccountHolder: 'Hidden', vBankAccount: secret.supplier[1], vIfsc: 'ABCD0123456' };
  await server.must('master-supplier-new', 'create', { fields: { ...supplier, ...bank } });
  await server.must('master-supplier-1', 'confirm', {}, { as: { ...chief, empId: 77 }, seen: 2 });
  const changed = { vBankAccount: `${secret.supplier[1]!.slice(0, -4)}0001` };
  await server.must('master-supplier-1', 'update', { fields: changed }, { seen: 3 });
  const hidden = [...secret.dsa, ...secret.supplier, changed.vBankAccount];
  const shows = (text: string): string[] => hidden.filter((one) => text.includes(one));

  const seen: Record<string, string[]> = {};
  for (const { name } of screens) {
    const at = encodeURIComponent(name);
    for (const path of [
      `/masters-list/${at}`,
      `/masters-record/${at}/1`,
      `/masters-record/${at}/1?at=${new Date(server.clock.at).toISOString()}`,
      `/masters-record/${at}/1/history`,
      `/masters-record/${at}/1/history?field=vBankAccount`,
      `/masters-export/${at}?format=csv`,
      '/supplier/api/v2/supplier',
      '/supplier/api/v2/supplier/1',
    ]) {
      const { status, raw } = await server.call('GET', path);
      expect(status, path).toBe(200);
      seen[path] = shows(raw.toString('utf8'));
    }
  }
  expect(Object.values(seen).flat(), JSON.stringify(seen)).toEqual([]);

  // Part of a number finds nothing: neither by the search nor by a filter.
  const parts = { pool: server.pool, kinds: [], masters: screens };
  for (const q of ['75310000', 'zpa753', ...secret.dsa])
    expect((await findRecords(parts, chief, { q }, 'en')).hits, q).toEqual([]);
  for (const [op, value, total] of [
    ['contains', '75310000', 0],
    ['starts', '7531', 0],
    ['contains', '8642', 1],
    ['eq', secret.dsa[1], 1],
  ] as const) {
    const filter = encodeURIComponent(JSON.stringify({ vBankAccount: { op, value } }));
    const { body } = await server.call('GET', `/masters-list/affiliateMaster?filter=${filter}`);
    expect(body.total, `${op} ${value}`).toBe(total);
  }

  const events = await server.log.readStream('master-dsa-1');
  const more = await server.log.readStream('master-supplier-1');
  for (const feed of [...allFeeds().values()].filter((one) =>
    screens.some(({ name }) => one.name === `masters/${name}`),
  ))
    for (const event of [...events, ...more]) {
      const ids = feed.view.ids(event);
      for (const id of [ids].flat()) {
        const row = feed.view.row(undefined, event, id);
        const shown = row && feed.see(row, feed.scope(chief), id);
        expect(shows(JSON.stringify(shown ?? null)), `${feed.name} ${event.type}`).toEqual([]);
      }
    }

  // The report of an import shows only the last digits of its values.
  const line = {
    given: { vBankAccount: secret.dsa[1]!, vIfsc: 'ABCD0123456' },
    changes: [{ field: 'vPan', before: null, after: secret.dsa[0] }],
  };
  expect(
    maskedLine(
      screens.find(({ name }) => name === 'affiliateMaster')!,
      line,
    ),
  ).toEqual({
    given: { vBankAccount: '••••••8642', vIfsc: 'ABCD0123456' },
    changes: [{ field: 'vPan', before: null, after: '••••••531Z' }],
  });

  // Two people typed an account: the refusal shows neither number.
  await server.must('master-dsa-1', 'update', { fields: { vBankAccount: secret.supplier[1] } }, { seen: 1 });
  const clash = await server.command(
    'master-dsa-1',
    'update',
    { fields: { vBankAccount: '111122223333' } },
    { seen: 1 },
  );
  expect(clash).toMatchObject({ code: 'fieldConflict' });
  expect(shows(JSON.stringify(clash))).toEqual([]);
});

test('the reveal returns what its reader may see, and is recorded', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  await server.must(
    'employee-301',
    'createEmployee',
    {
      firstName: 'Seller',
      email: 's@care.example',
      designationId: 2,
      pooId: 1,
      joiningDate: '2026-01-05',
      affiliate: true,
    },
    { as: systemItself },
  );
  const fields = { iEmpId: 301, vPan: secret.dsa[0], vBankAccount: secret.dsa[1], vIfsc: 'ABCD0123456' };
  await server.must('master-dsa-new', 'create', { fields });
  const of = (...rights: string[]) => personWith(rights, { empId: 51 });
  const ask = (...rights: string[]) => server.command('master-dsa-1', 'reveal', {}, { as: of(...rights) });
  expect(await ask('Masters/affiliateMaster:edit', 'Masters/dsa-verification/1:edit')).toMatchObject({
    code: 'forbidden',
  });
  expect(await ask('Masters/suppliermaster:approve')).toMatchObject({ code: 'forbidden' });
  expect(await server.log.readStream('audit-master-dsa-1')).toEqual([]);
  expect(await ask('Masters/dsa-verification/2:approve')).toMatchObject({
    fields: { vPan: secret.dsa[0] },
  });
  const whole = await ask('Masters/dsa-verification/1:approve');
  expect(whole).toMatchObject({ fields: { vPan: secret.dsa[0], vBankAccount: secret.dsa[1] } });
  const views = await server.log.readStream<AnyEvent>('audit-master-dsa-1');
  expect(views.map(({ type, data, actor }) => [type, data.fields, actor.empId])).toEqual([
    ['PersonalDataViewed', ['vPan'], 51],
    ['PersonalDataViewed', ['vPan', 'vBankAccount'], 51],
  ]);
});
