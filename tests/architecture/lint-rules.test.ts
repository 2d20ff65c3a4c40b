import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A rule of the project, or one of TypeScript's by its whole name. */
const named = (rule: string): string => (rule.includes('(') ? rule : `ops(${rule})`);

/** A violation of each rule, and beside it what the rule allows. */
const cases: readonly { rule: string; file: string; bad: string; good: string }[] = [
  {
    rule: 'no-clock-or-dice',
    file: 'shared/core/clock.ts',
    bad: 'export const now = () => Date.now();',
    good: 'export const day = (ms: number) => new Date(ms);',
  },
  {
    rule: 'no-clock-or-dice',
    file: 'shared/core/date.ts',
    bad: 'export const now = () => new Date();',
    good: 'export const parse = (text: string) => Date.parse(text);',
  },
  {
    rule: 'no-clock-or-dice',
    file: 'shared/core/dice.ts',
    bad: 'export const dice = () => Math.random();',
    good: 'export const half = (n: number) => Math.floor(n / 2);',
  },
  {
    rule: 'one-reader-of-environment',
    file: 'server/views/env.ts',
    bad: 'export const port = process.env.PORT;',
    good: 'export const id = process.pid;',
  },
  {
    rule: 'named-exports',
    file: 'web/parts/part.ts',
    bad: 'const part = 1;\nexport default part;',
    good: 'export const part = 1;',
  },
  {
    rule: 'no-barrels',
    file: 'server/views/all.ts',
    bad: "export { one } from './one.ts';",
    good: "export { z } from 'zod';",
  },
  {
    rule: 'no-barrels',
    file: 'server/views/star.ts',
    bad: "export * from './one.ts';",
    good: 'const one = 1;\nexport { one };',
  },
  {
    rule: 'no-silent-catch',
    file: 'server/jobs/quiet.ts',
    bad: 'try {\n  void 0;\n} catch {}',
    good: 'try {\n  void 0;\n} catch {\n  // storage is full: the choice holds for this visit\n}',
  },
  {
    rule: 'no-silent-catch',
    file: 'server/jobs/hush.ts',
    bad: 'export const run = (p: Promise<void>) => p.catch(() => {});',
    good: 'export const run = (p: Promise<void>, log: (e: unknown) => void) => p.catch(log);',
  },
  {
    rule: 'every-test-runs',
    file: 'server/jobs/x.test.ts',
    bad: "import { test } from 'vitest';\ntest.skip('a', () => undefined);",
    good: "import { test } from 'vitest';\ntest.each([1])('a', () => undefined);",
  },
  {
    rule: 'texts-by-builder',
    file: 'shared/streams/name.ts',
    bad: "import { z } from 'zod';\nexport const name = z.string().max(9);",
    good: "import { z } from 'zod';\nexport const age = z.number();",
  },
  {
    rule: 'texts-by-builder',
    file: 'shared/streams/draft.ts',
    bad: "import { z } from 'zod';\nexport const draft = z.record(z.int(), z.unknown());",
    good: "import { z } from 'zod';\nexport const draft = z.record(z.int(), z.number());",
  },
  ...['shared/core', 'server/views', 'web/parts'].map((folder) => ({
    rule: 'typescript(no-deprecated)',
    file: `${folder}/cut-name.ts`,
    bad: 'export const short = (name: string, most: number) => name.slice(0, most);',
    good: 'export const few = (names: string[], id: string) => [names.slice(0, 5), id.slice(5), id.slice(5, 7)];',
  })),
  {
    rule: 'typescript(no-deprecated)',
    file: 'shared/core/end.ts',
    bad: 'export const end = (name: string) => name.slice(-4);',
    good: 'export const end = (names: string[]) => names.slice(-4);',
  },
  // The check of types is the linter's: each side by its own configuration, and tests by theirs.
  ...[
    'shared/core/count.ts',
    'server/views/count.ts',
    'web/parts/count.tsx',
    'server/views/count.test.ts',
    'web/parts/count.test.tsx',
  ].map((file) => ({
    rule: 'typescript(TS2322)',
    file,
    bad: "export const count: number = '1';",
    good: 'export const count: number = 1;',
  })),
  {
    rule: 'typescript(TS2304)',
    file: 'shared/core/page.ts',
    bad: 'export type Page = Document;',
    good: 'export type Page = string;',
  },
  {
    rule: 'typescript(TS2578)',
    file: 'tests/kit/expected.ts',
    bad: '// @ts-expect-error nothing is wrong\nexport const count: number = 1;',
    good: "// @ts-expect-error a text is no number\nexport const count: number = '1';",
  },
];

const copied = [
  '.oxlintrc.json',
  '.tsconfig.base.json',
  'shared/tsconfig.json',
  'shared/core/string-slice.d.ts',
  'server/tsconfig.json',
  'web/tsconfig.json',
  'tests/tsconfig.json',
  'tsconfig.json',
  'tests/architecture/lint-rules.ts',
];

function lint(which: 'bad' | 'good'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'laws-'));
  try {
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${text}\n`);
    };
    for (const example of cases) put(example.file, example[which]);
    for (const file of copied) {
      put(file, '');
      copyFileSync(join(root, file), join(folder, file));
    }
    put('package.json', '{"type":"module"}');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=unix', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    return stdout.split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the linter reports a violation of every rule', () => {
  const lines = lint('bad');
  const missed = cases.filter(
    ({ rule, file }) => !lines.some((line) => line.startsWith(`${file}:`) && line.includes(named(rule))),
  );
  expect(missed.map(({ file }) => file)).toEqual([]);
});

test('the rules allow what they should', () => {
  expect(lint('good').filter((line) => cases.some(({ rule }) => line.includes(named(rule))))).toEqual([]);
});
