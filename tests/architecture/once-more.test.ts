import { describe, expect, test } from 'vitest';
import { isGreen, judge } from '#tests/kit/once-more.ts';
import type { Failure } from '#tests/kit/report.ts';

const failed = (name: string): Failure => ({ file: 'tests/journeys/queue.test.ts', name, why: 'Timed out' });

describe('what failed in a step that depends on time', () => {
  test('is unsteady when it passes alone, and failed when it does not', async () => {
    const { failed: still, unsteady } = await judge(
      [failed('a row leaves'), failed('a claim locks')],
      async (_, name) => name === 'a row leaves',
    );
    expect(still.map(({ name }) => name)).toEqual(['a claim locks']);
    expect(unsteady).toEqual([failed('a row leaves')]);
  });

  test('is played once more each by itself, no more than once', async () => {
    const played: string[] = [];
    await judge([failed('one'), failed('two'), failed('three')], async (file, name) => {
      played.push(`${file}: ${name}`);
      return false;
    });
    expect(played).toEqual(['one', 'two', 'three'].map((name) => `tests/journeys/queue.test.ts: ${name}`));
  });

  test.each([
    ['more than three tests', [failed('1'), failed('2'), failed('3'), failed('4')]],
    [
      'a file that broke before its tests',
      [failed('1'), { file: 'tests/journeys/queue.test.ts', name: null, why: 'It broke.' }],
    ],
    ['an error outside of every test', [{ file: null, name: null, why: 'Error: 57P01' }]],
  ])('is failed without another try when it is %s', async (_, failures) => {
    const { failed: still, unsteady } = await judge(failures, async () => {
      throw new Error('It was played once more.');
    });
    expect(still).toEqual(failures);
    expect(unsteady).toEqual([]);
  });
});

test.each([
  [10, 0, 0, true],
  [10, 0, 2, true],
  [10, 0, 3, false],
  [10, 1, 0, false],
  [0, 0, 0, false],
])('%i passed, %i failed, %i unsteady is green: %s', (passed, failedTests, unsteady, green) => {
  expect(isGreen(passed, failedTests, unsteady)).toBe(green);
});
