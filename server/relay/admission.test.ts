import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { openAdmission } from './admission.ts';

const none = Buffer.alloc(0);
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function connections(count: number): PassThrough[] {
  return Array.from({ length: count }, () => new PassThrough());
}

test('the others are admitted in order as the first ones are answered', async () => {
  const came: unknown[] = [];
  const route = openAdmission((_request, socket) => void came.push(socket), 4);
  const all = connections(12);
  for (const socket of all) route.upgrade({} as never, socket, none);
  expect(came).toEqual(all.slice(0, 4));
  expect(route.waiting()).toBe(8);
  for (let n = 0; n < 12; n += 1) {
    route.settled(all[n]);
    await tick();
    await tick();
  }
  expect(came).toEqual(all);
  expect(route.waiting()).toBe(0);
  route.close();
});

test('an idle connection does not block the queue, and one that broke while waiting is skipped', async () => {
  const came: unknown[] = [];
  const route = openAdmission((_request, socket) => void came.push(socket), 2);
  const all = connections(6);
  for (const socket of all) route.upgrade({} as never, socket, none);
  // Without a listener this would end the process.
  all[3]!.destroy(new Error('gone'));
  await vi.waitFor(() => expect(came).toEqual([all[0], all[1], all[2], all[4], all[5]]), { timeout: 15_000 });
  route.close();
});

test("beyond the queue's limit, upgrades are answered with Retry-After", () => {
  const route = openAdmission(() => undefined, 1, 2);
  const all = connections(4);
  for (const socket of all) route.upgrade({} as never, socket, none);
  expect(String(all[3]!.read())).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 2/);
  expect(all[2]!.read()).toBeNull();
  route.close();
  expect(all[2]!.destroyed).toBe(true);
});
