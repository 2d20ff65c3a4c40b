import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyNode, parseFile, type Node } from './syntax.ts';

/**
 * `as` and `!` overrule the compiler. The bound is what production code holds today, per 1,000 lines; lower
 * it when the code allows. `as const` and `satisfies` overrule nothing and do not count.
 */
const mostPerThousand = 14.7;

const root = join(import.meta.dirname, '../..');

function isAssertion(node: Node): boolean {
  if (node.type === 'TSNonNullExpression') return true;
  if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return false;
  const { typeAnnotation } = node;
  return !(
    typeAnnotation.type === 'TSTypeReference' &&
    typeAnnotation.typeName.type === 'Identifier' &&
    typeAnnotation.typeName.name === 'const'
  );
}

test(`production code overrules the compiler at most ${mostPerThousand} times in 1,000 lines`, () => {
  const files = globSync('{shared,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['web/dist/**', '**/node_modules/**'],
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  const counts = files.map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').split('\n').length,
    assertions: everyNode(parseFile(join(root, file))).filter(isAssertion).length,
  }));
  const lines = counts.reduce((sum, one) => sum + one.lines, 0);
  const assertions = counts.reduce((sum, one) => sum + one.assertions, 0);
  const worst = counts.toSorted((a, b) => b.assertions - a.assertions).slice(0, 10);
  expect(
    (assertions / lines) * 1_000,
    `${assertions} in ${lines} lines; most in ${worst.map((one) => `${one.file} (${one.assertions})`).join(', ')}`,
  ).toBeLessThanOrEqual(mostPerThousand);
});
