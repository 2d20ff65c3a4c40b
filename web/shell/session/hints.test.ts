// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { clearStores, forgetHints, keepHints, keepMessage, storedDesignation } from './hints.ts';

const me = { empId: 101, name: 'Ravi Kulkarni', primaryPooId: 1, designationId: 92, roleId: 7 };
const all = (store: Storage): Record<string, string> =>
  Object.fromEntries(Object.keys(store).map((name) => [name, store.getItem(name)!]));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('the session keys of the specification, organisation 1', () => {
  keepHints(me);
  keepMessage('Signed in');
  expect(all(sessionStorage)).toEqual({
    logEmpId: '101',
    pooId: '1',
    logDesId: '92',
    roleId: '7',
    orgId: '1',
  });
  expect(all(localStorage)).toEqual({
    logEmpId: '101',
    pooId: '1',
    currentUser: 'Ravi Kulkarni',
    sucmsg: 'Signed in',
  });
  expect(storedDesignation()).toBe(92);
  forgetHints();
  expect([all(sessionStorage), all(localStorage)]).toEqual([{}, {}]);
  expect(storedDesignation()).toBeNull();
});

test('signing out clears both stores except the appearance', () => {
  keepHints(me);
  localStorage.setItem('ops-look', '{"accent":"blue"}');
  localStorage.setItem('ops-arranged:101:signup-queue', '{"columns":[{"id":"ref"}],"query":"q=9876543210"}');
  localStorage.setItem('ops-master:101:reasonmaster', 'spoilt');
  localStorage.setItem('draft', 'a name');
  sessionStorage.setItem('ops-authtoken', 'secret');
  clearStores();
  expect(all(sessionStorage)).toEqual({});
  expect(all(localStorage)).toEqual({
    'ops-look': '{"accent":"blue"}',
    'ops-arranged:101:signup-queue': '{"columns":[{"id":"ref"}]}',
    'ops-master:101:reasonmaster': '{}',
  });
});

test('another person finds none of the previous person’s input, even if that session ended without a sign-out', () => {
  localStorage.setItem('ops-draft:103:signup.waiver:7', '{"values":{"text":"rang 9876543210"}}');
  localStorage.setItem('ops-arranged:103:signup-queue', '{"columns":[{"id":"ref"}],"query":"q=9876543210"}');
  localStorage.setItem('ops-draft:101:chat:4', '{"values":{"text":"half a thought"}}');
  localStorage.setItem('ops-master:101:reasonmaster', '{"query":"q=abc"}');
  localStorage.setItem('ops-look', '{"accent":"blue"}');
  keepHints(me);
  expect(JSON.stringify(all(localStorage))).not.toContain('9876543210');
  expect(all(localStorage)).toMatchObject({
    'ops-arranged:103:signup-queue': '{"columns":[{"id":"ref"}]}',
    'ops-draft:101:chat:4': '{"values":{"text":"half a thought"}}',
    'ops-master:101:reasonmaster': '{"query":"q=abc"}',
    'ops-look': '{"accent":"blue"}',
  });
});
