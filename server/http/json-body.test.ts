import { expect, test } from 'vitest';
import { depthOf } from './json-body.ts';

test.each([
  ['7', 0],
  ['"[[[{"', 0],
  ['"\\"[["', 0],
  ['"\\\\"', 0],
  ['[]', 1],
  ['{"a":[{"b":"]]"}]}', 3],
  ['[[],[[]],[]]', 3],
  ['['.repeat(100_000), 21],
  ['{"a":'.repeat(20_000), 21],
])('%.20s is nested %i deep', (text, depth) => {
  expect(depthOf(text, 20)).toBe(depth);
});
