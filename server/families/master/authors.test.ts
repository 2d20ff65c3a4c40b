import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allPolicies } from '#server/core/registers.ts';
import { gatherTranslations } from '#server/core/translations.ts';
import { authorText } from '#shared/core/authors.ts';
import { services } from '#shared/core/view.ts';
import { openMasterServer, personWith } from '#tests/kit/master-server.ts';

const server = join(import.meta.dirname, '../..');
const jobs = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(join(server, path), 'utf8').matchAll(/systemViewer\('([^']+)'\)/g)].map(
      ([, name]) => name!,
    ),
  );

test('every job and service that writes events has a name in both languages', () => {
  expect(jobs).toContain('demo');
  const names = [...new Set([...jobs, ...services, ...allPolicies().map(({ name }) => name)])];
  for (const name of names) {
    const [en, es] = [authorText(name, 'en'), authorText(name, 'es')];
    expect(en, name).toMatch(/^[A-Z].+ \((system|outside)\)$/);
    expect(es, name).toMatch(/^[A-Z].+ \((sistema|externo)\)$/);
  }
  expect(new Set(names.map((name) => authorText(name, 'en'))).size).toBe(names.length);
  expect(new Set(names.map((name) => authorText(name, 'es'))).size).toBe(names.length);
  expect(authorText('Asha Menon', 'es')).toBe('Asha Menon');
});

test("a list is sorted and filtered by the author it shows, in the caller's language", async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const job = (name: string) =>
    personWith([], { kind: 'system', empId: null, name, admin: true, sessionId: null });
  const by = [
    job('begin-masters'),
    job('lead-from-event'),
    personWith([], { name: 'Gita Rao', admin: true }),
    personWith([], { name: 'demo', admin: true }),
  ];
  for (const [i, as] of by.entries())
    await server.must(
      'master-zone-new',
      'create',
      { fields: { vCode: `Z-${i + 1}`, vName: `Zone ${'abcd'[i]}` } },
      { as },
    );
  const requested = async (query: string, language: 'en' | 'es') =>
    (
      await server.call(
        'GET',
        `/masters-list/zoneMaster?${query}`,
        undefined,
        personWith([], { admin: true, language, sessionId: `s-${language}` }),
      )
    ).body.rows.map(({ id }: { id: number }) => id);
  // Checked in at an event · demo, a person · Gita Rao · Initial load; in Spanish: Carga inicial · demo · Gita Rao · Registro en un evento
  expect(await requested('sort=updatedBy', 'en')).toEqual([2, 4, 3, 1]);
  expect(await requested('sort=-updatedBy', 'en')).toEqual([1, 3, 4, 2]);
  expect(await requested('sort=updatedBy', 'es')).toEqual([1, 4, 3, 2]);
  const filtered = (value: string, language: 'en' | 'es') =>
    requested(
      `filter=${encodeURIComponent(JSON.stringify({ updatedBy: { op: 'contains', value } }))}`,
      language,
    );
  expect(await filtered('at an event', 'en')).toEqual([2]);
  expect(await filtered('registro', 'es')).toEqual([2]);
  expect(await filtered('demo', 'en')).toEqual([4]);
  expect(await filtered('lead-from', 'en')).toEqual([]);
}, 60_000);

test('a refusal names the job that was faster', () => {
  const translations = gatherTranslations([], []);
  expect(
    translations.translate(
      'versionConflict',
      { by: 'complete-signup', at: '2026-11-18T05:00:00.000Z' },
      'es',
    ),
  ).toMatch(/^Alta completada \(sistema\) cambió/);
  expect(
    translations.translate('versionConflict', { by: 'Asha Menon', at: '2026-11-18T05:00:00.000Z' }, 'en'),
  ).toMatch(/^Asha Menon changed/);
});
