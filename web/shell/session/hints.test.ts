// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photoDatabase } from '#web/live/photo-database.ts';
import { clearStores, forgetHints, keepHints, keepMessage, storedDesignation } from './hints.ts';

const me = { empId: 101, name: 'Ravi Kulkarni', primaryPooId: 1, designationId: 92, roleId: 7 };
const all = (store: Storage): Record<string, string> =>
  Object.fromEntries(Object.keys(store).map((name) => [name, store.getItem(name)!]));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => void vi.unstubAllGlobals());

function photosHere() {
  const deleteDatabase = vi.fn();
  vi.stubGlobal('indexedDB', { deleteDatabase });
  return deleteDatabase;
}

test('given a sign-out, then the photos of drafts are deleted, even where the other stores cannot be used', () => {
  const deleteDatabase = photosHere();
  vi.stubGlobal('localStorage', null);
  clearStores();
  expect(deleteDatabase.mock.calls).toEqual([[photoDatabase]]);
});

test('given a sign-out where photos cannot be deleted, then the other stores are cleared all the same', () => {
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      throw new Error('SecurityError');
    },
  });
  localStorage.setItem('draft', 'a name');
  clearStores();
  expect(all(localStorage)).toEqual({});
});

test('given drafts of another person, when somebody signs in, then the photos of those are deleted; one’s own stay', () => {
  const deleteDatabase = photosHere();
  localStorage.setItem('ops-draft:101:delivery.result:7', '{"values":{"photoId":"a"}}');
  keepHints(me);
  expect(deleteDatabase).not.toHaveBeenCalled();
  keepHints({ ...me, empId: 102 });
  expect(deleteDatabase.mock.calls).toEqual([[photoDatabase]]);
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
