import { expect, test } from 'vitest';
import { openClientFaults } from './client-faults.ts';

test('a thousand aborted requests are counted, with one log line a minute', () => {
  const lines: unknown[] = [];
  let at = 0;
  const faults = openClientFaults(
    (level, what, about) => lines.push([level, what, about]),
    () => at,
  );
  for (let n = 0; n < 1_000; n += 1) faults.count('aborted');
  faults.count('frameTooLarge');
  at = 60_000;
  faults.count('aborted');
  expect(lines).toEqual([
    ['info', 'client fault', { kind: 'aborted', n: 1 }],
    ['info', 'client fault', { kind: 'frameTooLarge', n: 1 }],
    ['info', 'client fault', { kind: 'aborted', n: 1_000 }],
  ]);
  expect(faults.totals()).toMatchObject({ aborted: 1_001, frameTooLarge: 1, frameBroken: 0 });
});
