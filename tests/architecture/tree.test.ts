import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The files that git tracks or would add: a clone has nothing else. */
const files = execFileSync(
  'git',
  ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const texts = files.filter(
  (file) => /\.(tsx?|mjs|js|json|sql|md|ya?ml|html|css|conf|cfg)$/.test(file) && file !== 'package-lock.json',
);
const code = files.filter((file) => /^(shared|server|web|tests)\/.*\.(tsx?|mjs)$/.test(file));

const breaches = (among: readonly string[], rule: (file: string) => boolean) =>
  among.filter((file) => !rule(file));

test('the top folder holds only what belongs there', () => {
  const allowed = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'server',
    'web',
    'shared',
    'docker-compose.yml',
    'tests',
    'README.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'NOTICE',
    'docs',
  ]);
  const top = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];
  expect(breaches(top, (entry) => allowed.has(entry) || entry.startsWith('.'))).toEqual([]);
});

test('the server has at its root what starts it and what it is built from; each other file lies with its subject', () => {
  const allowed = new Set(['main.ts', 'app.ts', 'start.ts', 'config.ts', 'config.test.ts', 'tsconfig.json']);
  const loose = files.filter((file) => /^server\/[^/]+$/.test(file));
  expect(loose.length).toBeGreaterThan(0);
  expect(breaches(loose, (file) => allowed.has(basename(file)))).toEqual([]);
});

test('files are named kebab-case, a component after itself', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|property|machine|config|d|module|worker))*\.[a-z]+$/;
  const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/;
  const sql = /^\d{3}_[a-z0-9_]+\.sql$/;
  expect(
    breaches(
      code,
      (file) => kebab.test(basename(file)) || (extname(file) === '.tsx' && pascal.test(basename(file))),
    ),
  ).toEqual([]);
  const migrations = files.filter((file) => /\/migrations\//.test(file));
  expect(breaches(migrations, (file) => sql.test(basename(file)) || kebab.test(basename(file)))).toEqual([]);
});

test('a path of the tree is never the pathname of an address, which writes a space as %20', () => {
  const encoded = /new URL\([^()]*import\.meta\.url\)\.pathname/;
  expect(breaches(code, (file) => !encoded.test(read(file)))).toEqual([]);
});

test('no file has a meaningless name', () => {
  const empty = /(^|\/)(utils?|helpers?|common|misc|managers?|base|types|stuff|lib)(\.[a-z.]+|\/)/;
  expect(breaches(code, (file) => !empty.test(file))).toEqual([]);
});

test('index files are registers in shared, one plain line per member', () => {
  const indexes = code.filter((file) => /(^|\/)index\.(ts|tsx)$/.test(file));
  expect(breaches(indexes, (file) => /^shared\/[a-z-]+\/index\.ts$/.test(file))).toEqual([]);
  const line = /^export \{ \w+(, \w+)* \} from '\.\/[\w./-]+\.ts';$/;
  const odd = indexes.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((text) => !/^\s*(\/\/.*|\/\*\*.*\*\/|export \{\};?)?$/.test(text) && !line.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(odd).toEqual([]);
});

test('imports have their extension, and cross a top folder only by alias', () => {
  const odd = code.flatMap((file) => {
    const found = [...read(file).matchAll(/^(?:import|export)[^'"\n;]*from '([.#][^']+)'/gm)].map(
      (match) => match[1] ?? '',
    );
    const leaves = (path: string) =>
      path.startsWith('.') && join(dirname(file), path).split('/')[0] !== file.split('/')[0];
    return found
      .filter((path) => !/\.(tsx?|mjs|css|json|svg)$/.test(path) || leaves(path))
      .map((path) => `${file}: ${path}`);
  });
  expect(odd).toEqual([]);
});

test('no file names a machine', () => {
  const places = [
    /\/work\/[a-z]/,
    /\/home\/[a-z]+\//,
    /\/Users\/[A-Za-z]+\//,
    /\/root\/[a-z]/,
    /[A-Z]:\\\\?Users/,
  ];
  expect(
    breaches(
      texts,
      (file) => file === 'tests/architecture/tree.test.ts' || !places.some((place) => place.test(read(file))),
    ),
  ).toEqual([]);
});

test('no work is deferred in comments', () => {
  const translations = new RegExp(
    `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', '[Cc]oming ' + 'soon', '[Nn]ot ' + 'implemented', '@ts-' + 'ignore'].join('|')})\\b`,
  );
  const found = code.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => translations.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
});

test('every script of package.json points at an existing file', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = Object.entries(scripts).flatMap(([name, line]) =>
    [...line.matchAll(/\b((?:server|tests|web)\/[\w./-]+\.(?:ts|mjs))\b/g)].map(
      (match) => [name, match[1] ?? ''] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(([, file]) => !existsSync(join(root, file)))).toEqual([]);
});

test('every top folder has a type-check configuration of its own', () => {
  const { references } = JSON.parse(read('tsconfig.json')) as { references: { path: string }[] };
  expect(references.map(({ path }) => join(path, '.').replace(/\/$/, '')).sort()).toEqual([
    'server',
    'shared',
    'tests',
    'web',
  ]);
  expect(
    breaches(
      references.map(({ path }) => path),
      (path) => existsSync(join(root, dirname(`${path}/x`), 'tsconfig.json')),
    ),
  ).toEqual([]);
});
