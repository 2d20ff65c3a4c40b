import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { openAdmission } from './admission.ts';

const none = Buffer.alloc(0);
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function lines(count: number): PassThrough[] {
  return Array.from({ length: count }, () => new PassThrough());
}

test('as many as may come in at once do, the others follow in order as those are answered', async () => {
  const came: unknown[] = [];
  const door = openAdmission((_request, socket) => void came.push(socket), 4);
  const all = lines(12);
  for (const socket of all) door.upgrade({} as never, socket, none);
  expect(came).toEqual(all.slice(0, 4));
  expect(door.waiting()).toBe(8);
  for (let n = 0; n < 12; n += 1) {
    door.settled(all[n]);
    await tick();
    await tick();
  }
  expect(came).toEqual(all);
  expect(door.waiting()).toBe(0);
  door.close();
});

test('a line that asks for nothing does not hold the door, and one that broke while it waited is passed over', async () => {
  const came: unknown[] = [];
  const door = openAdmission((_request, socket) => void came.push(socket), 2);
  const all = lines(6);
  for (const socket of all) door.upgrade({} as never, socket, none);
  // Without a listener this would end the process.
  all[3]!.destroy(new Error('gone'));
  await vi.waitFor(() => expect(came).toEqual([all[0], all[1], all[2], all[4], all[5]]), { timeout: 15_000 });
  door.close();
});

test('past the most that may wait, the door says when to come again', () => {
  const door = openAdmission(() => undefined, 1, 2);
  const all = lines(4);
  for (const socket of all) door.upgrade({} as never, socket, none);
  expect(String(all[3]!.read())).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 2/);
  expect(all[2]!.read()).toBeNull();
  door.close();
  expect(all[2]!.destroyed).toBe(true);
});
