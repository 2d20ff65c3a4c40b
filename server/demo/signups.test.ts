import { expect, test } from 'vitest';
import { limits } from '#shared/core/limits.ts';
import { demoSignups } from './signups.ts';

const ofHolder = new Set(['tickChecklist', 'verify', 'reject', 'requestInfo', 'release']);

test('nobody in the demo works on a case longer than a lease runs: there is no screen that renews it', () => {
  const now = Date.parse('2026-11-18T10:30:00+05:30');
  const until = new Map<string, number>();
  const late: string[] = [];
  let held = 0;
  for (const { at, stream, command } of demoSignups(now).toSorted((a, b) => a.at - b.at)) {
    const id = /\{(SG\d+)\}/.exec(stream)?.[1];
    if (id === undefined) continue;
    if (command === 'claim') until.set(id, at + limits.leaseClaimMs);
    else if (command === 'beginVerification' || ofHolder.has(command)) {
      held += 1;
      if (at >= until.get(id)!) late.push(`${id} ${command}`);
      if (command === 'beginVerification') until.set(id, at + limits.leaseWorkMs);
    }
  }
  expect(held).toBeGreaterThan(15);
  expect(late).toEqual([]);
});
