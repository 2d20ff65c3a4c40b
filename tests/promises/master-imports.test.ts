import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportFile } from '#shared/families/master-wire.ts';
import { openConnection } from '#tests/kit/connections.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

async function upload(master: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'file.csv');
  const response = await fetch(`${test.url}/masters-import/${master}`, {
    method: 'POST',
    body: form,
    headers: {
      cookie: admin.cookie,
      authtoken: admin.token,
      origin: test.url,
      'idempotency-key': randomUUID(),
    },
  });
  const body = (await response.json()) as ImportFile;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.id;
}
type Read = ImportFile & {
  lines: {
    line: number;
    effect: string;
    recordId: number | null;
    problems: { code: string; message: string }[];
  }[];
};
async function until(master: string, id: string, ...states: ImportFile['state'][]): Promise<Read> {
  let read: Read | null = null;
  await expect
    .poll(async () => {
      read = (await admin.get(`/masters-import/${master}/${id}`)).body as Read;
      return states.includes(read.state) ? 'there' : read.state;
    })
    .toBe('there');
  return read!;
}
const command = (path: string) => admin.send('POST', path, {}, { 'idempotency-key': randomUUID() });
let round = 0;
/** Names hold no digits. */
const mark = (): string => 'abcdefghij'[round]!;
/** Phones that no other attempt has used. */
const phones = (): (() => string) => {
  round += 1;
  let n = 0;
  return () => `55577${String(round).padStart(2, '0')}${String((n += 1)).padStart(3, '0')}`;
};
const found = async (master: string, q: string): Promise<number> =>
  (await admin.get(`/masters-list/${master}?q=${q}&records=1`)).body.total;

it('an import of leads is undone as a whole: new leads and touches go, later changes stay', async () => {
  const phone = phones();
  const [known, later, fresh] = [phone(), phone(), phone()];
  const made = await admin.command('lead-new', 'createLead', {
    name: `Known ${mark()}`,
    phone: known,
    source: 'web',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const id = await upload(
    'leadCreation',
    `Name,Phone,Source\r\nFresh Undo${mark()},${fresh},event\r\nLater Undo${mark()},${later},event\r\nKnown again,${known},event\r\nNobody,12,event\r\n`,
  );
  const checked = await until('leadCreation', id, 'checked');
  expect(checked.lines.map(({ effect }) => effect)).toEqual(['create', 'create', 'update', 'bad']);
  expect((await command(`/masters-import/leadCreation/${id}/apply`)).status).toBe(200);
  const applied = await until('leadCreation', id, 'applied');
  expect(applied.lines.map(({ effect }) => effect)).toEqual(['done', 'done', 'done', 'bad']);
  expect(await found('leadCreation', `Undo${mark()}`)).toBe(2);
  const lead = (await test.server.states.load(made.body.stream)).state;
  expect(lead.touches).toBe(2);
  const touched = applied.lines[1]!.recordId!;
  expect((await admin.command(`lead-${touched}`, 'reassign', { ownerId: 101 })).status).toBe(200);

  expect((await command(`/masters-import/leadCreation/${id}/undo`)).status).toBe(200);
  const undone = await until('leadCreation', id, 'undone');
  expect(undone.lines.map(({ effect }) => effect)).toEqual(['undone', 'kept', 'undone', 'bad']);
  expect(undone.lines[1]!.problems[0]).toMatchObject({ code: 'importChangedSince' });
  expect(await found('leadCreation', `Undo${mark()}`)).toBe(1);
  expect((await test.server.states.load(made.body.stream)).state.touches).toBe(1);
  const again = await admin.command('lead-new', 'createLead', {
    name: `Fresh after undo ${mark()}`,
    phone: fresh,
    source: 'web',
  });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
});

it('an import of employees is undone as a whole: they are on no list, cannot be reactivated by mistake, and their e-mail is free', async () => {
  const phone = phones();
  const mail = `import.undo${round}@care.example`;
  const id = await upload(
    'emplist',
    `First name,Last name,Phone,E-mail,Joining date,Designation,Primary place,Reporting manager\r\nUndone${mark()},Person,${phone()},${mail},02-11-2026,#11,#1,#5\r\n`,
  );
  const checked = await until('emplist', id, 'checked');
  expect(checked.lines[0], JSON.stringify(checked.lines)).toMatchObject({ effect: 'create' });
  expect((await command(`/masters-import/emplist/${id}/apply`)).status).toBe(200);
  const applied = await until('emplist', id, 'applied');
  expect(applied.lines[0], JSON.stringify(applied.lines)).toMatchObject({ effect: 'done' });
  const empId = applied.lines[0]!.recordId!;
  expect(await found('emplist', mail)).toBe(1);
  expect((await command(`/masters-import/emplist/${id}/undo`)).status).toBe(200);
  expect((await until('emplist', id, 'undone')).lines[0]).toMatchObject({ effect: 'undone' });
  expect(await found('emplist', mail)).toBe(0);
  const { version } = await test.server.states.load(`employee-${empId}`);
  expect((await admin.command(`employee-${empId}`, 'reactivate', {}, { version })).body).toMatchObject({
    code: 'employeeWithdrawn',
  });
  const again = await admin.command('employee-new', 'createEmployee', {
    firstName: 'Again',
    email: mail,
    joiningDate: '2026-11-02',
    designationId: 11,
    managerId: 5,
    pooId: 1,
  });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
});

it('a row that references an inactive record is rejected in the check, a row that keeps its reference is not', async () => {
  const make = async (kind: string, fields: object) => {
    const done = await admin.command(`master-${kind}-new`, 'create', { fields });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return Number(done.body.recordId);
  };
  round += 1;
  const code = `T-IMP-${round}-${Math.floor(Math.random() * 1e6)}`;
  const type = await make('diseaseType', { vCode: code, vName: `Type ${code}` });
  const kept = await make('disease', { vCode: code, vName: `Disease ${code}`, iDiseaseTypeId: type });
  expect((await admin.command(`master-diseaseType-${type}`, 'deactivate', {})).status).toBe(200);
  const id = await upload(
    'diseaseMaster',
    `No.,Code,Name,Disease type,Description\r\n,${code}-B,Other ${code},${code},\r\n${kept},${code},Disease ${code},${code},Told\r\n`,
  );
  const { lines } = await until('diseaseMaster', id, 'checked');
  expect(lines, JSON.stringify(lines)).toMatchObject([
    { effect: 'bad', problems: [{ code: 'masterInactive' }] },
    { effect: 'update', recordId: kept },
  ]);
  expect(lines[0]!.problems[0]!.message).toMatch(/ /);
});

it('a starting node leaves another node’s running import alone', async () => {
  const phone = phones();
  const id = await upload(
    'leadCreation',
    `Name,Phone,Source\r\nSlow Import${mark()},${phone()},event\r\nSlower Import${mark()},${phone()},event\r\n`,
  );
  await until('leadCreation', id, 'checked');
  const lock = await openConnection(test.databaseUrl);
  try {
    // Rows are done, and cannot be settled yet.
    await lock.query('begin; lock table import_rows in exclusive mode');
    expect((await command(`/masters-import/leadCreation/${id}/apply`)).status).toBe(200);
    const other = await openTestServer({ databaseUrl: test.databaseUrl });
    try {
      await other.server.settled();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await until('leadCreation', id, 'applying', 'failed')).state).toBe('applying');
      await lock.query('commit');
      expect((await until('leadCreation', id, 'applied', 'failed')).state).toBe('applied');
    } finally {
      await other.close();
    }
  } finally {
    await lock.end();
  }
});
