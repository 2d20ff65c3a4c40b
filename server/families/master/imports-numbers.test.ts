import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chief, openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
});
afterAll(async () => {
  await server.close();
});

async function bring(name: string, text: string | Uint8Array, language: 'en' | 'es') {
  const form = new FormData();
  form.append('file', new Blob([text as never]), 'records.csv');
  const taken = await server.call('POST', `/masters-import/${name}`, form, chief, language);
  await server.masters.idle();
  return taken.status === 200
    ? server.call('GET', `/masters-import/${name}/${taken.body.id}`, undefined, chief, language)
    : taken;
}

const test1 = (code: string, price: string): string => `${code},Test ${code},Blood,24,"${price}"`;
const heads = 'vCode,vName,vSampleType,iTatHours,nPricePaise';

test('an amount whose separator can be read in two ways is refused with its row; the language decides', async () => {
  const file = (run: string) => [heads, test1(`A-${run}`, '12,50'), test1(`B-${run}`, '1,234.50')].join('\n');
  const english = await bring('labTestList', file('EN'), 'en');
  expect(english.body.lines).toMatchObject([
    {
      line: 2,
      effect: 'bad',
      problems: [
        {
          code: 'ambiguousNumber',
          field: 'nPricePaise',
          message: 'Price: “12,50” can be read in two ways. Write decimals with a point, as in 1,234.50.',
        },
      ],
    },
    { line: 3, effect: 'create' },
  ]);
  const spanish = await bring('labTestList', file('ES'), 'es');
  expect(spanish.body.lines).toMatchObject([
    { line: 2, effect: 'create' },
    { line: 3, effect: 'bad', problems: [{ code: 'ambiguousNumber' }] },
  ]);
  await server.call('POST', `/masters-import/labTestList/${spanish.body.id}/apply`);
  await server.masters.idle();
  await server.masters.rows.reached(server.log.head());
  const stored = await server.call('GET', '/masters-list/labTestList?q=A-ES');
  expect(stored.body.rows[0].fields.nPricePaise).toBe(12_50);
});

test('a workbook has true dates, money and quantities, ids as text, and reads back the same in each language', async () => {
  await server.must('master-labTest-new', 'create', {
    fields: { vCode: 'HBA', vName: 'HbA1c', vSampleType: 'blood', iTatHours: 24, nPricePaise: 12_345_50 },
  });
  await server.must('master-holiday-new', 'create', {
    fields: { dDate: '2027-01-26', vName: 'Republic Day', vType: 'national' },
  });
  for (const language of ['en', 'es'] as const) {
    const file = await server.call('GET', `/masters-export/labTestList?format=xlsx&q=HBA&lang=${language}`);
    const [, row] = (await readSheet(file.raw)) as unknown[][];
    expect(row).toEqual([
      expect.any(String),
      'HBA',
      'HbA1c',
      null,
      null,
      expect.any(String),
      0,
      24,
      12_345.5,
      null,
      expect.any(String),
    ]);
    expect((await bring('labTestList', file.raw, language)).body).toMatchObject({ counts: { same: 1 } });
    const csv = await server.call('GET', `/masters-export/labTestList?format=csv&q=HBA&lang=${language}`);
    expect(csv.raw.toString()).toContain(language === 'en' ? ',12345.50,' : ',"12345,50",');
    expect((await bring('labTestList', csv.raw, language)).body).toMatchObject({ counts: { same: 1 } });
  }
  const days = await server.call('GET', '/masters-export/holidaymaster?format=xlsx');
  const [, day] = (await readSheet(days.raw)) as unknown[][];
  expect(day?.[1]).toEqual(new Date('2027-01-26T00:00:00Z'));
});

test('a file holds the rows that the list shows: its filter and its search', async () => {
  for (const [vCode, vName] of [
    ['FLT-1', 'Ferritin'],
    ['FLT-2', 'Folate'],
  ])
    await server.must('master-labTest-new', 'create', {
      fields: { vCode, vName, vSampleType: 'blood', iTatHours: 24, nPricePaise: 100 },
    });
  const names = async (query: string): Promise<unknown[]> => {
    const { raw } = await server.call('GET', `/masters-export/labTestList?format=csv&${query}`);
    return raw
      .toString()
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((row) => row.split(',')[2]);
  };
  const filter = encodeURIComponent(JSON.stringify({ vName: { op: 'eq', value: 'Folate' } }));
  expect(await names(`filter=${filter}`)).toEqual(['Folate']);
  expect(await names('q=FLT-1')).toEqual(['Ferritin']);
});

test('columns that are not known are named', async () => {
  const file = [`${heads},Colour,Margin`, `${test1('U-1', '5')},red,9`].join('\n');
  expect((await bring('labTestList', file, 'en')).body).toMatchObject({
    unknown: ['Colour', 'Margin'],
    counts: { create: 1 },
  });
});

test('a file of 5,001 rows is refused, of 5,000 it is not', async () => {
  const file = (rows: number) =>
    ['vCode,vName', ...Array.from({ length: rows }, (_, n) => `R-${n},Religion ${n}`)].join('\n');
  expect(await bring('religionMaster', file(5_001), 'en')).toMatchObject({
    status: 422,
    body: { code: 'importTooLong', details: { n: 5_000 } },
  });
  const form = new FormData();
  form.append('file', new Blob([file(5_000)]), 'records.csv');
  expect(await server.call('POST', '/masters-import/religionMaster', form)).toMatchObject({
    status: 200,
    body: { rows: 5_000 },
  });
});
