import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root = '';
const at = (...parts: string[]) => join(root, ...parts);
const lock = (version: string) => ({
  packages: {
    '': {},
    'node_modules/a': { version },
    'node_modules/elsewhere': { version: '1.0.0', optional: true },
  },
});

/** A clone with one package, and beside it an npm and a Vite that only record their calls. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'));
  for (const folder of ['server/runtime', 'web', 'shared', 'tools'])
    mkdirSync(at(folder), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'prepare.mjs'), at('server', 'runtime', 'prepare.mjs'));
  writeFileSync(at('web', 'main.ts'), 'export const one = 1;\n');
  writeFileSync(at('package-lock.json'), JSON.stringify(lock('1.0.0')));
  const npm = `#!/bin/sh
echo "$@" >> tools/npm-calls
[ -e tools/broken ] && exit 1
mkdir -p node_modules/a node_modules/.bin node_modules/vite/bin
cp package-lock.json node_modules/.package-lock.json
sed -i.bak 's/,"node_modules.elsewhere":{[^}]*}//' node_modules/.package-lock.json
ln -sf "${process.execPath}" node_modules/.bin/node
echo "require('fs').appendFileSync('../tools/builds', 'built' + String.fromCharCode(10))" > node_modules/vite/bin/vite.js
`;
  writeFileSync(at('tools', 'npm'), npm);
  chmodSync(at('tools', 'npm'), 0o755);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function prepare(...args: string[]): {
  status: number | null;
  text: string;
  installs: number;
  builds: number;
} {
  const env = { PATH: [at('tools'), process.env.PATH ?? ''].join(delimiter), HOME: root };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at('server', 'runtime', 'prepare.mjs'), ...args],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
  const count = (file: string) =>
    existsSync(at('tools', file)) ? readFileSync(at('tools', file), 'utf8').trim().split('\n').length : 0;
  return { status, text: stdout + stderr, installs: count('npm-calls'), builds: count('builds') };
}

test('a fresh clone is installed once, with the lock', () => {
  expect(prepare()).toMatchObject({ status: 0, installs: 1 });
  expect(readFileSync(at('tools', 'npm-calls'), 'utf8')).toMatch(/^ci /);
  expect(prepare()).toMatchObject({ status: 0, installs: 1 });
});

test('it installs again when the lock changed or a package is missing', () => {
  prepare();
  writeFileSync(at('package-lock.json'), JSON.stringify(lock('1.0.1')));
  expect(prepare()).toMatchObject({ status: 0, installs: 2 });
  rmSync(at('node_modules', 'a'), { recursive: true });
  expect(prepare()).toMatchObject({ status: 0, installs: 3 });
});

test('a failed install stops with one line that says so', () => {
  writeFileSync(at('tools', 'broken'), '');
  const { status, text } = prepare();
  expect(status).toBe(1);
  expect(text).toContain('The packages could not be installed');
});

test('the console is built when requested and its sources changed, not when a test did', () => {
  expect(prepare()).toMatchObject({ builds: 0 });
  expect(prepare('--web')).toMatchObject({ status: 0, builds: 1 });
  expect(prepare('--web')).toMatchObject({ builds: 1 });
  writeFileSync(at('web', 'main.test.ts'), 'export const two = 2;\n');
  expect(prepare('--web')).toMatchObject({ builds: 1 });
  writeFileSync(at('web', 'main.ts'), 'export const two = 2;\n');
  expect(prepare('--web')).toMatchObject({ builds: 2 });
});
