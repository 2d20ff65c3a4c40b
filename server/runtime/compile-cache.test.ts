import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/kit/folder.ts';

const folder = temporaryFolder('ops-compiled-');
const packages = join(folder, 'node_modules');
const kept = join(packages, '.cache', 'compiled');
writeFileSync(join(folder, 'part.ts'), 'export const sum = (a: number, b: number): number => a + b;\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(packages);
});

/** A program that enables the cache and loads a module; prints the directory it passes to its workers. */
function run(env: Readonly<Record<string, string>> = {}): string {
  const program = `
    const { keepCompiled } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'compile-cache.ts')).href)});
    keepCompiled(${JSON.stringify(packages)});
    const { sum } = await import(${JSON.stringify(pathToFileURL(join(folder, 'part.ts')).href)});
    console.log(sum(1, 2), process.env.NODE_COMPILE_CACHE ?? 'none');`;
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  return done.stdout.trim();
}
const files = (at: string): number =>
  readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

test('the compile cache is beside the packages, and workers get its path', () => {
  expect(run()).toBe(`3 ${kept}`);
  const first = files(kept);
  expect(first).toBeGreaterThan(0);
  expect(run()).toBe(`3 ${kept}`);
  expect(files(kept)).toBe(first);
});

test('a folder that cannot be written does not stop the start', () => {
  writeFileSync(join(packages, '.cache'), 'in the way');
  expect(run()).toBe('3 none');
});

test('a folder that others can write, a link or a missing folder is not used', () => {
  chmodSync(packages, 0o777);
  expect(run()).toBe('3 none');
  expect(files(packages)).toBe(0);
  rmSync(packages, { recursive: true });
  expect(run()).toBe('3 none');
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), packages);
  expect(run()).toBe('3 none');
  expect(files(join(folder, 'elsewhere'))).toBe(0);
});

test('an operator can choose another folder, or none', () => {
  const own = join(folder, 'own');
  expect(run({ NODE_COMPILE_CACHE: own })).toBe(`3 ${own}`);
  expect(files(own)).toBeGreaterThan(0);
  expect(run({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('3 none');
  expect(files(packages)).toBe(0);
});
