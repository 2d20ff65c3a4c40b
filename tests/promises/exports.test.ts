import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { languages } from '#shared/core/translations.ts';
import { masterStory } from '#shared/families/master-story.ts';
import {
  chief,
  makeCustomer,
  openMasterServer,
  systemItself,
  type MasterServer,
} from '#tests/kit/master-server.ts';
import { rotated, sampled } from '#tests/kit/sampled.ts';

/** Every file that the console writes, the console reads back, through its own routes. */

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
/** Each screen of a master whose records a file may bring. */
const brought = defs.filter(
  (def) => def.rights.includes('create') && (!def.source || def.commands?.some(({ creates }) => creates)),
);
const files = languages.flatMap((language) =>
  (['csv', 'xlsx'] as const).map((format) => [language, format] as const),
);
/** A dozen masters a test. */
const dozens = files.flatMap(([language, format], at) => {
  const some = sampled(brought, (def) => (def.source ? def.name : 'plain'));
  const here = rotated(some, at, files.length);
  return Array.from({ length: Math.ceil(here.length / 12) }, (_, n) => ({
    language,
    format,
    part: n + 1,
    masters: here.slice(n * 12, n * 12 + 12),
  }));
});

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  await makeCustomer(server);
  const emitted = new Set<string>();
  for (const def of defs.filter(({ source }) => !source))
    for (const step of masterStory(def, defOf)) {
      if (step.as !== 'system' || emitted.has(`${step.stream} ${step.command}`)) continue;
      emitted.add(`${step.stream} ${step.command}`);
      expect(
        await server.command(step.stream, step.command, step.input, { as: systemItself }),
        `${def.name} ${step.stream}`,
      ).not.toHaveProperty('refused');
    }
  // The employees of the stories have the second designation.
  const { example } = defOf('designation')!;
  await server.must('master-designation-new', 'create', {
    fields: { ...example, vCode: 'SECOND', vName: 'Second designation' },
  });
  await server.must('lead-new', 'createLead', { name: 'Mohan Rao', phone: '5550110021', source: 'web' });
  expect(server.faults).toEqual([]);
});
afterAll(() => server.close());

/** Exports a master and brings the file back: what its lines would do, and every column that was not taken. */
async function broughtBack(name: string, language: 'en' | 'es', format: 'csv' | 'xlsx') {
  const at = encodeURIComponent(name);
  const out = await server.call('GET', `/masters-export/${at}?format=${format}&lang=${language}`);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(out.raw)]), `records.${format}`);
  const taken = await server.call('POST', `/masters-import/${at}`, form, chief, language);
  expect(taken.status, `${name}: ${JSON.stringify(taken.body)}`).toBe(200);
  await server.masters.idle();
  const read = await server.call('GET', `/masters-import/${at}/${taken.body.id}`, undefined, chief, language);
  return read.body;
}

test.each(dozens)(
  'every master, exported in $language as $format, reads back unchanged ($part)',
  async ({ language, format, masters }) => {
    for (const def of masters) {
      const { counts, unknown, twice, surplus, lines } = await broughtBack(def.name, language, format);
      const { total } = (await server.call('GET', `/masters-list/${encodeURIComponent(def.name)}?records=1`))
        .body;
      expect(total, def.name).toBeGreaterThan(0);
      expect({ counts, unknown, twice, surplus }, `${def.name}: ${JSON.stringify(lines)}`).toEqual({
        counts: { same: total },
        unknown: [],
        twice: [],
        surplus: [],
      });
    }
    expect(server.faults).toEqual([]);
  },
);

test('texts that look like formulas, errors or numbers, and phones of any spelling, read back unchanged', async () => {
  const texts = [
    ...['=1+1', "'=1+1", "''@x", '#N/A', "'#N/A", '#¡VALOR!', 'Err:502', '-5', '+91', '1,5', '007', '5%'],
    ...['two\nlines', '"quoted"', 'a; b, c', '9:30 PM', '2027-04-03', '_x0041_', 'क्‍ष', 'TRUE'],
  ];
  for (const [n, vDescription] of texts.entries())
    await server.must('master-religion-new', 'create', {
      fields: { vCode: `ODD-${n}`, vName: `Odd ${n}`, vDescription },
    });
  for (const [n, vPhone] of ['080-1234567', 'not a phone', '+9180123456'].entries())
    await server.must('master-lab-new', 'create', {
      fields: { vCode: `ODD-${n}`, vName: `Odd ${n}`, vPhone },
    });
  for (const [language, format] of files)
    for (const name of ['religionMaster', 'labMaster']) {
      const { counts, lines } = await broughtBack(name, language, format);
      expect(counts, `${name} ${language} ${format}: ${JSON.stringify(lines)}`).toEqual({
        same: expect.any(Number),
      });
    }
});

test('a file of employees or leads changes no record that exists: what differs is named with its cell', async () => {
  const out = await server.call('GET', '/masters-export/emplist?format=csv');
  const text = out.raw.toString().replaceAll('Asha', 'Usha');
  const form = new FormData();
  form.append('file', new Blob([text]), 'records.csv');
  const taken = await server.call('POST', '/masters-import/emplist', form);
  await server.masters.idle();
  const { body } = await server.call('GET', `/masters-import/emplist/${taken.body.id}`);
  expect(body.counts).toEqual({ bad: 1 });
  expect(body.lines[0].problems).toContainEqual({
    code: 'importKnownRecord',
    field: 'vEmpFname',
    cell: 'D2',
    message: expect.stringMatching(/differs from the record/),
  });
});
