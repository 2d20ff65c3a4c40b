import { expect, onTestFinished, test } from 'vitest';
import { cast, openMasterServer, personWith } from '#tests/kit/master-server.ts';

const buyer = personWith(
  ['view', 'create', 'edit'].map((right) => `Masters/suppliermaster:${right}`),
  { empId: 41, name: 'Buyer', sessionId: 'session-41' },
);
const both = personWith(
  ['view', 'create', 'edit', 'approve'].map((right) => `Masters/suppliermaster:${right}`),
  { empId: 42, name: 'Head of buying', sessionId: 'session-42' },
);
const other = { ...both, empId: 43, name: 'Accounts', sessionId: 'session-43' };
const bank = { vAccountHolder: 'Sri Balaji', vBankAccount: '910010001234', vIfsc: 'ABCD0123456' };
const supplier = {
  vName: 'Sri Balaji Agencies',
  vGstin: '29ZZZCS0101Z1Z2',
  vPan: 'ZZZCS0101Z',
  vStateCode: '29',
};

async function opened() {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const record = async () =>
    (await server.call('GET', '/masters-record/suppliermaster/1', undefined, other)).body;
  return { server, record };
}

test('bank data of a new supplier waits until a second person confirms it', async () => {
  const { server, record } = await opened();
  await server.must('master-supplier-new', 'create', { fields: { ...supplier, ...bank } }, { as: both });
  const { row, waiting } = await record();
  expect(row.fields).toMatchObject({ bBankWaits: 1, vPan: '••••••101Z' });
  expect(row.fields.vBankAccount).toBeUndefined();
  expect(waiting).toMatchObject({
    by: 'Head of buying',
    empId: 42,
    fields: { vBankAccount: '••••••1234', vIfsc: 'ABCD0123456' },
  });
  expect(await server.command('master-supplier-1', 'confirm', {}, { as: both, seen: 2 })).toMatchObject({
    code: 'selfApproval',
  });
  expect(await server.command('master-supplier-1', 'confirm', {}, { as: buyer, seen: 2 })).toMatchObject({
    code: 'forbidden',
  });
  await server.must('master-supplier-1', 'confirm', {}, { as: other, seen: 2 });
  const then = await record();
  expect(then.waiting).toBeNull();
  expect(then.row.fields).toMatchObject({ vBankAccount: '••••••1234', vIfsc: 'ABCD0123456' });
  expect(then.row.fields.bBankWaits).toBeUndefined();
});

test('a change of bank data leaves the old account in force, the rest changes at once', async () => {
  const { server, record } = await opened();
  await server.must('master-supplier-new', 'create', { fields: { ...supplier, ...bank } }, { as: both });
  await server.must('master-supplier-1', 'confirm', {}, { as: other, seen: 2 });
  const change = { vBankAccount: '910010009999', vCity: 'Mysuru' };
  await server.must('master-supplier-1', 'update', { fields: change }, { as: buyer, seen: 3 });
  expect((await record()).row.fields).toMatchObject({
    vBankAccount: '••••••1234',
    vCity: 'Mysuru',
    bBankWaits: 1,
  });
  const listed = await server.call(
    'GET',
    `/masters-list/suppliermaster?filter=${encodeURIComponent('{"bBankWaits":{"op":"eq","value":1}}')}`,
    undefined,
    other,
  );
  expect(listed.body.total).toBe(1);
  expect(
    await server.command(
      'master-supplier-1',
      'update',
      { fields: { vIfsc: 'ABCD0999999' } },
      { as: other, seen: 5 },
    ),
  ).toMatchObject({ code: 'changeWaits', details: { by: 'Buyer' } });
  expect(
    await server.command(
      'master-supplier-1',
      'update',
      { fields: { bBankWaits: 0 } },
      { as: other, seen: 5 },
    ),
  ).toMatchObject({ code: 'fixedField' });
  // A version seen before the proposal confirms nothing.
  expect(await server.command('master-supplier-1', 'confirm', {}, { as: other, seen: 3 })).toMatchObject({
    code: 'versionConflict',
  });
  await server.must('master-supplier-1', 'decline', { reason: 'No proof' }, { as: other, seen: 5 });
  expect((await record()).row.fields).toMatchObject({ vBankAccount: '••••••1234' });
  expect(await server.command('master-supplier-1', 'confirm', {}, { as: other, seen: 6 })).toMatchObject({
    code: 'nothingWaits',
  });
  // The maker withdraws their own change, and an earlier version is restored through a second person too.
  await server.must(
    'master-supplier-1',
    'update',
    { fields: { vBankAccount: null, vIfsc: null, vAccountHolder: null } },
    { as: buyer, seen: 6 },
  );
  await server.must('master-supplier-1', 'decline', { reason: 'Mistyped' }, { as: buyer, seen: 7 });
  await server.must('master-supplier-1', 'revert', { version: 1 }, { as: both, seen: 8 });
  expect((await record()).row.fields).toMatchObject({ bBankWaits: 1, vBankAccount: '••••••1234' });
});

test('account, IFSC and holder are given together and in their form', async () => {
  const { server } = await opened();
  const refused = (fields: object) =>
    server.command('master-supplier-new', 'create', { fields: { ...supplier, ...fields } }, { as: both });
  expect(await refused({ vBankAccount: '910010001234' })).toMatchObject({ code: 'bankIncomplete' });
  expect(await refused({ ...bank, vIfsc: 'ABCD1123456' })).toMatchObject({
    code: 'badFormat',
    field: 'vIfsc',
  });
  expect(await refused({ ...bank, vBankAccount: '12345678' })).toMatchObject({ field: 'vBankAccount' });
});

test('a seller whose verified documents change is verified again, by somebody other than the author', async () => {
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
    { as: personWith([], { kind: 'system', empId: null }) },
  );
  const fields = {
    iEmpId: 301,
    vPan: 'ZZZPA1001Z',
    vPanLast4: '1001',
    vBankAccount: '123456789012',
    vIfsc: 'ABCD0123456',
    bAgreement: 0,
  };
  const dsa = 'master-dsa-1';
  const [manager, lead, verifier, qa] = [cast.manager!, cast.lead!, cast.verifier!, cast.qa!];
  const move = (action: string, as = manager) => server.command(dsa, 'move', { action }, { as });
  const stage = async () => (await server.call('GET', '/masters-record/affiliateMaster/1')).body.row.stage;
  const listed = async (step: 1 | 2) =>
    (await server.call('GET', `/masters-list/dsa-verification%2F${step}`)).body.total;
  await server.must('master-dsa-new', 'create', { fields });
  expect([await listed(2), await listed(1)]).toEqual([1, 0]);
  expect(await move('hrVerify')).toMatchObject({ code: 'agreementMissing' });
  await server.must(dsa, 'update', { fields: { bAgreement: 1 } }, { as: manager, seen: 1 });
  expect(await move('hrVerify')).toMatchObject({ code: 'selfApproval' });
  await server.must(dsa, 'move', { action: 'hrVerify' }, { as: lead });
  expect([await listed(2), await listed(1)]).toEqual([0, 1]);
  await server.must(dsa, 'move', { action: 'accVerify' }, { as: verifier });
  await server.must(dsa, 'update', { fields: { vBankAccount: '123456789999' } }, { as: qa, seen: 4 });
  expect(await stage()).toBe('hrVerified');
  expect(await move('accVerify', qa)).toMatchObject({ code: 'selfApproval' });
  await server.must(dsa, 'move', { action: 'accVerify' }, { as: verifier });
  await server.must(dsa, 'update', { fields: { vAadhaarLast4: '4321' } }, { as: qa, seen: 7 });
  expect(await stage()).toBe('submitted');
  expect(await server.command(dsa, 'move', { action: 'accVerify' }, { as: verifier })).toMatchObject({
    code: 'wrongStage',
  });
});

test("a seller's documents are own uploads, and HR checks a changed one again", async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const system = personWith([], { kind: 'system', empId: null });
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
    { as: system },
  );
  const [manager, lead, qa] = [cast.manager!, cast.lead!, cast.qa!];
  const paper = async (id: string, by: typeof qa) => {
    const kept = { name: `${id[0]}.pdf`, mime: 'application/pdf', bytes: 9, sha256: 'a'.repeat(64) };
    await server.must(`file-${id}`, 'keep', kept, { as: { ...by, kind: 'system' } });
    return { id, name: 'another name.exe', size: 9 };
  };
  const fields = {
    iEmpId: 301,
    vPan: 'ZZZPA1001Z',
    vBankAccount: '123456789012',
    vIfsc: 'ABCD0123456',
    bAgreement: 1,
  };
  const [mine, other] = [await paper('m'.repeat(32), qa), await paper('o'.repeat(32), lead)];
  const create = (agreementFile: object) =>
    server.command('master-dsa-new', 'create', { fields: { ...fields, agreementFile } }, { as: qa });
  expect(await create(other)).toMatchObject({ code: 'paperUnknown', field: 'agreementFile' });
  expect(await create({ ...mine, id: 'x'.repeat(32) })).toMatchObject({ code: 'paperUnknown' });
  const made = await server.must(
    'master-dsa-new',
    'create',
    { fields: { ...fields, agreementFile: mine } },
    { as: qa },
  );
  const row = async () =>
    (await server.call('GET', `/masters-record/affiliateMaster/${made.id.split('-')[1]}`)).body.row;
  // Name and type are those of the upload.
  expect((await row()).fields.agreementFile).toEqual({
    id: mine.id,
    name: 'm.pdf',
    size: 9,
    mime: 'application/pdf',
  });
  await server.must(`master-${made.id}`, 'move', { action: 'hrVerify' }, { as: manager });
  await server.must(`master-${made.id}`, 'update', { fields: { photoFile: other } }, { as: lead, seen: 2 });
  expect(await row()).toMatchObject({ stage: 'submitted' });
  // Its template and exports have no column for a file.
  const { raw } = await server.call('GET', '/masters-export/affiliateMaster?format=csv');
  expect(raw.toString('utf8')).not.toContain('m.pdf');
});
