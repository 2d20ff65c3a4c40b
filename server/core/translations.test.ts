import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import * as streams from '#shared/streams/index.ts';
import { languages } from '#shared/core/translations.ts';
import { gatherTranslations } from './translations.ts';
import { allScreens } from './registers.ts';

const texts = gatherTranslations(Object.values(streams), allScreens());

test('a refusal names its field as people do, whatever path the check reports', () => {
  const said = (label: string, space: string, language: 'en' | 'es' = 'en') =>
    texts.translate('required', { label }, language, space);
  expect(said('patients.0.name', 'signup')).toMatch(/^[A-Z].*name is required\.$/);
  expect(said('field.designationId', 'employee')).not.toContain('designationId');
  expect(said('pooIds', 'employee')).not.toContain('pooIds');
  expect(said('vBankAccountOfNobody', 'signup')).toBe('Bank account of nobody is required.');
  expect(said('First entry', 'signup')).toBe('First entry is required.');
});

test('a refusal about one says so in the singular, where it has a text for one', () => {
  const said = (code: string, n: number, language: 'en' | 'es', space: string) =>
    texts.translate(code, { n, name: 'Ravi' }, language, space);
  expect(said('openTasks', 1, 'en', 'employee')).toMatch(/^1 open task\./);
  expect(said('openTasks', 2, 'en', 'employee')).toMatch(/^2 open tasks\./);
  expect(said('openTasks', 1, 'es', 'employee')).toBe(
    '1 tarea abierta. Muévala primero en Reasignar tareas.',
  );
  expect(said('parkLimit', 1, 'en', 'cccase')).toBe('Not reached 1 times; a team lead may skip the month.');
});

test('a refusal for want of a right names it as the role editor does and whom to ask, never its key', () => {
  const said = (permission: string, language: 'en' | 'es' = 'en') =>
    texts.translate('forbidden', { permission }, language);
  expect(said('Out Bound/signup-queue:edit')).toBe(
    'You do not have the permission “Sign-up queue: edit”. Ask a team lead or an administrator to grant it.',
  );
  expect(said('Out Bound/signup-queue:view', 'es')).toMatch(/^No tiene el permiso «[^/]+: ver»\. Pídalo a /);
  expect(said('admin')).toBe('Only an administrator can do this.');
  const wordless = screens.flatMap(({ group, entity }) =>
    entity === null
      ? []
      : languages
          .map((language) => said(`${group}/${entity}:view`, language))
          .filter((message) => message.includes(`${group}/${entity}`) || message.includes('{{')),
  );
  expect(wordless).toEqual([]);
  expect(texts.translate('grantsMore', { permission: 'Delivery/unknown:view', n: 3 }, 'en')).not.toContain(
    '/',
  );
});

test('days and instants of a message are written as people write them', () => {
  const said = (code: string, details: object, space: string) =>
    texts.translate(code, details as Record<string, unknown>, 'en', space);
  expect(said('batchExpired', { batch: 'A', date: '2026-11-05' }, 'order')).toBe(
    'Batch A expired on 05-11-2026.',
  );
  expect(said('notYetDue', { until: '2026-11-18T10:30:00.000Z' }, 'queueitem')).toContain('18-11-2026 16:00');
  expect(said('notYetDue', { until: '2026-11-18T10:30:00.000Z' }, 'queueitem')).not.toContain('T10:30');
});

test('a phrase that a refusal names is the stream’s own, else of the stream that has it', () => {
  const said = (key: string, space: string) => texts.translate('required', { label: key }, 'es', space);
  const [of, key] = Object.values(streams)
    .flatMap((stream) => Object.keys(stream.translations.es).map((key) => [stream, key] as const))
    .find(([, key]) => key.startsWith('item.'))!;
  const phrase = (of.translations.es as Readonly<Record<string, string>>)[key]!;
  const other = Object.values(streams).find((stream) => !Object.hasOwn(stream.translations.es, key))!;
  for (const space of [of.name, other.name])
    expect(said(key, space).toLowerCase()).toContain(phrase.toLowerCase());
});

test('every field that a refusal names by its path has a name in each language', () => {
  const paths = globSync('{shared/streams,server}/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((source) => [...source.matchAll(/\blabel: '([a-z][A-Za-z.]*)'/g)].map(([, path]) => path!));
  expect(paths.length).toBeGreaterThan(40);
  const unnamed = [...new Set(paths)].filter((path) => {
    const [english, spanish] = languages.map((language) =>
      texts.translate('required', { label: path }, language),
    );
    const last = path.slice(path.lastIndexOf('.') + 1);
    // A word that is the same in both languages is its own name.
    return english!.split(' is ')[0] === spanish!.split(' es ')[0] && last !== 'km';
  });
  expect(unnamed).toEqual([]);
});
