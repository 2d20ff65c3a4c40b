import { afterAll, beforeAll, expect, test } from 'vitest';
import { chief, openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';
import { workbookOf, type StoredCell } from '#tests/kit/workbook.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
});
afterAll(async () => {
  await server.close();
});

async function bring(name: string, bytes: string | Uint8Array, language: 'en' | 'es' = 'en') {
  const form = new FormData();
  form.append('file', new Blob([bytes as never]), 'records');
  const taken = await server.call('POST', `/masters-import/${name}`, form, chief, language);
  await server.masters.idle();
  return taken.status === 200
    ? server.call('GET', `/masters-import/${name}/${taken.body.id}`, undefined, chief, language)
    : taken;
}
const book = (...rows: readonly (readonly StoredCell[])[]) =>
  workbookOf(new Map(rows.map((cells, i) => [i + 1, cells])));
const csv = (...rows: readonly string[]): string => rows.join('\n');
const changed = (answer: any, line: number, field: string): unknown =>
  answer.body.lines
    .find((one: any) => one.line === line)
    ?.changes.find((change: any) => change.field === field)?.after;

const supplier = (n: number) => ({
  vName: `Agency ${n}`,
  vGstin: '29ZZZCS0101Z1Z2',
  vPan: 'ZZZCS0101Z',
  vStateCode: '29',
});
const supplierHeads = [...Object.keys(supplier(1)), 'nDeductionBp'];
const supplierRow = (n: number, deduction: StoredCell) => [...Object.values(supplier(n)), deduction];

test('a percent cell of 5 % is five percent, in each language', async () => {
  const cells: StoredCell[] = [
    { number: '0.05', format: '0%' },
    { number: '2.5000000000000001E-2', format: '0.00%' },
    { number: '5' },
    '5%',
  ];
  for (const language of ['en', 'es'] as const)
    for (const [n, cell] of cells.entries()) {
      const read = await bring('suppliermaster', await book(supplierHeads, supplierRow(n, cell)), language);
      expect(changed(read, 2, 'nDeductionBp'), `${language} ${n}: ${JSON.stringify(read.body)}`).toBe(
        [500, 250, 500, 500][n],
      );
    }
});

const placeHeads = ['vCode', 'vName', 'vKind', 'vCity', 'tOpens', 'tCloses'];
const place = (n: number, opens: StoredCell, closes: StoredCell) => [
  `PLACE${n}`,
  `Place ${n}`,
  'store',
  'Bengaluru',
  opens,
  closes,
];
const day = { number: '46478', format: 'dd\\-mm\\-yyyy' };

test("a spreadsheet's own day and time cells are taken, whatever their format", async () => {
  const times = await bring(
    'placeofoperarion',
    await book(
      placeHeads,
      place(1, { number: '0.4375', format: 'h:mm' }, { number: '0.89583333333333337', format: 'h:mm AM/PM' }),
      place(2, { number: '0.375', format: 'hh:mm:ss;@' }, '21:30'),
      place(3, { number: '0.3754', format: 'h:mm:ss' }, { number: '1.5', format: '[h]:mm' }),
    ),
  );
  expect(times.body.lines[0].problems).toEqual([]);
  expect([2, 3].map((line) => changed(times, line, 'tOpens'))).toEqual(['10:30', '09:00']);
  expect([2, 3].map((line) => changed(times, line, 'tCloses'))).toEqual(['21:30', '21:30']);
  expect(times.body.lines[2].problems).toMatchObject([{ cell: 'E4' }, { cell: 'F4' }]);
  const days = await bring(
    'holidaymaster',
    await book(
      ['dDate', 'vName', 'vType'],
      [day, 'One', 'national'],
      [{ number: '46479', format: '[$-409]d\\-mmm\\-yy;@' }, 'Two', 'national'],
      [{ number: '46480.5', format: 'dd/mm/yyyy hh:mm' }, 'Three', 'national'],
    ),
  );
  expect([2, 3].map((line) => changed(days, line, 'dDate'))).toEqual(['2027-04-01', '2027-04-02']);
  expect(days.body.lines[2]).toMatchObject({ effect: 'bad', problems: [{ cell: 'A4' }] });
});

test('9:30 PM is 21:30, never 09:30; a time or a day with junk behind it is refused with its cell', async () => {
  const times = ['9:30 PM', '9:30 p. m.', '12:15 am', '21:30:00', '9:05'];
  const broken = ['12:15:59 junk', '12:15:59', '13:30 PM', '9:3', '24:00'];
  const read = await bring(
    'placeofoperarion',
    csv(placeHeads.join(), ...[...times, ...broken].map((time, n) => place(n, time, '').join())),
  );
  expect(times.map((_time, n) => changed(read, n + 2, 'tOpens'))).toEqual([
    '21:30',
    '21:30',
    '00:15',
    '21:30',
    '09:05',
  ]);
  expect(read.body.lines.slice(5).map((line: any) => [line.effect, line.problems[0].cell])).toEqual(
    [7, 8, 9, 10, 11].map((line) => ['bad', `E${line}`]),
  );
  const days = ['2027-04-03junk', '2027-04-03T14:30', '03-04-2027 9:00', '2027-04-03T00:00:00Z'];
  const holidays = await bring(
    'holidaymaster',
    csv('dDate,vName,vType', ...days.map((one, n) => `${one},Day ${n},national`)),
  );
  expect(holidays.body.lines.map((line: any) => [line.effect, line.problems[0]?.cell])).toEqual([
    ...[2, 3, 4].map((line) => ['bad', `A${line}`]),
    ['create', undefined],
  ]);
});

test('a day or a time in a column of another kind is refused with its cell', async () => {
  const read = await bring(
    'religionMaster',
    await book(
      ['vCode', 'vName', 'iSortOrder'],
      [day, 'Religion', null],
      ['R-9', 'Religion 9', { number: '0.5', format: 'h:mm' }],
    ),
  );
  expect(read.body.lines).toMatchObject([
    { effect: 'bad', problems: [{ code: 'cellIsDate', field: 'vCode', cell: 'A2' }] },
    { effect: 'bad', problems: [{ code: 'cellIsTime', field: 'iSortOrder', cell: 'C3' }] },
  ]);
});

test('an error cell is an error of its row and cell, in a workbook and in CSV, and erases nothing', async () => {
  const made = await server.must('master-religion-new', 'create', {
    fields: { vCode: 'ERR-1', vName: 'Kept', vDescription: 'is kept' },
  });
  const rows: StoredCell[][] = [
    ['ERR-1', 'Kept', { error: '#N/A' }],
    ['ERR-2', 'Other', { error: '#DIV/0!' }],
    ['ERR-3', 'No result', { formula: 'A1&B1' }],
  ];
  const read = await bring('religionMaster', await book(['vCode', 'vName', 'vDescription'], ...rows), 'es');
  expect(read.body.lines).toMatchObject([
    {
      line: 2,
      effect: 'bad',
      problems: [
        {
          code: 'cellError',
          cell: 'C2',
          message: 'Descripción: la celda contiene «#N/A» en lugar de un valor. Corríjala en el archivo.',
        },
      ],
    },
    { line: 3, effect: 'bad', problems: [{ code: 'cellError', cell: 'C3' }] },
    { line: 4, effect: 'bad', problems: [{ code: 'cellError', cell: 'C4' }] },
  ]);
  const text = csv(
    'vCode,vName,vDescription',
    'ERR-1,Kept,#N/A',
    'ERR-2,Other,#¡DIV/0!',
    'ERR-3,Third,Err:502',
  );
  expect((await bring('religionMaster', text)).body.lines).toMatchObject(
    [2, 3, 4].map((line) => ({ effect: 'bad', problems: [{ code: 'cellError', cell: `C${line}` }] })),
  );
  const stored = await server.call('GET', `/masters-record/religionMaster/${(made as any).recordId}`);
  expect(stored.body.row.fields.vDescription).toBe('is kept');
});

test('row numbers are those that a spreadsheet shows, also behind blank rows', async () => {
  const sheet = await workbookOf(
    new Map([
      [3, ['vCode', 'vName']],
      [5, ['x', 'Too short a code']],
      [9, ['B-9', 'Ninth']],
    ]),
  );
  for (const file of [sheet, '\n,\nvCode,vName\n\nx,Too short a code\n,,\n\n\nB-9,Ninth\n']) {
    const read = await bring('religionMaster', file);
    expect(read.body).toMatchObject({ rows: 2, counts: { create: 1, bad: 1 } });
    expect(read.body.lines).toMatchObject([
      { line: 5, effect: 'bad', problems: [{ cell: 'A5' }] },
      { line: 9, effect: 'create' },
    ]);
  }
});

test('a double heading is named before anything is applied, and no empty column of it wins', async () => {
  await server.must('master-religion-new', 'create', {
    fields: { vCode: 'TWICE', vName: 'Twice', vDescription: 'stays' },
  });
  const read = await bring(
    'religionMaster',
    csv(
      'vCode,vName,Description,Descripción',
      'TWICE,Twice,stays,',
      'TWICE-2,Second,same,same',
      'TWICE-3,Third,one,another',
    ),
  );
  expect(read.body).toMatchObject({ twice: ['Descripción (C, D)'], unknown: [], surplus: [] });
  expect(read.body.lines).toMatchObject([
    { effect: 'bad', problems: [{ code: 'columnTwice', field: 'vDescription' }] },
    { effect: 'create' },
    { effect: 'bad', problems: [{ code: 'columnTwice', field: 'vDescription' }] },
  ]);
});

test('a value without a heading is named with its cell, and its row refused', async () => {
  const read = await bring(
    'religionMaster',
    csv('vCode,vName,,vDescription', 'S-1,Fine,,text', 'S-2,Split, in two,here,more', 'S-3,Behind,,text,x'),
  );
  expect(read.body).toMatchObject({ surplus: ['C', 'E'], counts: { create: 1, bad: 2 } });
  expect(read.body.lines.slice(1)).toMatchObject([
    {
      problems: [
        { code: 'cellNoHeading', cell: 'C3' },
        { code: 'cellNoHeading', cell: 'E3' },
      ],
    },
    {
      problems: [
        { code: 'cellNoHeading', cell: 'E4', message: 'Cell E4 has a value, but its column has no heading.' },
      ],
    },
  ]);
});

test('1.1 × 3 of a workbook is 3.3; a long number keeps its digits, one with leading zeros keeps them', async () => {
  const heads = ['vCode', 'vName', 'vSampleType', 'iTatHours', 'nPricePaise'];
  for (const language of ['en', 'es'] as const) {
    const read = await bring(
      'labTestList',
      await book(
        heads,
        ['T-1', 'Test 1', 'blood', { number: '24' }, { number: '3.3000000000000003' }],
        [{ number: '1234567890123456789' }, 'Test 2', 'blood', { number: '24' }, { number: '1E3' }],
        [{ number: '42', format: '00000' }, 'Test 3', 'blood', { number: '24' }, { number: '0.1' }],
      ),
      language,
    );
    expect(read.body.counts).toEqual({ create: 3 });
    expect([2, 3, 4].map((line) => changed(read, line, 'nPricePaise'))).toEqual([330, 100_000, 10]);
    expect([3, 4].map((line) => changed(read, line, 'vCode'))).toEqual(['1234567890123456789', '00042']);
  }
});

test('a phone of a file is digits: 9.19877E+11 and words are refused with their cell', async () => {
  await server.must('master-lab-new', 'create', {
    fields: { vCode: 'LAB-1', vName: 'Lab 1', vPhone: '080-1234567' },
  });
  const phones = ['9.19877E+11', 'not a phone', '98765abcde', '987654', '98765 43210', '+91 98765-43210'];
  const read = await bring(
    'labMaster',
    csv(
      'vCode,vName,vPhone',
      ...phones.map((phone, n) => `L-${n},Lab L${n},${phone}`),
      'LAB-1,Lab 1,080-1234567',
    ),
  );
  expect(
    read.body.lines.map((line: any) => [line.effect, line.problems[0]?.code, line.problems[0]?.cell]),
  ).toEqual([
    ['bad', 'phoneNotNumeric', 'C2'],
    ['bad', 'phoneNotNumeric', 'C3'],
    ['bad', 'phoneNotNumeric', 'C4'],
    ['bad', 'invalidPhone', 'C5'],
    ['create', undefined, undefined],
    ['create', undefined, undefined],
    ['same', undefined, undefined],
  ]);
  const id = read.body.id;
  await server.call('POST', `/masters-import/labMaster/${id}/apply`);
  await server.masters.idle();
  await server.masters.rows.reached(server.log.head());
  const { body } = await server.call('GET', '/masters-list/labMaster?sort=vCode');
  expect(body.rows.map((row: any) => row.fields.vPhone)).toEqual(['9876543210', '9876543210', '080-1234567']);
  const typed = await bring(
    'labMaster',
    await book(['vCode', 'vName', 'vPhone'], ['L-9', 'Lab L9', { number: '9.876543211E+9' }]),
  );
  expect(typed.body.lines).toMatchObject([{ effect: 'create', given: { vPhone: '••••••3211' } }]);
});

test('a percentage or an amount in rupees is taken in a column of its kind only', async () => {
  const read = await bring(
    'religionMaster',
    csv('vCode,vName,iSortOrder', 'P-1,Percent,5%', 'P-2,Rupees,₹5'),
  );
  expect(read.body.lines).toMatchObject([
    { effect: 'bad', problems: [{ code: 'badFormat', cell: 'C2' }] },
    { effect: 'bad', problems: [{ code: 'badFormat', cell: 'C3' }] },
  ]);
});

const head = 'vCode,vName\n';
test.each([
  ['quotes that are not closed', Buffer.from(`${head}A-1,One\n\nA-2,"Two\nA-3,Three\n`), 'importQuotes', 4],
  ['text behind a quoted cell', Buffer.from(`${head}A-1,"One" and more\n`), 'importQuotes', 2],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'importOldWorkbook', undefined],
  ['half a workbook', Buffer.from('PK\u0003\u0004 and nothing more'), 'importUnreadable', undefined],
  ['too many columns', Buffer.from(`${'vName,'.repeat(201)}x\na,b\n`), 'importTooWide', 200],
])('%s: refused in the language of the person, with what to do', async (_what, bytes, code, n) => {
  for (const [language, say] of [
    ['en', /save|correct|at most/i],
    ['es', /guárde|corrija|corríja|como máximo/i],
  ] as const) {
    const { status, body } = await bring('religionMaster', bytes, language);
    expect({ status, code: body.code, n: body.details?.n }).toEqual({ status: 422, code, n });
    expect(body.message).toMatch(say);
    expect(body.message).not.toMatch(/quoted field|malformed|unterminated|central directory|PK|zip/i);
  }
});

test.each([head, ''])('a file without rows below its headings is refused as such: %j', async (text) => {
  for (const [language, say] of [
    ['en', /no rows/],
    ['es', /no tiene filas/],
  ] as const) {
    const { status, body } = await bring('religionMaster', Buffer.from(text), language);
    expect([status, body.code, body.message]).toEqual([422, 'importNoRows', expect.stringMatching(say)]);
  }
});
