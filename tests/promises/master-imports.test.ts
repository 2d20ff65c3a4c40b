import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportFile } from '#shared/families/master-wire.ts';
import { openConnection } from '#tests/kit/connections.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

let test: TestHouse;
let admin: Person;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

async function upload(master: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'file.csv');
  const response = await fetch(`${test.url}/masters-import/${master}`, {
    method: 'POST',
    body: form,
    headers: { cookie: admin.cookie, authtoken: admin.token, origin: test.url, 'idempotency-key': randomUUID() },
  });
  const body = (await response.json()) as ImportFile;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.id;
}
type Read = ImportFile & { lines: { line: number; effect: string; recordId: number | null; problems: { code: string; message: string }[] }[] };
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
const order = (path: string) => admin.send('POST', path, {}, { 'idempotency-key': randomUUID() });
let round = 0;
/** Names hold no digits. */
const mark = (): string => 'abcdefghij'[round]!;
/** Phones that no other try has used. */
const phones = (): (() => string) => {
  round += 1;
  let n = 0;
  return () => `55577${String(round).padStart(2, '0')}${String((n += 1)).padStart(3, '0')}`;
};
const found = async (master: string, q: string): Promise<number> => (await admin.get(`/masters-list/${master}?q=${q}&records=1`)).body.total;

it('an import of leads is undone as a whole: new leads go, touches go, what happened since stays', async () => {
  const phone = phones();
  const [known, later, fresh] = [phone(), phone(), phone()];
  const made = await admin.order('lead-new', 'createLead', { name: `Known ${mark()}`, phone: known, source: 'web' });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const id = await upload(
    'leadCreation',
    `Name,Phone,Source\r\nFresh Undo${mark()},${fresh},event\r\nLater Undo${mark()},${later},event\r\nKnown again,${known},event\r\nNobody,12,event\r\n`,
  );
  const judged = await until('leadCreation', id, 'checked');
  expect(judged.lines.map(({ effect }) => effect)).toEqual(['create', 'create', 'create', 'bad']);
  expect((await order(`/masters-import/leadCreation/${id}/apply`)).status).toBe(200);
  const applied = await until('leadCreation', id, 'applied');
  expect(applied.lines.map(({ effect }) => effect)).toEqual(['done', 'done', 'done', 'bad']);
  expect(await found('leadCreation', `Undo${mark()}`)).toBe(2);
  const lead = (await test.house.states.load(made.body.stream)).state;
  expect(lead.touches).toBe(2);
  const touched = applied.lines[1]!.recordId!;
  expect((await admin.order(`lead-${touched}`, 'reassign', { ownerId: 101 })).status).toBe(200);

  expect((await order(`/masters-import/leadCreation/${id}/undo`)).status).toBe(200);
  const undone = await until('leadCreation', id, 'undone');
  expect(undone.lines.map(({ effect }) => effect)).toEqual(['undone', 'kept', 'undone', 'bad']);
  expect(undone.lines[1]!.problems[0]).toMatchObject({ code: 'importChangedSince' });
  expect(await found('leadCreation', `Undo${mark()}`)).toBe(1);
  expect((await test.house.states.load(made.body.stream)).state.touches).toBe(1);
  const again = await admin.order('lead-new', 'createLead', { name: `Fresh after undo ${mark()}`, phone: fresh, source: 'web' });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
});

it('an import of employees is undone as a whole: they are on no list, cannot come back by mistake, and their e-mail is free', async () => {
  const phone = phones();
  const mail = `import.undo${round}@care.example`;
  const id = await upload(
    'emplist',
    `First name,Last name,Phone,E-mail,Joining date,Designation,Primary place,Reporting manager\r\nUndone${mark()},Person,${phone()},${mail},02-11-2026,#11,#1,#5\r\n`,
  );
  const judged = await until('emplist', id, 'checked');
  expect(judged.lines[0], JSON.stringify(judged.lines)).toMatchObject({ effect: 'create' });
  expect((await order(`/masters-import/emplist/${id}/apply`)).status).toBe(200);
  const applied = await until('emplist', id, 'applied');
  expect(applied.lines[0], JSON.stringify(applied.lines)).toMatchObject({ effect: 'done' });
  const empId = applied.lines[0]!.recordId!;
  expect(await found('emplist', mail)).toBe(1);
  expect((await order(`/masters-import/emplist/${id}/undo`)).status).toBe(200);
  expect((await until('emplist', id, 'undone')).lines[0]).toMatchObject({ effect: 'undone' });
  expect(await found('emplist', mail)).toBe(0);
  const { version } = await test.house.states.load(`employee-${empId}`);
  expect((await admin.order(`employee-${empId}`, 'reactivate', {}, { version })).body).toMatchObject({ code: 'employeeWithdrawn' });
  const again = await admin.order('employee-new', 'createEmployee', {
    firstName: 'Again',
    email: mail,
    joiningDate: '2026-11-02',
    designationId: 11,
    managerId: 5,
    pooId: 1,
  });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
});

it('a row that names a record that is not active is bad before anything is done, a row that kept one is not', async () => {
  const make = async (kind: string, fields: object) => {
    const done = await admin.order(`master-${kind}-new`, 'create', { fields });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return Number(done.body.recordId);
  };
  round += 1;
  const code = `T-IMP-${round}-${Math.floor(Math.random() * 1e6)}`;
  const type = await make('diseaseType', { vCode: code, vName: `Type ${code}` });
  const kept = await make('disease', { vCode: code, vName: `Disease ${code}`, iDiseaseTypeId: type });
  expect((await admin.order(`master-diseaseType-${type}`, 'deactivate', {})).status).toBe(200);
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

it('a node that starts leaves alone what another one is reading in', async () => {
  const phone = phones();
  const id = await upload('leadCreation', `Name,Phone,Source\r\nSlow Import${mark()},${phone()},event\r\nSlower Import${mark()},${phone()},event\r\n`);
  await until('leadCreation', id, 'checked');
  const lock = await openConnection(test.databaseUrl);
  try {
    // Lines are done, and cannot be settled yet.
    await lock.query('begin; lock table import_rows in exclusive mode');
    expect((await order(`/masters-import/leadCreation/${id}/apply`)).status).toBe(200);
    const other = await openTestHouse({ databaseUrl: test.databaseUrl });
    try {
      await other.house.settled();
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
