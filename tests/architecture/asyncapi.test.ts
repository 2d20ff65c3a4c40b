import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeSockets, toYaml } from '#tests/kit/asyncapi.ts';
import { lint } from '#tests/kit/spectral.ts';

const file = fileURLToPath(new URL('../../docs/asyncapi.yaml', import.meta.url));
const generated = `# Generated from shared/wire-schema.ts; UPDATE=1 with tests/architecture/asyncapi.test.ts writes it anew.${toYaml(describeSockets())}\n`;
if (process.env['UPDATE']) writeFileSync(file, generated);

test('docs/asyncapi.yaml is what shared/wire-schema.ts says', () => {
  expect(readFileSync(file, 'utf8')).toBe(generated);
});

test('docs/asyncapi.yaml passes the recommended rules of a public linter', () => {
  expect(lint(file)).toEqual([]);
});
