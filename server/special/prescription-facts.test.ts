import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curatedInteractions } from '#shared/streams/prescriptions/checks/interaction-table.ts';
import type { KeptViews } from '../core/parts.ts';
import { openClinicalFacts, type ClinicalFacts } from './prescription-facts.ts';

let folder: string;
let facts: ClinicalFacts;
const errors: unknown[] = [];
const own = { ...curatedInteractions, name: 'Interactions of the house', date: '2026-10-01' };
const patient = { patientId: 204, patientName: 'Lakshmi', patientDob: null, patientGender: null };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facts-'));
  facts = openClinicalFacts({
    views: { read: async () => undefined } as unknown as KeptViews,
    clock: { now: () => Date.parse('2026-11-20T05:00:00.000Z') },
    dataDir: folder,
    history: {
      allergies: async () => ({ known: [], asked: true }),
      egfr: async () => null,
      pregnant: async () => null,
    },
    onError: (error) => errors.push(error),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(text: string, second: number): Promise<void> {
  const path = join(folder, 'interactions.json');
  await writeFile(path, text);
  await utimes(path, second, second);
}
const used = async () => {
  const { interactions, interactionsFault } = await facts.of(patient);
  return [interactions.name, interactionsFault];
};

test('the built-in table serves until there is one of the site', async () => {
  expect(await used()).toEqual([curatedInteractions.name, false]);
  await write(JSON.stringify(own), 1_000);
  expect(await used()).toEqual([own.name, false]);
});

test.each([
  ['text that is no JSON', '{ "name": ', 2_000],
  ['a table without its date', JSON.stringify({ name: 'New', pairs: [] }), 3_000],
])('%s stops no check: the table before is used, and that is said', async (_what, text, second) => {
  errors.length = 0;
  await write(text, second);
  expect(await used()).toEqual([own.name, true]);
  expect(await used()).toEqual([own.name, true]);
  expect(errors).toHaveLength(1);
});

test('a mended table is used again', async () => {
  await write(JSON.stringify({ ...own, name: 'Mended' }), 4_000);
  expect(await used()).toEqual(['Mended', false]);
});
