// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Me } from '#shared/access/me.ts';
import { clearStores, forgetKeptMe, hasKeptMe } from './hints.ts';
import { keepMe, keptMe } from './kept-me.ts';

const hour = 3_600_000;
const rider = {
  empId: 162,
  name: 'Imran Sheikh',
  rights: ['Delivery/deleveryStatementList:edit'],
  components: [],
  sessionId: 'secret-of-the-session',
  absoluteMs: 12 * hour,
} as unknown as Me;

beforeEach(() => {
  localStorage.clear();
  keepMe(rider, 'token-of-the-rider', 1_000);
});

test('given a kept person, then the same session reads them again with their age', () => {
  expect(keptMe('token-of-the-rider', 2_000)).toEqual({ at: 1_000, me: { ...rider, sessionId: '' } });
});

test('given another session, then nothing of the person before is read', () => {
  expect(keptMe('token-of-somebody-else', 2_000)).toBeNull();
});

test('given a closed browser, then the person is read without a token, no longer than a session lasts', () => {
  expect(keptMe(null, 1_000 + 12 * hour - 1)?.me.empId).toBe(162);
  expect(keptMe(null, 1_000 + 12 * hour)).toBeNull();
});

test('given a device whose clock was set back, then nothing is read', () => {
  expect(keptMe(null, 999)).toBeNull();
});

test('given a sign-out or an ended session, then nothing is kept', () => {
  expect(hasKeptMe()).toBe(true);
  clearStores();
  expect(hasKeptMe()).toBe(false);
  keepMe(rider, 'token-of-the-rider', 1_000);
  forgetKeptMe();
  expect(keptMe(null, 2_000)).toBeNull();
});

test('neither the token nor the session is written down', () => {
  const written = JSON.stringify(Object.entries(localStorage));
  expect(written).not.toContain('token-of-the-rider');
  expect(written).not.toContain('secret-of-the-session');
});

test('given text that the console did not write, then nothing is read', () => {
  for (const text of ['{', '7', 'null', '{"at":1,"me":{}}']) {
    localStorage.setItem('ops-me', text);
    expect(keptMe(null, 2_000)).toBeNull();
  }
});
