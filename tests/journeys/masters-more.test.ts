import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import Papa from 'papaparse';
import readBook from 'read-excel-file/node';
import { addDays, businessDay, isSunday, showDay } from '#shared/core/day.ts';
import { monthOfAll } from '#tests/kit/attendance-month.ts';
import { axeFindings, openBrowser, signInPage, type PageOptions } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { press, tick } from '#tests/kit/keys.ts';
import { shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;
const folder = mkdtempSync(join(tmpdir(), 'ops-masters-more-'));

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
});
// A person has five sessions at most, and every page makes one: the oldest ends.
beforeEach(async () => {
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openMaster(login: string, name: string, query = '', options: PageOptions = {}) {
  const signedIn = await signInPage(browser, server, login, `/masters/${name}${query}`, options);
  await signedIn.page.locator('.ma-screen').waitFor();
  return signedIn;
}
const rowOf = (page: Page, text: string) => page.locator('.ag-row', { hasText: text });
const panel = (page: Page) => page.locator('.ops-panel');
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const choose = async (page: Page, label: string, text: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  if (text !== '' && (await box.isEditable())) await box.fill(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
};
/** The row count that the list shows. */
const rowsShown = async (page: Page): Promise<number> =>
  Number(/\d[\d,]*/.exec(await page.locator('.ops-grid-foot').innerText())?.[0].replaceAll(',', '') ?? -1);
let round = 0;
/** A value that no other attempt has used. */
const fresh = (what: string): string => `${what}${(round += 1)}${String(server.clock.now()).slice(-5)}`;
async function make(kind: string, fields: Record<string, unknown>): Promise<{ id: number; version: number }> {
  const made = await admin.command(`master-${kind}-new`, 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { id: Number(made.body.recordId), version: made.body.version };
}

it('tasks are moved to another employee: the clash is shown first and stays, the rest is moved and undone', async () => {
  let day = addDays(businessDay(server.clock.now()), 9);
  if (isSunday(day)) day = addDays(day, 1);
  const { targets } = (await admin.get('/masters-task-movement')).body as {
    targets: { iEmpId: number; vEmpName: string; iPooId: number }[];
  };
  const [from, to] = targets.filter((one) => one.iPooId === 1).slice(-2) as [
    (typeof targets)[number],
    (typeof targets)[number],
  ];
  const at = round++ % 4;
  const book = async (iAssignedTo: number, hour: number): Promise<string> => {
    const wish = {
      appDate: day,
      slotFrom: `${String(hour + at).padStart(2, '0')}:00`,
      iSlotType: 2,
      vAppType: 'sales',
      iAssignedTo,
      iCustomerId: 41,
      iPooId: 1,
    };
    const done = await admin.command('appointment-new', 'bookAppointment', wish);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return `TK-${String(done.body.id).padStart(6, '0')}`;
  };
  const free = await book(from.iEmpId, 9);
  const stays = await book(from.iEmpId, 14);
  await book(to.iEmpId, 14);

  const path = `/masters/employeeTaskBulkMovement?from=${from.iEmpId}&dFrom=${day}&dTo=${day}`;
  const { page, faults } = await signInPage(browser, server, 'lead', path);
  await rowOf(page, free).waitFor();
  await shown(() => page.getByRole('button', { name: /^Move 0 tasks/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await choose(page, 'Move to', to.vEmpName);
  await rowOf(page, stays)
    .getByText(/at that time/)
    .waitFor();
  await rowOf(page, free).getByText('free', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('.ag-header-cell input[type="checkbox"]').first().check();
  await page.getByRole('button', { name: /^Move \d+ tasks/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/stays? where/).waitFor();
  await dialog.getByRole('button', { name: /^Move \d+ tasks/ }).click();
  await dialog.getByText('Give a reason of at least 5 characters.').waitFor();
  await dialog.getByRole('textbox').fill('On leave from Monday');
  await dialog.getByRole('button', { name: /^Move \d+ tasks/ }).click();
  await dialog.locator('li', { hasText: free }).getByText('moved').waitFor();
  await dialog
    .locator('li', { hasText: stays })
    .getByText(/at that time/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shown(() => rowOf(page, free).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.locator('li', { hasText: free }).getByText('moved back').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, free).waitFor();
  expect(faults).toEqual([]);
});

it('a product is created, lists what it lacks for sale, and becomes saleable', async () => {
  const name = fresh('Cetiriz-J ');
  const { page, faults } = await openMaster('admin', 'productMaster');
  await page.locator('.ag-row').first().waitFor();
  await press(page, 'n');
  await field(page, 'vName').fill(name);
  await choose(page, 'Kind', 'OTC');
  await choose(page, 'Manufacturer', '');
  await choose(page, 'Category', '');
  await choose(page, 'Form', 'Tablet');
  await page.getByRole('textbox', { name: 'Pack', exact: true }).fill('10');
  await press(page, 'Control+s');
  await panel(page).getByText('Changed by Asha Menon').waitFor();
  await panel(page).getByText('Draft', { exact: true }).first().waitFor();
  const dialog = page.getByRole('dialog');
  const activate = async (): Promise<void> => {
    await panel(page)
      .getByRole('button', { name: /^Activate/ })
      .click();
    await dialog.getByRole('button', { name: 'Activate' }).click();
  };
  await activate();
  await dialog.getByText(/MRP is required/).waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  const id = Number(new URL(page.url()).searchParams.get('row'));
  const { version } = (await admin.get(`/masters-record/productMaster/${id}`)).body.row;
  const filled = await admin.command(
    `master-product-${id}`,
    'update',
    { fields: { nReferenceMrpPaise: 45_00, vHsn: '3004', vGstClass: 'MED' } },
    { version },
  );
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);
  await panel(page).getByText('3004').waitFor();
  await activate();
  await panel(page).getByText('Active', { exact: true }).first().waitFor();
  const sold = await admin.get(`/product/api/v2/product?vProductName=${encodeURIComponent(name)}`);
  expect(sold.body, JSON.stringify(sold.body)).toMatchObject([
    { iProductId: id, vProductName: name, iStatus: 1 },
  ]);
  expect(faults).toEqual([]);
});

it('employees are found by each filter of the specification, which is part of the address', async () => {
  const { page } = await openMaster('admin', 'emplist', '', { width: 1900 });
  await page.locator('.ag-row').first().waitFor();
  await press(page, 'f');
  const filters = page.locator('.ma-filters');
  await filters.getByRole('button', { name: /more filters/ }).click();
  await filters.getByRole('textbox', { name: 'First name' }).fill('Ravi');
  await shown(() => rowsShown(page)).toBe(1);
  await press(page, 'Escape');
  await rowOf(page, 'Ravi').first().waitFor();
  await shown(() => new URL(page.url()).searchParams.get('filter')).toContain('"vEmpFname"');
  await page.reload();
  await rowOf(page, 'Ravi').first().waitFor();
  await shown(() => rowsShown(page)).toBe(1);

  const expected = async (filter: object): Promise<number> =>
    (await admin.get(`/masters-list/emplist?records=1&filter=${encodeURIComponent(JSON.stringify(filter))}`))
      .body.total;
  const filtered = async (filter: object): Promise<void> => {
    await page.goto(`${server.url}/masters/emplist?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const total = await expected(filter);
    await shown(() => rowsShown(page)).toBe(total);
    expect(total).toBeGreaterThan(0);
  };
  await filtered({ vEmail: { op: 'contains', value: 'care.example' } });
  await filtered({ vEmpPhone: { op: 'contains', value: '5550' } });
  await filtered({ iIsAffiliate: { op: 'in', value: [1] } });
  await filtered({ iReportManagerId: { op: 'in', value: [5] } });
  await page.goto(`${server.url}/masters/emplist`);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('1');
  await shown(async () => new Set(await page.locator('.ag-row [col-id="iStatus"]').allInnerTexts())).toEqual(
    new Set(['Active']),
  );
  await filtered({ vEmpFname: { op: 'contains', value: 'Ravi' } });
  const ravi = rowOf(page, 'Ravi').first();
  await shown(() => ravi.locator('[col-id="dJoiningDate"]').innerText()).toMatch(/^\d{2}-\d{2}-\d{4}$/);
  await shown(() => ravi.locator('[col-id="vDepartment"]').innerText()).toBe('');
  await shown(() => ravi.locator('[col-id="dExitDate"]').innerText()).toBe('-');
});

it('a view is saved for oneself, for a role, for everybody; its address leads others to it', async () => {
  const [mine, ours, everybodys] = [fresh('Mine '), fresh('HR '), fresh('All ')];
  const { page, context } = await openMaster('hr', 'departmentmaster');
  await page.locator('.ag-row').first().waitFor();
  const save = async (name: string, scope: string, q: string): Promise<string> => {
    await page.getByRole('searchbox', { name: 'Search records' }).fill(q);
    await shown(async () => new URL(page.url()).searchParams.get('q') ?? '').toBe(q);
    await page.locator('button[aria-keyshortcuts="v"]').click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('radio', { name: scope }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await shown(() => dialog.count()).toBe(0);
    return new URL(page.url()).searchParams.get('view')!;
  };
  const ids = [
    await save(mine, 'Only me', 'a'),
    await save(ours, 'My role', 'e'),
    await save(everybodys, 'Everyone', 'i'),
  ];
  expect(new Set(ids).size).toBe(3);
  const address = page.url();
  await context.close();

  const seen = async (login: string): Promise<string[]> =>
    (
      (await (await server.signIn(login)).get('/masters-views/departmentmaster')).body as { name: string }[]
    ).map((one) => one.name);
  expect(await seen('hr')).toEqual(expect.arrayContaining([mine, ours, everybodys]));
  const others = await seen('admin');
  expect(others).toContain(everybodys);
  expect(others).not.toContain(mine);
  expect(others).not.toContain(ours);

  const other = await openMaster('admin', 'departmentmaster', new URL(address).search);
  await shown(() => other.page.getByRole('searchbox', { name: 'Search records' }).inputValue()).toBe('i');
  await other.page.locator('button[aria-keyshortcuts="v"]').click();
  await other.page.getByRole('menuitem', { name: everybodys, exact: true }).waitFor();
});

it('two people at one record see each other, and which of them is editing it', async () => {
  const mark = fresh('Seen');
  const { id } = await make('department', { vCode: mark.toUpperCase(), vName: `${mark} together` });
  const one = await openMaster('admin', 'departmentmaster', `?row=${id}`);
  await panel(one.page).getByText('Changed by').waitFor();
  const second = await openMaster('hr', 'departmentmaster', `?row=${id}`);
  await panel(second.page).getByText('Changed by').waitFor();
  await panel(second.page)
    .getByText(/Asha Menon viewing/)
    .waitFor();
  await panel(one.page)
    .getByText(/viewing/)
    .waitFor();
  await press(one.page, 'e');
  await field(one.page, 'vName').fill(`${mark} changed`);
  await panel(second.page)
    .getByText(/Asha Menon editing/)
    .waitFor();
});

it('many records are changed at once, and each one that was not gives its reason', async () => {
  const mark = fresh('Bulk');
  const records = [
    await make('religion', { vCode: `${mark}-A`.toUpperCase(), vName: `${mark} one` }),
    await make('religion', { vCode: `${mark}-B`.toUpperCase(), vName: `${mark} two` }),
  ];
  const { page, faults } = await openMaster('admin', 'religionMaster', `?q=${mark}`);
  await shown(() => rowsShown(page)).toBe(2);
  for (const one of ['one', 'two'])
    await rowOf(page, `${mark} ${one}`).locator('input[type="checkbox"]').first().check();
  await press(page, 'b');
  const dialog = page.getByRole('dialog');
  await choose(page, 'Action', 'Set a field');
  await choose(page, 'Field', 'Description');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Told once to both');
  // A colleague changes the same field of one of them first.
  const quick = await admin.command(
    `master-religion-${records[1]!.id}`,
    'update',
    { fields: { vDescription: 'Said by somebody else' } },
    { version: records[1]!.version },
  );
  expect(quick.status).toBe(200);
  await dialog.getByRole('button', { name: 'Change 2' }).click();
  await dialog.getByText('1 of 2 changed').waitFor();
  await dialog
    .locator('tr', { hasText: `${mark} one` })
    .getByText('done')
    .waitFor();
  await shown(() => dialog.locator('tr', { hasText: `${mark} two` }).innerText()).toMatch(/changed/i);
  expect(
    (await admin.get(`/masters-record/religionMaster/${records[1]!.id}`)).body.row.fields.vDescription,
  ).toBe('Said by somebody else');
  expect(
    (await admin.get(`/masters-record/religionMaster/${records[0]!.id}`)).body.row.fields.vDescription,
  ).toBe('Told once to both');
  expect(faults).toEqual([]);
});

it('people are deactivated together: inputs are requested once, and one who has left is reported', async () => {
  const mark = fresh('Leaver');
  const person = async (n: number): Promise<{ id: number; version: number }> => {
    const made = await admin.command('employee-new', 'createEmployee', {
      firstName: ['Uma', 'Ila'][n],
      email: `${mark.toLowerCase()}.${n}@care.example`,
      joiningDate: '2026-11-02',
      designationId: 11,
      managerId: 5,
      pooId: 1,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return { id: Number(made.body.id), version: made.body.version };
  };
  const [stays, left] = [await person(0), await person(1)];
  const today = businessDay(server.clock.now());
  const gone = await admin.command(
    `employee-${left.id}`,
    'deactivate',
    { exitDate: today, reason: 'Left before' },
    { version: left.version },
  );
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  const { page, faults } = await openMaster('admin', 'emplist', `?q=${mark.toLowerCase()}`);
  await shown(() => rowsShown(page)).toBe(2);
  for (const one of ['Uma', 'Ila']) await rowOf(page, one).locator('input[type="checkbox"]').first().check();
  await press(page, 'b');
  const dialog = page.getByRole('dialog');
  await choose(page, 'Action', 'Deactivate');
  await dialog.getByRole('button', { name: 'Change 2' }).click();
  await shown(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(1);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Exit date' }).fill(showDay(today));
  await dialog.locator('[name="deactivate.reason"]').fill('The branch closes');
  await dialog.getByRole('button', { name: 'Change 2' }).click();
  await dialog.getByText('1 of 2 changed').waitFor();
  await dialog.locator('tr', { hasText: 'Uma' }).getByText('done').waitFor();
  expect((await admin.get(`/masters-record/emplist/${stays.id}`)).body.row).toMatchObject({
    iStatus: 0,
    fields: { dExitDate: today },
  });
  expect(faults).toEqual([]);
});

it('a duplicate is merged: its references name the other record, and its address leads there', async () => {
  const mark = fresh('Dr Double ');
  const doctor = (n: number) => ({
    vCode: `D${round}${n}${String(server.clock.now()).slice(-4)}`,
    vName: `${mark} ${'ab'[n]}`,
    vRegNo: `${mark}${n}`,
    vCouncil: 'Karnataka Medical Council',
  });
  const [stays, goes] = [await make('doctor', doctor(0)), await make('doctor', doctor(1))];
  const { page, faults } = await openMaster('admin', 'doctormaster', `?row=${goes.id}`);
  await panel(page).getByText('Changed by').waitFor();
  const more = panel(page).getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await page
    .getByRole('menuitem', { name: 'Merge into another' })
    .or(page.getByRole('button', { name: 'Merge into another' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Record to keep' }).fill(`${mark} a`);
  await dialog.getByRole('radio', { name: new RegExp(`${mark} a`) }).check();
  await dialog.getByRole('button', { name: 'Merge into another' }).click();
  await shown(
    async () => (await admin.get(`/masters-record/doctormaster/${goes.id}`)).body.row?.mergedInto ?? null,
  ).toBe(stays.id);
  await panel(page)
    .getByText(new RegExp(`^${mark} b .* was merged into this record`))
    .waitFor();
  await shown(() => new URL(page.url()).searchParams.get('row')).toBe(String(stays.id));
  expect(faults).toEqual([]);
});

it(
  'the filtered list is exported as CSV and XLSX, formulas stay text, and the same file is imported without a change',
  { tags: ['gate'] },
  async () => {
    const mark = fresh('Export');
    await make('hospital', {
      vCode: `${mark}-A`.toUpperCase(),
      vName: `${mark} =1+1`,
      vPincode: '560041',
      vAddress: '+cmd|calc',
      iPooId: 1,
    });
    await make('hospital', {
      vCode: `${mark}-B`.toUpperCase(),
      vName: `${mark} other`,
      vPincode: '560041',
      vAddress: '12, Second Cross',
      iPooId: 1,
    });
    const { page, faults } = await openMaster('admin', 'hospitalmaster', `?q=${mark}`);
    await shown(() => rowsShown(page)).toBe(2);
    const take = async (what: string): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: 'Export' })
          .click()
          .then(() => page.getByRole('menuitem', { name: what }).click()),
      ]);
      const path = join(folder, `${round}-${file.suggestedFilename()}`);
      await file.saveAs(path);
      return path;
    };
    const csv = await take('Export as CSV');
    const lines = Papa.parse<string[]>(readFileSync(csv, 'utf8').replace(/^\ufeff/, ''), {
      skipEmptyLines: true,
    }).data;
    expect(lines).toHaveLength(3);
    const address = lines[1]!.find((cell) => cell.includes('cmd|calc'))!;
    expect(address.startsWith('+')).toBe(false);
    const [sheet] = await readBook(readFileSync(await take('Export as XLSX')));
    expect(sheet!.data).toHaveLength(3);
    expect(sheet!.data.flat()).toContain('+cmd|calc');

    await press(page, 'i');
    await page.locator('input[type="file"]').setInputFiles(csv);
    await page.getByText('Checked, nothing changed yet').first().waitFor();
    await shown(() => page.locator('.ma-counts').innerText()).toMatch(/2\s+unchanged/);
    expect(faults).toEqual([]);
  },
);

it('the list is printed with its title, its columns and its row count', { tags: ['gate'] }, async () => {
  const { page } = await openMaster('admin', 'secMaster');
  await page.locator('.ag-row').first().waitFor();
  await page.evaluate(() => {
    const insert = HTMLBodyElement.prototype.append;
    HTMLBodyElement.prototype.append = function (...nodes) {
      insert.apply(this, nodes);
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement)
          node.contentWindow!.print = () =>
            void ((window as never as { paper: string }).paper = node.contentDocument!.body.innerText);
    };
  });
  await press(page, 'p');
  await shown(() => page.evaluate(() => (window as never as { paper?: string }).paper ?? '')).toContain(
    'SEC',
  );
  const paper = await page.evaluate(() => (window as never as { paper: string }).paper);
  expect(paper).toMatch(/\d+ rows?/);
  expect(paper).toContain('A1');
});

it('leads are added one by one and from a file; a known number is a touch, the whole file is undone, and the list counts them live', async () => {
  const phone = `555${String(server.clock.now()).slice(-6)}${round % 10}`;
  const mark = fresh('Journey list ');
  const list = await make('leadListName', {
    vCode: fresh('JL'),
    vName: mark,
    vSource: 'web',
    dReceived: businessDay(server.clock.now()),
  });
  const { page, faults } = await openMaster('admin', 'leadCreation', '?do=new');
  const add = async (name: string): Promise<void> => {
    await field(page, 'add.name').fill(name);
    await field(page, 'add.phone').fill(phone);
    await choose(page, 'Source', 'Web');
    await choose(page, 'List', mark);
    await press(page, 'Control+s');
  };
  await add('Mohan Journey');
  await panel(page).getByText('Changed by Asha Menon').waitFor();
  // The same number again: the lead that has it is named, and takes the new source.
  await page.goto(`${server.url}/masters/leadCreation?do=new`);
  await add('Mohan Twice');
  await panel(page).getByRole('alert').getByText('already exists (queued, owner nobody yet)').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add this source to it' }).click();
  await panel(page).getByRole('heading', { name: 'Mohan Journey' }).waitFor();
  const touches = async (): Promise<number> =>
    (await admin.get(`/masters-list/leadCreation?records=5&q=${phone}`)).body.rows[0]?.fields.iTouches ?? 0;
  await shown(touches).toBe(2);
  const file = join(folder, `leads-${phone}.csv`);
  writeFileSync(
    file,
    `Name,Phone,Source\r\nMohan again,${phone},event\r\nNew from file,${phone.slice(0, 9)}${(Number(phone[9]) + 1) % 10},event\r\nBad one,12,event\r\n`,
  );
  await page.goto(`${server.url}/masters/leadCreation?do=import`);
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('Checked, nothing changed yet').first().waitFor();
  await page.getByRole('button', { name: /^Import 2 rows/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Import 2 rows/ })
    .click();
  await page.locator('.ma-one').getByText('Imported', { exact: true }).waitFor();
  await shown(touches).toBe(3);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.locator('.ma-one').getByText('Undone', { exact: true }).waitFor();
  await shown(touches).toBe(2);

  // The list counts them live, and a count opens exactly its rows.
  await page.goto(`${server.url}/masters/leadListName?q=${encodeURIComponent(mark)}`);
  const counted = (name: string) => rowOf(page, mark).getByRole('link', { name });
  await counted('Open: 1').waitFor();
  const second = await admin.command('lead-new', 'createLead', {
    name: 'Second Journey',
    phone: `556${phone.slice(3)}`,
    source: 'web',
    listId: list.id,
  });
  expect(second.status, JSON.stringify(second.body)).toBe(200);
  await counted('Leads: 2').waitFor();
  await counted('Open: 2').click();
  await rowOf(page, 'Second Journey').dblclick();
  await panel(page).getByText('Queued').waitFor();
  await press(page, '4');
  const lose = page.getByRole('dialog', { name: /^Mark as lost/ });
  await choose(page, 'Reason', 'Other');
  await lose.getByRole('button', { name: 'Mark as lost' }).click();
  await lose.getByText('Note is required.').waitFor();
  await lose.getByRole('textbox', { name: 'Note' }).fill('Moved to another city');
  await lose.getByRole('button', { name: 'Mark as lost' }).click();
  await panel(page).getByText('Lost', { exact: true }).waitFor();
  await panel(page).getByText('Other: Moved to another city').waitFor();
  expect(faults).toEqual([]);
});

it('an unrecorded day is entered by hand: missing fields are shown, and it appears in the month', async () => {
  const people = await monthOfAll(admin);
  const today = businessDay(server.clock.now());
  const day =
    [-1, -2, -3].map((back) => addDays(today, back)).find((one) => one.startsWith(today.slice(0, 7))) ??
    today;
  // Somebody else's day: nobody regularizes their own.
  const whose = people
    .filter((one) => [undefined, 'absent', 'off', 'holiday'].includes(one.days[day]?.[0]))
    .filter((one) => one.employee !== 'Asha Menon')
    .at(-1)!;
  const past = day !== today;
  const { page, faults } = await signInPage(browser, server, 'admin', '/masters/attendanceDetails');
  await page.locator('.ag-row').first().waitFor();
  await press(page, 'n');
  const dialog = page.getByRole('dialog', { name: 'Regularize a check-in' });
  await dialog.getByRole('button', { name: 'Regularize' }).click();
  await dialog.getByText('Choose a person.').waitFor();
  await dialog.getByText('Enter a time as HH:MM.').first().waitFor();
  await dialog.getByText('Give a reason of at least 10 characters.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Employee' }).fill(whose.employee);
  await page.getByRole('option', { name: new RegExp(`· ${whose.employeeId}$`) }).click();
  if (past) await choose(page, 'Day', showDay(day));
  // A check-out before the check-in: refused in words, and the input stays.
  await dialog.getByRole('textbox', { name: 'Checked in at' }).fill('1130');
  await dialog.getByRole('textbox', { name: 'Checked out at' }).fill('9.15');
  const reason = 'The phone had no battery that day';
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Regularize' }).click();
  await shown(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
  await shown(() => dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(reason);
  await shown(() => dialog.getByRole('textbox', { name: 'Checked in at' }).inputValue()).toBe('11:30');
  await dialog.getByRole('textbox', { name: 'Checked in at' }).fill('0:01');
  await dialog.getByRole('textbox', { name: 'Checked out at' }).fill('0:02');
  await dialog.getByRole('button', { name: 'Regularize' }).click();
  await page.getByText(`Day of ${whose.employee} entered`).first().waitFor();
  await shown(() => dialog.count()).toBe(0);
  const after = async () =>
    (await monthOfAll(admin)).find((one) => one.employeeId === whose.employeeId)?.days[day]?.slice(0, 2);
  await shown(after).toEqual(['present', '00:01–00:02 · 0:01']);
  // The strip has it, and says it in words where the keys are.
  const strip = rowOf(page, whose.employee).locator('[col-id="days"]');
  await strip.locator(`[data-day="${Number(day.slice(8)) - 1}"]`).click();
  const said = page.locator('.rp-day-said');
  await said.getByText(`${showDay(day)}: Present, 00:01–00:02 · 0:01, entered by hand`).waitFor();
  await press(page, 'Home');
  await said.getByText(showDay(`${day.slice(0, 7)}-01`)).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

it('people who are late today are listed, and may check in until a time of today', async () => {
  const people = await monthOfAll(admin);
  const today = businessDay(server.clock.now());
  const whose = people.find((one) => !one.days[today] && one.designationId !== null && one.iPooId !== null)!;
  const limit = {
    iDesignationId: whose.designationId,
    iPooId: whose.iPooId,
    dFrom: today,
    tCutOff: '00:00',
    iGraceMin: 0,
  };
  const made = await admin.command('master-inEndThreshold-new', 'create', { fields: limit });
  // A second attempt finds the limit of the first.
  expect([200, 409], JSON.stringify(made.body)).toContain(made.status);
  const { page, faults } = await signInPage(browser, server, 'admin', '/masters/allowdayStart');
  await rowOf(page, whose.employee).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shown(() => page.getByRole('button', { name: /^Allow until/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await rowOf(page, whose.employee).first().click();
  await shown(() =>
    page.getByRole('button', { name: /^Allow until/ }).getAttribute('aria-disabled'),
  ).not.toBe('true');
  await press(page, 'a');
  const dialog = page.getByRole('dialog', { name: `${whose.employee} may begin the day until` });
  const until = dialog.getByRole('textbox', { name: 'Until (today)' });
  await until.fill('0:00');
  await press(page, 'Enter');
  await dialog.getByText('Enter a time later today as HH:MM.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await until.fill('2359');
  await press(page, 'Enter');
  await page.getByText(`${whose.employee} may begin until 23:59.`).first().waitFor();
  await shown(() =>
    page.locator(`.ag-row[row-id="${whose.employeeId}"] [col-id="allowedUntil"]`).innerText(),
  ).toBe('23:59');
  expect(faults).toEqual([]);
});

it('what was typed of a new employee is there again after the page is loaded anew, until it is forgotten or sent', async () => {
  const { page, faults } = await openMaster('admin', 'emplist', '?do=new');
  await field(page, 'add.firstName').fill('Draft');
  await field(page, 'add.lastName').fill('Person');
  await shown(() =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('emplist.add'))),
  ).toBe(true);
  await page.reload();
  await panel(page).getByText('Draft restored').waitFor();
  await shown(async () => [
    await field(page, 'add.firstName').inputValue(),
    await field(page, 'add.lastName').inputValue(),
  ]).toEqual(['Draft', 'Person']);
  expect(await axeFindings(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await shown(() => field(page, 'add.firstName').inputValue()).toBe('');
  await shown(() =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('emplist.add'))),
  ).toBe(false);
  expect(faults).toEqual([]);
});

it(
  'a place has both coordinates or none, and says so at the one that is missing',
  { tags: ['gate'] },
  async () => {
    const { page } = await openMaster('admin', 'placeofoperarion', '?row=1&do=edit');
    await field(page, 'lat').fill('12.93');
    await field(page, 'lng').fill('');
    await press(page, 'Control+s');
    await page.getByText('Give both latitude and longitude, or neither.').first().waitFor();
    await shown(() => field(page, 'lng').getAttribute('aria-invalid')).toBe('true');
  },
);

it('a pincode is tagged with its services from end to end by keyboard; a service that another place has is refused at its field', async () => {
  const pincode = `5${String(server.clock.now()).slice(-4)}${(round += 1) % 10}`;
  const places = (await admin.get('/masters-list/placeofoperarion?records=2')).body.rows as {
    fields: { vName: string };
  }[];
  const { page, faults } = await openMaster('admin', 'pincode-sevice-tagging');
  await page.locator('.ag-row').first().waitFor();
  const make = async (place: string, service: string): Promise<void> => {
    await press(page, 'n');
    await field(page, 'vPincode').fill(pincode);
    await choose(page, 'Place of operation', place);
    await tick(
      page
        .getByRole('checkbox', { name: service })
        .or(page.getByRole('switch', { name: service }))
        .first(),
    );
    await press(page, 'Control+s');
  };
  await make(places[0]!.fields.vName, 'Setup');
  await panel(page).getByText('Changed by Asha Menon').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Escape');
  await shown(() => panel(page).count()).toBe(0);
  await make(places[1]!.fields.vName, 'Setup');
  await shown(() => page.locator('[name="vPincode"][aria-invalid="true"]').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  const { total } = (await admin.get(`/masters-list/pincode-sevice-tagging?records=5&q=${pincode}`)).body;
  expect(total).toBe(1);
  expect(faults).toEqual([]);
});

type Look = readonly [name: string, language: 'en' | 'es', scheme: 'light' | 'dark', width: number];
const looks: readonly Look[] = [
  ['pincode-Employee-reviewreport', 'en', 'light', 1440],
  ['pincode-Employee-reviewreport', 'es', 'dark', 390],
  ['attendanceDetails', 'en', 'dark', 1440],
  ['attendanceDetails', 'es', 'light', 390],
  ['pincode-sevice-tagging', 'en', 'dark', 1440],
  ['pincode-sevice-tagging', 'es', 'light', 390],
  ['employeeTaskBulkMovement', 'es', 'dark', 390],
];
const readByKeyboard = '%s is read by keyboard without axe findings: %s, %s, %i px wide';
const inTheGate = looks.filter(
  ([name, language]) => name === 'pincode-Employee-reviewreport' && language === 'es',
);
it.each(inTheGate)(readByKeyboard, { tags: ['gate'] }, (...look) => isRead(...look));
it.each(looks.filter((look) => !inTheGate.includes(look)))(readByKeyboard, (...look) => isRead(...look));

async function isRead(...[name, language, scheme, width]: Look): Promise<void> {
  const { page, faults } = await signInPage(browser, server, 'admin', `/masters/${name}`, {
    language,
    scheme,
    width,
    height: width === 390 ? 844 : 900,
  });
  if (name === 'employeeTaskBulkMovement') await page.getByText('¿Tareas de quién?').first().waitFor();
  else {
    await page.locator('.ag-row').first().waitFor();
    const before = await page.locator('.ops-grid-foot').innerText();
    await press(page, '/');
    await page.keyboard.type('zzzz-nothing');
    await shown(() => page.locator('.ops-grid-foot').innerText()).toMatch(/^0 /);
    await press(page, 'Escape');
    await shown(() => page.locator('.ops-grid-foot').innerText()).toBe(before);
    await press(page, 'Escape');
    await press(page, 'j');
    await shown(() => page.locator('.ag-cell-focus, .ag-row-selected').count()).toBeGreaterThan(0);
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
}

it.each([
  ['a list and a form', 1440],
  ['a list and a form, on a phone', 390],
] as const)('%s from right to left: nothing is cut off and axe finds nothing', async (_name, width) => {
  const { page } = await openMaster('admin', 'placeofoperarion', '?row=1', {
    width,
    height: 844,
    look: {
      dir: 'rtl',
    },
  });
  await panel(page).locator('.ma-facts').waitFor();
  await shown(() =>
    page.evaluate(() => getComputedStyle(document.querySelector('.ma-screen')!).direction),
  ).toBe('rtl');
  const wide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'e');
  await field(page, 'vName').waitFor();
  expect(await wide()).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
});

it('Customer 360 shows patients and appointments; an address is added and a consent withdrawn on it, and both are in its history', async () => {
  const { rows } = (await admin.get('/masters-list/customerMasterV2')).body as {
    rows: { id: number; iStatus: 0 | 1; fields: Record<string, any> }[];
  };
  const callable = ({ fields }: (typeof rows)[number]): boolean =>
    fields.consents?.some((one: any) => one.kind === 'calling' && one.stands === 'given');
  const { id, fields } = rows.find(
    (one) =>
      one.iStatus === 1 && one.fields.iPooId === 1 && one.fields.addresses?.length === 1 && callable(one),
  )!;
  let day = addDays(businessDay(server.clock.now()), 8);
  if (isSunday(day)) day = addDays(day, 1);
  const { targets } = (await admin.get('/masters-task-movement')).body as {
    targets: { iEmpId: number; iPooId: number }[];
  };
  const wish = {
    appDate: day,
    slotFrom: `${12 + (round++ % 4)}:00`,
    iSlotType: 2,
    vAppType: 'sales',
    iCustomerId: id,
    iPooId: 1,
  };
  const booked = await admin.command('appointment-new', 'bookAppointment', {
    ...wish,
    iAssignedTo: targets.find((one) => one.iPooId === 1)!.iEmpId,
  });
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const { page } = await openMaster('admin', 'customerMasterV2', `?row=${id}`);
  const part = (name: string) => panel(page).getByRole('region', { name });
  await part('Patients')
    .getByRole('cell', { name: /^PT-\d{6}$/ })
    .first()
    .waitFor();
  await part('Appointments')
    .getByRole('row', { name: `Sales visit ${showDay(day)} ${wish.slotFrom}` })
    .waitFor();

  const dialog = page.getByRole('dialog');
  const send = (what: string) => dialog.getByRole('button', { name: what, exact: true }).click();
  await panel(page).getByRole('button', { name: 'Change the addresses' }).click();
  await dialog.getByRole('button', { name: 'Add row' }).click();
  const line = dialog.locator('.fi-row').nth(1);
  await line.locator('[name="addresses.line"]').fill('9, Church Street');
  await line.locator('[name="addresses.pincode"]').fill(String(fields.addresses[0].pincode));
  await line.locator('[name="addresses.lat"]').fill('12.97');
  await send('Change the addresses');
  await dialog.getByText('Give both latitude and longitude, or neither.').waitFor();
  await line.locator('[name="addresses.lng"]').fill('77.6');
  await send('Change the addresses');
  await panel(page).getByRole('cell', { name: '9, Church Street' }).waitFor();

  await panel(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw a consent' }).click();
  await choose(page, 'Consent to', 'Calls');
  await choose(page, 'How it was withdrawn', 'By phone');
  await send('Withdraw a consent');
  await panel(page)
    .getByRole('row', { name: /Calls Withdrawn By phone .* Asha Menon/ })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await panel(page)
    .getByRole('tab', { name: /History/ })
    .click();
  for (const what of ['Consent changed', 'Address added', 'Customer created'])
    await panel(page).getByText(what, { exact: true }).first().waitFor();
});

it('documents of a customer are uploaded by keyboard and by drop, opened, and checked by somebody other than the uploader', async () => {
  const { rows } = (await admin.get('/masters-list/customerMasterV2?records=500')).body as {
    rows: { id: number; fields: Record<string, any> }[];
  };
  const { id } = rows.find(({ fields }) => fields.iPooId === 1 && fields.documents)!;
  const { page, context, faults } = await openMaster('verifier', 'customerMasterV2', `?row=${id}`);
  const photo = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 180 } }),
  });
  const papers = panel(page).getByRole('list', { name: 'Documents' });
  await papers.waitFor({ state: 'attached' });
  const before = await papers.getByRole('listitem').count();
  const dialog = page.getByRole('dialog');
  const chosen = async (file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Choose a file' }).press('Enter'),
    ]);
    await chooser.setFiles(file);
  };
  const until = addDays(businessDay(server.clock.now()), 30);

  await press(page, '3');
  await choose(page, 'Document', 'Driving licence');
  await chosen({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no paper') });
  await dialog.getByText('notes.txt is not one of: JPG, PNG, PDF.').waitFor();
  await chosen({ name: 'named.png', mimeType: 'image/png', buffer: Buffer.from('only its name says so') });
  await dialog.getByText(/Only JPG, PNG and PDF files are accepted/).waitFor();
  await chosen(await photo('licence.png'));
  await dialog.getByRole('button', { name: 'Remove licence.png' }).waitFor();
  await dialog.getByRole('button', { name: 'Add a document', exact: true }).press('Enter');
  await dialog.getByText('Driving licence: give the day until which it is valid.').waitFor();
  await dialog.getByRole('textbox', { name: 'Valid until' }).fill(showDay(until));
  await press(page, 'Tab');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a document', exact: true }).press('Enter');
  const licence = papers.getByRole('listitem').filter({ hasText: 'licence.png' });
  await licence.getByText('Not checked yet').waitFor();
  await licence.getByText('30 days left').waitFor();

  await panel(page).getByRole('button', { name: 'Add a document', exact: true }).click();
  await choose(page, 'Document', 'Identity proof');
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
      return data;
    },
    [...(await photo('dropped.png')).buffer],
  );
  await dialog.locator('.ops-file').dispatchEvent('drop', { dataTransfer: dropped });
  await dialog.getByRole('button', { name: 'Remove dropped.png' }).waitFor();
  await dialog.getByRole('button', { name: 'Add a document', exact: true }).click();
  await shown(() => papers.getByRole('listitem').count()).toBe(before + 2);
  await licence.getByRole('button').click();
  await dialog.getByText('You added this document; someone else must check it.').waitFor();
  await context.close();

  const other = await openMaster('verifier2', 'customerMasterV2', `?row=${id}`, {
    language: 'es',
    scheme: 'dark',
    width: 390,
    height: 844,
  });
  const theirs = (name: string) => panel(other.page).getByRole('listitem').filter({ hasText: name });
  const sheet = other.page.getByRole('dialog');
  await theirs('dropped.png').getByRole('button').click();
  await sheet.locator('.ops-picture img').waitFor();
  await sheet.getByRole('button', { name: 'Rechazar' }).click();
  await sheet.getByText('Indique el motivo del rechazo.').waitFor();
  expect(await axeFindings(other.page)).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Motivo del rechazo' }).fill('No se lee');
  await sheet.getByRole('button', { name: 'Rechazar' }).click();
  await theirs('dropped.png').getByText('No aceptado').waitFor();
  await theirs('licence.png').getByRole('button').click();
  await sheet.getByRole('button', { name: 'Aceptar', exact: true }).click();
  await theirs('licence.png')
    .getByText(/por Leena Thomas el/)
    .waitFor();
  await sheet.waitFor({ state: 'hidden' });

  await theirs('dropped.png').getByRole('button').click();
  await sheet.getByRole('button', { name: '¿Se añadió por error?' }).click();
  await sheet.getByRole('button', { name: 'Retirar el documento' }).click();
  await sheet.getByText('Indique el motivo.').waitFor();
  expect(await axeFindings(other.page)).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Motivo de la retirada' }).fill('Es de otro cliente');
  await sheet.getByRole('button', { name: 'Retirar el documento' }).click();
  await theirs('dropped.png').waitFor({ state: 'detached' });
  await sheet.waitFor({ state: 'hidden' });
  await panel(other.page)
    .getByRole('tab', { name: /Historia/ })
    .click();
  await panel(other.page).getByText('“Es de otro cliente”').waitFor();
  await shown(() =>
    other.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(await axeFindings(other.page)).toEqual([]);
  expect([...faults, ...other.faults]).toEqual([]);
});
