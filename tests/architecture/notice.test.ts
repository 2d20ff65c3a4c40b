import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const ruler = `${'='.repeat(60)}\n\n`;

/** Licences that may be combined with MIT and distributed with the application. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'MPL-2.0',
  'PostgreSQL',
  'BlueOak-1.0.0',
];

interface Manifest {
  readonly license?: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
// Packages of other platforms are not installed; they are the installed one built for another machine.
const platforms = Object.keys(manifest.optionalDependencies).filter((name) =>
  existsSync(join(root, 'node_modules', name)),
);
const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].toSorted();
const licenceOf = (name: string): string =>
  (JSON.parse(read(`node_modules/${name}/package.json`)) as Manifest).license ?? 'unknown';
const table = names.map((name) => `${name}: ${licenceOf(name)}\n`).join('');

if (process.env['UPDATE'])
  writeFileSync(join(root, 'NOTICE'), read('NOTICE').split(ruler)[0] + ruler + table);

test('NOTICE lists every direct dependency with its licence', () => {
  expect(read('NOTICE').split(ruler)[1]).toBe(table);
});

test('every direct dependency has a licence that may be combined with MIT', () => {
  expect(platforms.length).toBeGreaterThan(0);
  const strange = [...names, ...platforms]
    .map((name) => `${name}: ${licenceOf(name)}`)
    .filter((line) => !allowed.includes(line.split(': ')[1]!));
  expect(strange).toEqual([]);
});

test('package.json states the licence of the file LICENSE', () => {
  expect(read('LICENSE')).toContain(`${manifest.license} License`);
});
