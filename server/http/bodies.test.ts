import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/core/limits.ts';
import { openBodies, type Bodies } from './bodies.ts';

let at = 0;
let ended: string[] = [];
let bodies: Bodies;
beforeEach(() => {
  vi.useFakeTimers();
  [at, ended] = [0, []];
  bodies = openBodies({ end: (request) => void ended.push(request.id), now: () => at });
});
afterEach(() => {
  bodies.close();
  vi.useRealTimers();
});

interface Sender {
  /** Bytes that have arrived on its connection. */
  bytesRead: number;
}
/** A request whose head has arrived. */
function begin(id: string, ip: string, type = 'application/json'): Sender {
  const socket: Sender = { bytesRead: 100 };
  const request = { id, ip, headers: { 'content-type': type }, raw: { complete: false, socket } };
  bodies.begin(request as unknown as FastifyRequest, { raw: new EventEmitter() } as unknown as FastifyReply);
  return socket;
}
const pass = (ms: number, meanwhile: () => void = () => undefined): void => {
  for (let passed = 0; passed < ms; passed += 500) {
    at += 500;
    meanwhile();
    vi.advanceTimersByTime(500);
  }
};
const names = (who: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `${who} ${from + n}`);

test('of more unfinished bodies than one address may have, the oldest are dropped, of others none', () => {
  const most = limits.bodiesPerAddress;
  for (const id of names('many', 0, most + 10)) begin(id, '203.0.113.1');
  for (const id of names('few', 0, most)) begin(id, '203.0.113.2');
  pass(1_000);
  expect(ended).toEqual([]);
  pass(500);
  expect(ended).toEqual(names('many', 0, 10));
  expect(bodies.figures()).toEqual({ unfinished: 2 * most, ended: 10 });
});

test('a body that does not arrive in time is dropped, a file only where nothing of it comes', () => {
  begin('body', '203.0.113.1');
  begin('stuck file', '203.0.113.1', 'multipart/form-data; boundary=x');
  const file = begin('file', '203.0.113.1', 'multipart/form-data; boundary=x');
  pass(limits.bodyMs, () => (file.bytesRead += 1));
  expect(ended).toEqual([]);
  pass(1_000, () => (file.bytesRead += 1));
  expect(ended).toEqual(['body', 'stuck file']);
  pass(limits.bodyMs, () => (file.bytesRead += 1));
  expect(ended).toHaveLength(2);
  pass(limits.bodyMs + 1_000);
  expect(ended).toEqual(['body', 'stuck file', 'file']);
});
